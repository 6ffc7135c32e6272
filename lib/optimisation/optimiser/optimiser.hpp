// What all optimisers share: hooks, the safety of an update, loss scaling, epochs, and a state that can be kept.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/array.hpp"
#include "optimisation/optimiser/hooks.hpp"
#include "optimisation/optimiser/loss_scale.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

class StateReader;

// The parameters that update(step) works on, and their gradient. Lent: both outlive the optimiser.
template <class Real>
struct Target {
  Array<Real>* parameters = nullptr;
  Array<Real>* gradient = nullptr;
};

// An update is parameters -= step * direction. Sums are made in double in a fixed order; nothing depends on the number
// of threads. One thread uses an optimiser at a time.
template <class Real>
class Optimiser {
 public:
  // Chooses the step along a direction; `slope` is dloss/dstep at step 0, -<gradient, direction>.
  using ChooseStep = std::function<double(const Array<Real>& direction, double slope)>;

  virtual ~Optimiser() = default;
  Optimiser(const Optimiser&) = delete;
  Optimiser& operator=(const Optimiser&) = delete;

  const std::string& name() const { return name_; }
  // The parameters it was made with, as they would be written in a spec.
  const std::map<std::string, std::string>& init_kwargs() const { return init_kwargs_; }

  // Shaped as the parameters; what the method remembers moves on by one iteration. Error(usage) when the two have not
  // the same shape, are empty, or are not shaped as in the calls before.
  Array<Real> direction(const Array<Real>& parameters, const Array<Real>& gradient);
  // Calls the pre hooks, divides the gradient by the loss scale, moves the parameters, calls the post hooks. A gradient
  // (or a result) that is not finite is unsafe: the parameters stay, skipped_updates counts, post hooks are not called,
  // and false is given; after a result that is not finite the method begins anew.
  bool update(Array<Real>& parameters, Array<Real>& gradient, double step);
  bool update(Array<Real>& parameters, Array<Real>& gradient, const ChooseStep& choose);
  // The same on the target; Error(usage) before setup.
  bool update(double step);
  bool update(const ChooseStep& choose);
  // Forgets what earlier gradients have left; the next direction is the first one.
  void reset() { memory_ = {}; }

  void setup(Target<Real> target) { target_ = target; }
  const Target<Real>& target() const { return target_; }

  void add_hook(Hook<Real> hook) { hooks_.add_hook(std::move(hook)); }
  void remove_hook(const std::string& name) { hooks_.remove_hook(name); }
  bool has_hook(const std::string& name) const { return hooks_.has_hook(name); }
  void call_hooks(Timing timing, Update<Real>& update) const { hooks_.call_hooks(timing, update); }

  // Updates that were made, and those that were skipped as unsafe.
  std::uint64_t updates() const { return counts_.updates; }
  std::uint64_t skipped_updates() const { return counts_.skipped; }
  // Epochs begun after the first.
  std::uint64_t epoch() const { return counts_.epoch; }
  // Error(usage) where epochs begin by themselves.
  void new_epoch();
  // An epoch begins by itself after every `updates` updates (the number of shot selections that make up all shots);
  // 0: by new_epoch only.
  void use_auto_new_epoch(std::uint64_t updates);

  // See LossScale.
  void loss_scaling(std::uint64_t interval = 1000, std::optional<double> scale = std::nullopt) {
    loss_scale_.configure(interval, scale);
  }
  void set_loss_scale(double scale) { loss_scale_.set(scale); }
  double loss_scale() const { return loss_scale_.value(); }
  // By the last check of a gradient; update does both.
  void update_loss_scale() { loss_scale_.update(is_safe_); }
  // True when an element is NaN or infinite; kept for is_safe_to_update.
  bool check_nan_in_grads(const Array<Real>& gradient);
  bool is_safe_to_update() const { return is_safe_; }

  // Everything that makes the next updates the same bits (not the hooks, target and init_kwargs), with a header that
  // names the optimiser, its precision and the model's shape.
  std::string serialize() const;
  // Error(data) for a state that is corrupt or of another optimiser, precision or shape (`shape`, the model's; any when
  // empty); this object is unchanged then.
  void deserialize(std::string_view bytes, const Shape& shape = {});

 protected:
  // What a method carries from one iteration to the next; arrays are shaped as the parameters.
  struct Memory {
    Shape shape;                      // empty: nothing yet
    std::vector<Array<Real>> arrays;  // their meaning is the method's
    std::uint64_t iterations = 0;     // directions given
  };

  // `parameters` are the method's own, admissible and complete.
  Optimiser(std::string name, const spec::Values& parameters);

  // memory_ belongs to the method; `iterations` counts the calls before this one.
  virtual Array<Real> next_direction(const Array<Real>& parameters, const Array<Real>& gradient) = 0;
  // True when a memory of that many arrays can be this method's.
  virtual bool admits(std::size_t arrays) const = 0;

  Memory memory_;

 private:
  struct Counts {
    std::uint64_t updates = 0, skipped = 0, epoch = 0;
    std::uint64_t per_epoch = 0, in_epoch = 0;
  };
  Memory read_memory(StateReader& reader, const Shape& shape) const;
  bool move(Array<Real>& parameters, const Array<Real>& gradient, const ChooseStep& choose);
  bool skip();
  void count_update();

  std::string name_;
  std::map<std::string, std::string> init_kwargs_;
  Target<Real> target_;
  Hooks<Real> hooks_;
  LossScale loss_scale_;
  Counts counts_;
  bool is_safe_ = true;
};

}  // namespace stride::optimisation
