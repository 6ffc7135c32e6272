#include "optimisation/data_parallel_optimiser.hpp"

#include <atomic>
#include <limits>
#include <thread>

#include "core/error.hpp"
#include "optimiser/losses.hpp"

using namespace stride;
using namespace stride::test;
using namespace stride::optimisation;

namespace {

// A replica: the gradient of an item is made from the replica's own parameters.
struct Replica {
  Array<float>& params() { return parameters; }
  void clear_grads() {}
  Array<float> gradient(std::size_t shot, double scale) const {
    Random random(11, shot);
    Array<float> g = Array<float>::uninitialised(parameters.shape());
    for (std::size_t i = 0; i < g.size(); ++i)
      g[i] = static_cast<float>(scale * (static_cast<double>(parameters[i]) - random.normal()));
    return g;
  }
  Array<float> parameters;
};

struct Bench {
  Bench(const std::string& name, std::size_t workers)
      : model(workers,
              [] {
                return std::make_unique<Replica>(Replica{Array<float>::zeros({3, 4})});
              }),
        optimiser(make_optimiser<float>(name)) {
    for (float& x : model.params()) x = 2;
    optimiser.setup(model);
  }
  // Shots are drawn by whichever worker is free, as in a run.
  bool iterate(std::size_t shots, double step) {
    optimiser.start_batch(shots);
    std::atomic<std::size_t> next{0};
    runtime::at_once(model.workers(), [&](std::size_t w) {
      for (std::size_t shot = next++; shot < shots; shot = next++)
        optimiser.add_gradient(shot, model.replica(w).gradient(shot, optimiser.loss_scale()));
    });
    return optimiser.update(step);
  }

  runtime::DataParallel<Replica> model;
  DataParallelOptimiser<float> optimiser;
};

}  // namespace

TEST_CASE("data_parallel_optimiser: bits do not depend on the number of workers; replicas follow the root") {
  for (const std::string& name : optimiser_names()) {
    CAPTURE(name);
    std::vector<std::uint64_t> wanted;
    for (std::size_t workers = 1; workers <= 7; ++workers) {
      Bench bench(name, workers);
      for (int k = 0; k < 6; ++k) CHECK(bench.iterate(23, 0.01));
      if (workers == 1) wanted = bits_of(bench.model.params());
      for (std::size_t w = 0; w < workers; ++w) CHECK(bits_of(bench.model.replica(w).parameters) == wanted);
    }
  }
}

TEST_CASE("data_parallel_optimiser: the gradient is the sum over the items") {
  Bench bench("gradient_descent", 3);
  CHECK(bits_of(bench.model.replica(2).parameters) == bits_of(bench.model.params()));  // published by setup
  double sum = 0;
  for (std::size_t shot = 0; shot < 5; ++shot) sum += static_cast<double>(bench.model.root().gradient(shot, 1)[7]);
  bench.iterate(5, 0.5);
  CHECK(static_cast<double>((*bench.optimiser.target().gradient)[7]) == doctest::Approx(sum).epsilon(1e-6));
  CHECK(static_cast<double>(bench.model.params()[7]) == doctest::Approx(2 - 0.5 * sum).epsilon(1e-6));
}

TEST_CASE("data_parallel_optimiser: its hooks stand around all others, and setup may be called again") {
  Bench bench("gradient_descent", 2);
  const auto refused = [&](const char* name) {
    CHECK_THROWS_AS(bench.optimiser.add_hook({name, Timing::pre, 0, [](Update<float>&) {}}), Error);
  };
  refused("DataParallelCumulateGradients");
  refused("DataParallelUpdateModelParams");
  CHECK_NOTHROW(bench.optimiser.setup(bench.model));
  bench.optimiser.add_hook({"zero", Timing::pre, 100, [](Update<float>& u) { u.gradient[0] = 0; }});
  bench.optimiser.add_hook({"clip", Timing::post, -100, [](Update<float>& u) { u.parameters[1] = 9; }});
  bench.iterate(4, 0.5);
  CHECK(bench.model.replica(1).parameters[0] == 2);  // the hook saw the sum
  CHECK(bench.model.replica(1).parameters[1] == 9);  // the copy was made after the hook
  auto wrapped = make_optimiser<float>("adam");
  wrapped->add_hook({"DataParallelUpdateModelParams", Timing::post, 0, [](Update<float>&) {}});
  DataParallelOptimiser<float> other(std::move(wrapped));
  CHECK_THROWS_AS(other.setup(bench.model), Error);
}

