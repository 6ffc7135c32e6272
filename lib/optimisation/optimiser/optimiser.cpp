#include "optimisation/optimiser/optimiser.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "operators/reductions.hpp"
#include "optimisation/optimiser/state.hpp"

namespace stride::optimisation {

template <class Real>
Optimiser<Real>::Optimiser(std::string name, const spec::Values& parameters) : name_(std::move(name)) {
  for (const std::string& key : parameters.keys()) init_kwargs_[key] = parameters.written(key);
}

template <class Real>
Array<Real> Optimiser<Real>::direction(const Array<Real>& parameters, const Array<Real>& gradient) {
  if (parameters.empty() || parameters.shape() != gradient.shape())
    throw Error(ErrorKind::usage, name_,
                "a gradient of shape " + to_string(gradient.shape()) + " does not go with parameters of shape " +
                    to_string(parameters.shape()));
  if (memory_.iterations > 0 && memory_.shape != parameters.shape())
    throw Error(
        ErrorKind::usage, name_,
        "parameters of shape " + to_string(parameters.shape()) + " follow on some of shape " + to_string(memory_.shape),
        "use one optimiser for each model");
  memory_.shape = parameters.shape();
  Array<Real> direction = next_direction(parameters, gradient);
  ++memory_.iterations;
  return direction;
}

template <class Real>
bool Optimiser<Real>::update(Array<Real>& parameters, Array<Real>& gradient, double step) {
  return update(parameters, gradient, [step](const Array<Real>&, double) { return step; });
}

template <class Real>
bool Optimiser<Real>::update(Array<Real>& parameters, Array<Real>& gradient, const ChooseStep& choose) {
  Update<Real> update{parameters, gradient};
  call_hooks(Timing::pre, update);
  if (check_nan_in_grads(gradient)) return skip();
  if (loss_scale() != 1) operators::scale(gradient.data(), gradient.size(), 1 / loss_scale());
  if (!move(parameters, gradient, choose)) {
    is_safe_ = false;
    reset();  // what the method remembers is spoilt as well
    return skip();
  }
  count_update();
  update_loss_scale();
  call_hooks(Timing::post, update);
  return true;
}

template <class Real>
bool Optimiser<Real>::update(double step) {
  return update([step](const Array<Real>&, double) { return step; });
}

template <class Real>
bool Optimiser<Real>::update(const ChooseStep& choose) {
  if (target_.parameters == nullptr || target_.gradient == nullptr)
    throw Error(ErrorKind::usage, name_, "there is no target to update", "call setup first");
  return update(*target_.parameters, *target_.gradient, choose);
}

// The direction's memory takes the new parameters first: they are checked before the old ones are lost.
template <class Real>
bool Optimiser<Real>::move(Array<Real>& parameters, const Array<Real>& gradient, const ChooseStep& choose) {
  Array<Real> moved = direction(parameters, gradient);
  const std::size_t n = moved.size();
  const double step = choose(moved, -operators::dot(gradient.data(), moved.data(), n));
  operators::scale_and_add(moved.data(), -step, parameters.data(), 1, n);
  if (!operators::all_finite(moved.data(), n)) return false;
  std::copy(moved.begin(), moved.end(), parameters.begin());
  return true;
}

template <class Real>
bool Optimiser<Real>::skip() {
  ++counts_.skipped;
  update_loss_scale();
  return false;
}

template <class Real>
void Optimiser<Real>::count_update() {
  ++counts_.updates;
  if (counts_.per_epoch == 0 || ++counts_.in_epoch < counts_.per_epoch) return;
  counts_.in_epoch = 0;
  ++counts_.epoch;
}

template <class Real>
void Optimiser<Real>::new_epoch() {
  if (counts_.per_epoch > 0)
    throw Error(ErrorKind::usage, name_, "epochs begin by themselves here", "call use_auto_new_epoch(0) first");
  ++counts_.epoch;
}

template <class Real>
void Optimiser<Real>::use_auto_new_epoch(std::uint64_t updates) {
  counts_.per_epoch = updates;
  counts_.in_epoch = 0;
}

template <class Real>
bool Optimiser<Real>::check_nan_in_grads(const Array<Real>& gradient) {
  is_safe_ = operators::all_finite(gradient.data(), gradient.size());
  return !is_safe_;
}

template <class Real>
std::string Optimiser<Real>::serialize() const {
  StateWriter writer;
  writer.text(name_);
  writer.whole(sizeof(Real));
  writer.whole(memory_.shape.size());
  for (const std::size_t extent : memory_.shape) writer.whole(extent);
  for (const std::uint64_t count :
       {counts_.updates, counts_.skipped, counts_.epoch, counts_.per_epoch, counts_.in_epoch})
    writer.whole(count);
  writer.whole(is_safe_ ? 1 : 0);
  writer.number(loss_scale_.value());
  for (const std::uint64_t value :
       {std::uint64_t{loss_scale_.is_dynamic()}, loss_scale_.interval(), loss_scale_.clean_updates()})
    writer.whole(value);
  writer.whole(memory_.iterations);
  writer.whole(memory_.arrays.size());
  for (const Array<Real>& array : memory_.arrays) writer.array(array);
  return std::move(writer).take();
}

template <class Real>
void Optimiser<Real>::deserialize(std::string_view bytes, const Shape& shape) {
  StateReader reader(bytes);
  const std::string name = reader.text();
  if (name != name_)
    throw_bad_state("it is one of " + name + ", not of " + name_, "choose the same optimiser, or begin anew");
  if (reader.whole() != sizeof(Real))
    throw_bad_state("it is one of another precision", "choose the same precision, or begin anew");
  Shape found(std::min<std::uint64_t>(reader.whole(), reader.room(sizeof(std::uint64_t))));
  for (std::size_t& extent : found) extent = reader.whole();
  if (!shape.empty() && !found.empty() && found != shape)
    throw_bad_state("it belongs to a model of shape " + to_string(found) + ", not " + to_string(shape),
                    "choose the same grid, or begin anew");
  Counts counts;
  for (std::uint64_t* count : {&counts.updates, &counts.skipped, &counts.epoch, &counts.per_epoch, &counts.in_epoch})
    *count = reader.whole();
  const bool is_safe = reader.whole() != 0;
  const double scale = reader.number();
  const bool is_dynamic = reader.whole() != 0;
  const std::uint64_t interval = reader.whole();
  const LossScale loss_scale = LossScale::restored(scale, is_dynamic, interval, reader.whole());
  memory_ = read_memory(reader, found);
  counts_ = counts;
  is_safe_ = is_safe;
  loss_scale_ = loss_scale;
}

template <class Real>
typename Optimiser<Real>::Memory Optimiser<Real>::read_memory(StateReader& reader, const Shape& shape) const {
  Memory memory;
  memory.shape = shape;
  memory.iterations = reader.whole();
  const std::uint64_t arrays = reader.whole();
  if (!admits(arrays) || (arrays > 0 && memory.iterations == 0))
    throw_bad_state("its " + std::to_string(arrays) + " arrays are not what " + name_ +
                    " remembers with these parameters");
  for (std::uint64_t k = 0; k < arrays; ++k) memory.arrays.push_back(reader.array<Real>(shape));
  reader.expect_end();
  return memory;
}

template class Optimiser<float>;
template class Optimiser<double>;

}  // namespace stride::optimisation
