#include <string>
#include <vector>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class Dump final : public EachSet<Real> {
 public:
  Dump(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("dump", context), target_(values.maybe_text("name").value_or("dump")) {}

 private:
  // Once per set: a pipeline's adjoint runs its steps forward again.
  void apply(Array<Real>& data, std::size_t set) override {
    if (written_.size() <= set) written_.resize(set + 1);
    if (!this->context_.dump || written_[set]) return;
    written_[set] = true;
    this->context_.dump(target_, this->role(set), data);
  }
  void apply_adjoint(Array<Real>&, const Array<Real>&, std::size_t) override {}

  std::string target_;
  std::vector<bool> written_;
};

}  // namespace

StepInfo dump() {
  StepInfo info;
  info.name = "dump";
  info.summary = "writes the data at this point of the pipeline into the output";
  info.details =
      "Writes each set (or the field) under `dumps/<name>/` of the output and passes it on unchanged. The name tells "
      "the place: after_<step before it>, before_<pipeline> at the start. The switches dump_before_<step>, "
      "dump_after_<step>, dump_before_<pipeline> and dump_after_<pipeline> put this step at that place. Adjoint: the "
      "identity.";
  info.parameters = {
      spec::text("name", "name under `dumps/`; absent: named after the step before it"),
  };
  return with_makers<Dump>(std::move(info));
}

}  // namespace stride::pipelines::steps
