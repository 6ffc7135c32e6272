// The chain of an inversion, from vp to the loss of a shot, as `invert` runs it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "operators/operator.hpp"
#include "run/invert_job.hpp"
#include "run/invert_shot.hpp"
#include "support/folder.hpp"

namespace stride::exactness {

// One shot of a ring of eight; its observed traces are of another medium.
class Chain {
 public:
  // `more`: the sections `process:` and `loss:` of a spec, and others. Error(usage) for mistakes in them.
  explicit Chain(const std::string& more);

  const std::vector<float>& vp() const { return vp_; }
  const std::vector<float>& direction() const { return direction_; }
  double loss(const std::vector<float>& vp) const { return outcome(vp, false).loss; }
  // Of the loss, along the direction.
  double derivative() const;
  // The loss with the processed observed traces that the present vp leads to, whatever `vp` does to them.
  double loss_with_observed_held(const std::vector<float>& vp) const;

 private:
  run::ShotOutcome<double> outcome(const std::vector<float>& vp, bool gradient) const;
  optimisation::Loss<double> misfit() const;
  // Modelled and observed.
  operators::Arrays<double> processed(const std::vector<float>& vp) const;

  test::Folder folder_;
  spec::Spec spec_;
  run::InvertJob job_;
  std::vector<float> vp_, direction_;
};

}  // namespace stride::exactness
