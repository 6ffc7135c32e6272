// What steps have in common: a base for those that treat each set by itself, roles, notes, corners, norms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "operators/reductions.hpp"
#include "pipelines/step.hpp"

namespace stride::pipelines::steps {

// A step that works on each array by itself, in place. Empty arrays (no such set, no gradient) are passed over.
template <class Real>
class EachSet : public Step<Real> {
 public:
  EachSet(std::string name, StepContext<Real> context) : context_(std::move(context)), name_(std::move(name)) {}

  std::string name() const override { return name_; }

  Arrays<Real> forward(Arrays<Real> inputs) override {
    for (std::size_t set = 0; set < inputs.size(); ++set)
      if (!inputs[set].empty()) apply(inputs[set], set);
    return inputs;
  }

  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override {
    for (std::size_t set = 0; set < output_gradients.size(); ++set)
      if (!output_gradients[set].empty()) apply_adjoint(output_gradients[set], inputs[set], set);
    return output_gradients;
  }

 protected:
  // The step on one array; `set` is its place in the roles.
  virtual void apply(Array<Real>& data, std::size_t set) = 0;
  // Turns the gradient of the output into that of the input.
  virtual void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t set) = 0;

  // Name of a set for notes and errors; "" when the context names none.
  std::string role(std::size_t set) const { return set < context_.roles.size() ? context_.roles[set] : ""; }
  // Location id of a trace; counted from 0 when the context knows none.
  int trace_id(std::size_t set, std::size_t trace) const {
    const bool known = set < context_.trace_ids.size() && trace < context_.trace_ids[set].size();
    return known ? context_.trace_ids[set][trace] : static_cast<int>(trace);
  }
  // Tells the report, once: a pipeline's adjoint runs its steps forward again, which must not count twice.
  void note(Note::Level level, std::size_t set, std::string text, std::size_t count = 0) {
    if (context_.report == nullptr) return;
    Note note{level, name_, role(set), std::move(text), count};
    const auto same = [&](const Note& told) { return told.role == note.role && told.text == note.text; };
    if (std::any_of(told_.begin(), told_.end(), same)) return;
    told_.push_back(note);
    context_.report->notes.push_back(std::move(note));
  }

  StepContext<Real> context_;

 private:
  std::string name_;
  std::vector<Note> told_;
};

// Place of a role among the inputs of a step, or nullopt when this shot (or pipeline) has none.
template <class Real>
std::optional<std::size_t> find_role(const StepContext<Real>& context, const std::string& role) {
  const auto found = std::find(context.roles.begin(), context.roles.end(), role);
  if (found == context.roles.end()) return std::nullopt;
  return static_cast<std::size_t>(found - context.roles.begin());
}

// "shot 12, observed", for errors while running; parts that are not known are left out.
template <class Real>
std::string place(const StepContext<Real>& context, const std::string& role) {
  std::string text = context.shot_id >= 0 ? "shot " + std::to_string(context.shot_id) : "";
  if (!text.empty() && !role.empty()) text += ", ";
  return text + role;
}

// Corner frequencies in cycles per sample, relaxed outwards: f_min*relaxation*dt and f_max*dt/relaxation. Absent
// parameters (also ones that the step does not declare) give nullopt; filter_relaxation is 1 when absent.
struct Corners {
  std::optional<double> low;
  std::optional<double> high;
};
Corners corners(const spec::Values& values, double dt_s);

// The parameters that several steps share, so that they read alike.
spec::Key f_min_key();
spec::Key f_max_key();
spec::Key filter_relaxation_key();

// The problem of a relaxation or corner that is out of range whatever the data: f_min >= f_max. The ranges of single
// keys (above 0, at most 1) are the keys' own.
std::vector<Problem> check_corners(const spec::Values& values);

// For makers: Error(usage) at "<step>.<key>" for the first problem that is not a mere warning.
void require(const std::string& step, const std::vector<Problem>& problems);

// sqrt(sum of squares over the set / number of traces); 0 for an empty set.
template <class Real>
double set_norm(const Array<Real>& traces);

// The set that the scale steps scale to. Error(data) when the shot has none.
template <class Real>
const Array<Real>& scale_target(const std::string& step, const StepContext<Real>& context) {
  if (context.scale_to == nullptr)
    throw Error(ErrorKind::data, place(context, ""), step + " has no set to scale to",
                "the shot needs observed traces, or name another set: `scale_to: NAME`");
  return *context.scale_to;
}
spec::Key scale_to_key();

// Keeps a division by a norm from dividing by zero.
constexpr double norm_guard = 1e-31;

}  // namespace stride::pipelines::steps
