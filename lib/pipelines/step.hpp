// A step: one operation of a pipeline, declared once and made anew for each shot (or for a field).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "operators/operator.hpp"
#include "spec/key.hpp"
#include "spec/values.hpp"

namespace stride::pipelines {

using operators::Arrays;
template <class Real>
using Step = operators::Operator<Real>;

// What a step tells about one shot: shown by -v, counted in the summary. Not synchronised: one per shot in flight.
struct Note {
  enum class Level { info, warning };
  Level level = Level::info;
  std::string step;
  std::string role;
  std::string text;       // the same text over shots is counted together: "guarded traces"
  std::size_t count = 0;  // traces (or cells) concerned; 0 where counting has no meaning
};

struct Report {
  std::vector<Note> notes;
};

// What a step may know beside its arrays. The inputs of a step are, in order, the arrays of `roles`.
// Trace sets are (trace, sample); fields are the grid in C order. Lent objects outlive the step.
template <class Real>
struct StepContext {
  std::vector<std::string>
      roles;         // "wavelets", "observed", "modelled", "gradient", "model", or a name of the spec's own
  double dt_s = 0;   // sampling interval of the trace sets
  double t0_s = 0;   // time of the first sample
  int shot_id = -1;  // -1: no shot (fields)
  std::vector<std::vector<int>> trace_ids;  // per role: location id of each trace; empty: traces are counted from 0
  std::vector<double> offsets_m;  // distance of each receiver to its nearest source; empty: no geometry is known
  const Array<Real>* scale_to = nullptr;  // unprocessed observed set of this shot, or the set named in the spec
  std::vector<std::size_t> extra;         // fields: absorbing cells on both faces of each axis, part of the arrays
  const Array<Real>* model = nullptr;     // fields: the model (read-only) that goes with a gradient
  std::string model_name;                 // its medium's name, "vp"; "" when none
  bool model_is_slowness = false;         // fields: the gradient is one of slowness, `model` is the velocity
  const Array<Real>* mask = nullptr;      // fields: the mask that the spec names, on the same grid
  Report* report = nullptr;               // may be null
  std::function<void(const std::string& name, const std::string& role, const Array<Real>& data)> dump;  // may be empty
};

// A mistake in a step's parameters, found before any data is read.
struct Problem {
  std::string key;       // the parameter to point at
  std::string what;      // what is wrong and what would be right, with the numbers
  bool warning = false;  // unusual, yet it can be done
};

// What is known when parameters are checked; 0 when not known.
struct CheckContext {
  double dt_s = 0;
  std::size_t samples = 0;
  bool lacks_geometry = false;  // the spec is known to give none
};

// A step that keeps numbers from one call to the next (norm_field with global_norm) is one of these too: the numbers
// are part of a checkpoint.
class KeepsState {
 public:
  virtual ~KeepsState() = default;
  // Empty: nothing is kept yet.
  virtual std::vector<double> state() const = 0;
  // Takes what state() gave; Error(data) when it has another length.
  virtual void restore_state(const std::vector<double>& state) = 0;

 protected:
  KeepsState() = default;
  KeepsState(const KeepsState&) = default;
  KeepsState(KeepsState&&) noexcept = default;
  KeepsState& operator=(const KeepsState&) = default;
  KeepsState& operator=(KeepsState&&) noexcept = default;
};

enum class Acts { on_traces, on_fields };

struct StepInfo {
  std::string name;     // snake_case; the source file and the test have the same name
  std::string summary;  // one line, for the list
  std::string details;  // a paragraph, for `steps NAME`; formula and source
  Acts acts = Acts::on_traces;
  std::vector<spec::Key> parameters;
  bool trace_by_trace =
      true;            // each output trace depends on the same trace of each input only: a shot may be cut in pieces
  bool linear = true;  // as a map of its inputs with the parameters fixed
  std::function<std::vector<Problem>(const spec::Values&, const CheckContext&)> check;  // may be empty
  std::function<bool(const spec::Values&)>
      enabled;  // false: the step is the identity with these values; empty: always on
  std::function<double(const spec::Values&)>
      new_dt_s;                         // only steps that change the sampling interval; empty: unchanged
  std::vector<std::string> only_roles;  // the step is refused on other sets; empty: goes on any
  std::function<std::unique_ptr<Step<float>>(const spec::Values&, const StepContext<float>&)> make_float;
  std::function<std::unique_ptr<Step<double>>(const spec::Values&, const StepContext<double>&)> make_double;
};

template <class Real>
std::unique_ptr<Step<Real>> make_step(const StepInfo& info, const spec::Values& values,
                                      const StepContext<Real>& context);

// Fills in both makers from a class template with a constructor (const spec::Values&, const StepContext<Real>&).
template <template <class> class S>
StepInfo with_makers(StepInfo info) {
  info.make_float = [](const spec::Values& v, const StepContext<float>& c) -> std::unique_ptr<Step<float>> {
    return std::make_unique<S<float>>(v, c);
  };
  info.make_double = [](const spec::Values& v, const StepContext<double>& c) -> std::unique_ptr<Step<double>> {
    return std::make_unique<S<double>>(v, c);
  };
  return info;
}

template <>
inline std::unique_ptr<Step<float>> make_step(const StepInfo& info, const spec::Values& values,
                                              const StepContext<float>& context) {
  return info.make_float(values, context);
}
template <>
inline std::unique_ptr<Step<double>> make_step(const StepInfo& info, const spec::Values& values,
                                               const StepContext<double>& context) {
  return info.make_double(values, context);
}

}  // namespace stride::pipelines