TEST_CASE("data_parallel_optimiser: an unsafe update is skipped in all replicas; scaling recovers") {
  Bench bench("adam", 3);
  bench.iterate(6, 0.1);
  const auto before = bits_of(bench.model.params());
  bench.optimiser.loss_scaling(2);
  bench.optimiser.set_loss_scale(1024);
  bench.optimiser.start_batch(2);
  bench.optimiser.add_gradient(0, bench.model.root().gradient(0, 1));
  Array<float> bad = bench.model.root().gradient(1, 1);
  bad[5] = std::numeric_limits<float>::infinity();
  bench.optimiser.add_gradient(1, std::move(bad));
  CHECK_FALSE(bench.optimiser.update(0.1));
  CHECK_FALSE(bench.optimiser.is_safe_to_update());
  CHECK(bench.optimiser.skipped_updates() == 1);
  CHECK(bench.optimiser.loss_scale() == 512);
  for (std::size_t w = 0; w < 3; ++w) CHECK(bits_of(bench.model.replica(w).parameters) == before);
  CHECK(bench.iterate(6, 0.1));
  CHECK(bench.iterate(6, 0.1));
  CHECK(bench.optimiser.loss_scale() == 1024);
  // A power of two divides out: the same bits as without scaling.
  Bench plain("adam", 1);
  for (int k = 0; k < 3; ++k) plain.iterate(6, 0.1);
  CHECK(bits_of(plain.model.params()) == bits_of(bench.model.params()));
}

TEST_CASE("data_parallel_optimiser: shots may be left out, but not all, and none may be missing") {
  Bench bench("gradient_descent", 2);
  CHECK_THROWS_WITH_AS(bench.optimiser.update(1),
                       "data_parallel_optimiser: there is no batch to add gradients of; call start_batch first", Error);
  bench.optimiser.start_batch(3);
  bench.optimiser.add_gradient(2, bench.model.root().gradient(0, 1));
  bench.optimiser.leave_out(0);
  CHECK_THROWS_WITH_AS(bench.optimiser.update(1), "tree_sum: 1 of 3 items have not come", Error);
  bench.optimiser.leave_out(1);
  CHECK(bench.optimiser.update(1));
  bench.optimiser.start_batch(1);
  bench.optimiser.leave_out(0);
  CHECK_THROWS_WITH_AS(bench.optimiser.update(1), "data_parallel_optimiser: no item of the batch gave a gradient",
                       Error);
  bench.optimiser.start_batch(1);
  bench.optimiser.add_gradient(0, Array<float>::zeros({12}));
  CHECK_THROWS_AS(bench.optimiser.update(1), Error);
}

TEST_CASE("data_parallel_optimiser: all else is the wrapped optimiser's") {
  Bench bench("lbfgs", 2);
  CHECK(bench.optimiser.name() == "lbfgs");
  CHECK(bench.optimiser.init_kwargs().at("memory") == "5");
  CHECK(bench.optimiser.target().parameters == &bench.model.params());
  bench.optimiser.use_auto_new_epoch(2);
  for (int k = 0; k < 4; ++k) bench.iterate(5, 0.05);
  CHECK(bench.optimiser.epoch() == 2);
  bench.optimiser.use_auto_new_epoch(0);
  bench.optimiser.new_epoch();
  CHECK(bench.optimiser.epoch() == 3);
  CHECK(bench.optimiser.updates() == 4);

  // Restored, on another number of workers, it goes on with the same bits.
  Bench other("lbfgs", 3);
  other.optimiser.deserialize(bench.optimiser.serialize(), {3, 4});
  std::copy(bench.model.params().begin(), bench.model.params().end(), other.model.params().begin());
  other.optimiser.setup(other.model);
  bench.iterate(5, 0.05);
  other.iterate(5, 0.05);
  CHECK(bits_of(other.model.replica(2).parameters) == bits_of(bench.model.params()));
  CHECK(bench.optimiser.check_nan_in_grads(vector_of<float>({std::nan("")})));
  CHECK_FALSE(bench.optimiser.is_safe_to_update());
  CHECK_THROWS_AS(DataParallelOptimiser<float>(make_optimiser<float>("adam")).setup(std::vector<Array<float>*>{}),
                  Error);
}
