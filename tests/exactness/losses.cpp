// Each loss, from vp through the propagator; each penalty of a field.
#include "exactness/taylor.hpp"
#include "optimisation/loss/table.hpp"
#include "optimisation/penalty/table.hpp"
#include "physics/gradient_problems.hpp"

namespace stride::exactness {
namespace {

using test::WaveProblem;
namespace ac = physics::acoustic;

class Compared {
 public:
  Compared(WaveProblem problem, optimisation::Loss<double> loss)
      : problem_(std::move(problem)),
        shot_(test::shot_in(problem_)),
        setup_(test::setup_of(shot_, shot_.wavelets[0])),
        loss_(std::move(loss)) {
    WaveProblem other = problem_;
    for (std::size_t n = 0; n < other.vp.size(); ++n) other.vp[n] *= n % 5 == 0 ? 1.03F : 1.01F;
    ac::Propagator<double> propagator(test::model_of<double>(other), 1);
    observed_ = propagator.run_and_keep(setup_, {}, {});
  }

  // The loss, and its gradient where that is asked for.
  double at(const std::vector<float>& vp, Array<double>* gradient) const {
    WaveProblem other = problem_;
    other.vp = vp;
    ac::Propagator<double> propagator(test::model_of<double>(other), 1);
    Array<double> traces = propagator.run_and_keep(setup_, {}, {});
    const Array<double>& lent = traces;
    const double loss = loss_.value(lent.rows(), observed_.rows(), traces.rows());
    if (gradient != nullptr) *gradient = propagator.gradient(setup_, lent.rows(), {}).vp;
    return loss;
  }

 private:
  WaveProblem problem_;
  test::WaveShot shot_;
  ac::ShotSetup setup_;
  optimisation::Loss<double> loss_;
  Array<double> observed_;
};

spec::Values values_of(const std::string& name) {
  spec::Values values;
  if (name == "huber") values.set("delta", 0.3, {}, true);
  if (name == "student_t") values.set("degrees", 2.0, {}, true);
  return values;
}

}  // namespace

void check_losses(Rows& rows) {
  struct Case {
    std::string name, loss;
    WaveProblem problem;
  };
  std::vector<Case> cases;
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    WaveProblem problem = test::uniform_problem({30, 40}, 0.5e-3, 8, 1500, 0.35, 200);
    problem.vp = test::wavy_field(problem.space.shape, 1500, 0.04);
    problem.settings.kernel = kernel;
    problem = test::on_lattice(problem);
    for (const std::string& name : optimisation::loss_names())
      cases.push_back({fmt::format("{}, {}", name, ac::to_string(kernel)), name, problem});
  }
  check_each(rows, cases, [](Figures& figures, const Case& one) {
    const std::vector<float>& vp = one.problem.vp;
    const std::vector<float> d = test::direction(one.problem);
    const Compared compared(one.problem,
                            optimisation::make_loss<double>(one.loss, one.problem.dt_s, values_of(one.loss)));
    Array<double> gradient;
    compared.at(vp, &gradient);
    add(figures, "vp", agreement(test::directional(gradient, d), 0x1p-2, [&](double by) {
          return compared.at(test::moved(vp, d, static_cast<float>(by)), nullptr);
        }));
  });
}

void check_penalties(Rows& rows) {
  for (const Shape& shape : {Shape{23, 31}, Shape{9, 8, 11}})
    for (const std::string& name : optimisation::penalty_names()) {
      Figures figures;
      const auto penalty = optimisation::make_penalty<double>(name, 0.7);
      const std::vector<float> start = test::wavy_field(shape, 1500, 0.06);
      const auto at = [&](double by, Array<double>& gradient) {
        Random random(5);
        Array<double> field = Array<double>::uninitialised(shape);
        for (std::size_t n = 0; n < field.size(); ++n) field[n] = static_cast<double>(start[n]) + by * random.normal();
        return penalty->add(field, gradient);
      };
      Array<double> gradient = Array<double>::zeros(shape);
      at(0, gradient);
      Random random(5);
      double derivative = 0;
      for (const double part : gradient) derivative += part * random.normal();
      add(figures, "field", agreement(derivative, 64, [&](double by) {
            Array<double> unused = Array<double>::zeros(shape);
            return at(by, unused);
          }));
      rows.add(fmt::format("{}, {}-D", name, shape.size()), figures);
    }
}

}  // namespace stride::exactness
