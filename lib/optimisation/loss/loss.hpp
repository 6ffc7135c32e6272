// What is minimised: a number for the modelled and observed traces of one shot, and the adjoint source.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "optimisation/loss/trace_misfit.hpp"
#include "spec/key.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

struct LossInfo {
  std::string name;                   // `type` in the spec; the source file and the test have the same name
  std::string summary;                // one line
  std::string details;                // a paragraph: formula, treatment of zeros, source
  std::vector<spec::Key> parameters;  // of its own; those that the spec's section `loss` declares are the same there
  // From the values of `parameters`, complete; use make_loss.
  std::function<std::unique_ptr<TraceMisfit>(const spec::Values&, const ShotFacts&)> make;
};

// The sum of the misfits of a shot's traces. Worked out in double, trace after trace in their order, each trace's sum
// in the order of its samples: the bits depend on nothing else. Threads may share a loss.
template <class Real>
class Loss {
 public:
  // `values`: complete. dt_s: sampling interval of the traces, above 0 (assertion).
  Loss(const LossInfo& info, spec::Values values, double dt_s);

  const std::string& name() const { return info_->name; }

  // modelled, observed: (trace, sample), equally shaped, with the processing of ProcessTraces applied. Gives the loss,
  // and fills `adjoint`, shaped as they are, with its exact derivative with respect to the modelled traces (the adjoint
  // source). `adjoint` may be `modelled` itself. The observed traces are taken as given: their derivative is not asked.
  // A NaN or an infinity in either trace makes the loss NaN, and that trace's adjoint; what it does to the others is
  // not said. No traces, or none with samples: 0. Error(data) when the shapes differ.
  double value(Rows<const Real> modelled, Rows<const Real> observed, Rows<Real> adjoint) const;

 private:
  const LossInfo* info_;
  spec::Values values_;
  double dt_s_;
};

// Made with `values`, which may hold other keys too; a parameter that they lack takes its default. Error(usage) for a
// name that is not in the table (the nearest one is told), for values out of range and required ones that are missing.
template <class Real>
Loss<Real> make_loss(const std::string& name, double dt_s, const spec::Values& values = {});

}  // namespace stride::optimisation
