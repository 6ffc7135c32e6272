#include "optimisation/optimiser/closure.hpp"

#include <set>

#include "core/error.hpp"
#include "losses.hpp"

using namespace stride;
using namespace stride::test;
using namespace stride::optimisation;

namespace {

using Named = NamedArrays<double>;

// Predicts parameter * sources for every shot.
class Line final : public Model<double> {
 public:
  Named forward(const Named& batch) override {
    sources_ = batch.at("sources").clone();
    Named predictions;
    predictions.emplace("modelled", sources_.clone());
    for (double& x : predictions.at("modelled")) x *= parameter_[0];
    return predictions;
  }
  void adjoint(const Named& gradients) override {
    const Array<double>& g = gradients.at("modelled");
    for (std::size_t i = 0; i < g.size(); ++i) gradient_[0] += g[i] * sources_[i];
  }
  void clear_grads() override { gradient_[0] = 0; }
  Array<double>& params() override { return parameter_; }
  Array<double>& grads() override { return gradient_; }

 private:
  Array<double> parameter_ = Array<double>::zeros({1}), gradient_ = Array<double>::zeros({1}), sources_;
};

double l2(const Named& predictions, const Named& batch, Named* gradients) {
  const Array<double>&modelled = predictions.at("modelled"), &observed = batch.at("observed");
  Array<double> residual = modelled.clone();
  double sum = 0;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    residual[i] -= observed[i];
    sum += 0.5 * residual[i] * residual[i];
  }
  if (gradients != nullptr) (*gradients)["modelled"] = std::move(residual);
  return sum;
}

double largest(const Named& predictions, const Named&) {
  double result = 0;
  for (const double x : predictions.at("modelled")) result = std::max(result, x);
  return result;
}

// Four shots of two samples; observed is 3 times the sources, but for the last shot.
Named four_shots() {
  Named batch;
  batch.emplace("sources", Array<double>::from({4, 2}, std::vector<double>{1, 0, 0, 1, 1, 1, 2, 0}));
  batch.emplace("observed", Array<double>::from({4, 2}, std::vector<double>{3, 0, 0, 3, 3, 3, 0, 0}));
  batch.emplace("dt", Array<double>::from({}, std::vector<double>{0.1}));
  return batch;
}

}  // namespace

TEST_CASE("closure: values come under the keys given, and the model moves by one step") {
  Line model;
  const auto optimiser = make_optimiser<double>("gradient_descent");
  const auto result = closure<double>(model, four_shots(), {{"default", {optimiser.get(), 0.25}}}, {{"misfit", l2}},
                                      {{"peak", largest}});
  CHECK(result.losses == std::map<std::string, double>{{"misfit", 0.5 * 4 * 9}});
  CHECK(result.metrics == std::map<std::string, double>{{"peak", 0}});
  CHECK(result.predictions.at("modelled").shape() == Shape{4, 2});
  CHECK(result.updated);
  CHECK(model.params()[0] == 0.25 * 12);
  const auto judged = closure<double>(model, four_shots(), {}, {{"misfit", l2}}, {{"peak", largest}});
  CHECK(judged.losses.at("misfit") == 0.5 * 36);
  CHECK(judged.metrics.at("peak") == 6);
  CHECK_FALSE(judged.updated);
  CHECK(model.params()[0] == 3);
}

TEST_CASE("closure: held-out shots never make the gradient; their loss is reported after the update") {
  for (const bool held_out : {false, true}) {
    Line model;
    const auto optimiser = make_optimiser<double>("gradient_descent");
    const Fold fold = held_out ? Fold{{0, 1, 2}, {3}} : Fold{{0, 1, 3}, {2}};
    Named batch = four_shots();
    // What is held out is spoilt on purpose: it must not reach the model.
    if (held_out) batch.at("observed")[6] = 1e6;
    const auto result =
        closure<double>(model, batch, {{"default", {optimiser.get(), 0.25}}}, {{"misfit", l2}}, {}, &fold);
    CHECK(result.predictions.at("modelled").shape() == Shape{3, 2});
    if (held_out) {
      CHECK(model.params()[0] == 0.25 * 12);
      CHECK(result.losses.at("misfit") == 0.5 * 4 * 9);
      CHECK(result.metrics.at("held_out_misfit") == 0.5 * std::pow(1e6 - 6, 2));
    } else {
      CHECK(model.params()[0] == 0.25 * 6);
      CHECK(result.metrics.at("held_out_misfit") == 0.5 * 2 * 1.5 * 1.5);
    }
  }
  Line model;
  const Fold fold{{0, 4}, {1}};
  CHECK_THROWS_AS(closure<double>(model, four_shots(), {}, {{"misfit", l2}}, {}, &fold), Error);
}

TEST_CASE("closure: loss scales divide out for each optimiser, and must agree") {
  Line model;
  const auto first = make_optimiser<double>("gradient_descent"), second = make_optimiser<double>("gradient_descent");
  first->set_loss_scale(64);
  CHECK_THROWS_AS(
      closure<double>(model, four_shots(), {{"a", {first.get(), 0.25}}, {"b", {second.get(), 0.25}}}, {{"misfit", l2}}),
      Error);
  second->set_loss_scale(64);
  closure<double>(model, four_shots(), {{"a", {first.get(), 0.25}}, {"b", {second.get(), 0.125}}}, {{"misfit", l2}});
  CHECK(model.params()[0] == 0.375 * 12);
}

TEST_CASE("folds: every shot is held out exactly once, and the split is the seed's") {
  for (const std::size_t items : {2UL, 7UL, 20UL, 33UL})
    for (const std::size_t folds : {2UL, 5UL, 7UL}) {
      if (folds > items) {
        CHECK_THROWS_AS(make_folds(items, folds, 1), Error);
        continue;
      }
      const std::vector<Fold> split = make_folds(items, folds, 42), again = make_folds(items, folds, 42);
      std::multiset<std::size_t> held_out;
      for (std::size_t f = 0; f < folds; ++f) {
        CHECK(split[f].held_out == again[f].held_out);
        CHECK(split[f].held_out.size() >= items / folds);
        CHECK(split[f].held_out.size() <= (items + folds - 1) / folds);
        CHECK(split[f].training.size() + split[f].held_out.size() == items);
        CHECK(std::is_sorted(split[f].training.begin(), split[f].training.end()));
        for (const std::size_t shot : split[f].held_out)
          CHECK_FALSE(std::binary_search(split[f].training.begin(), split[f].training.end(), shot));
        held_out.insert(split[f].held_out.begin(), split[f].held_out.end());
      }
      CHECK(held_out.size() == items);
      CHECK(std::set<std::size_t>(held_out.begin(), held_out.end()).size() == items);
    }
  CHECK(make_folds(20, 4, 1)[0].held_out != make_folds(20, 4, 2)[0].held_out);
  CHECK_THROWS_AS(make_folds(5, 1, 1), Error);
}
