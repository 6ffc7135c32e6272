#include "run/invert.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "io/field_file.hpp"
#include "io/loop_file.hpp"
#include "io/provenance_file.hpp"
#include "run/invert_fixture.hpp"
#include "run/invert_update.hpp"

using namespace stride;
using namespace stride::run;
using namespace stride::run::test;

namespace {

using Names = std::vector<std::string>;

Names names(const stride::test::Folder& folder) {
  Names all;
  for (const auto& [name, bytes] : results(folder)) all.push_back(name);
  return all;
}

std::vector<std::vector<std::string>> table(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back(1);
    else if (c == ',')
      lines.back().emplace_back();
    else
      lines.back().back() += c;
  }
  lines.pop_back();
  return lines;
}

bool decreasing(const std::vector<double>& values) {
  return std::is_sorted(values.rbegin(), values.rend()) &&
         std::adjacent_find(values.begin(), values.end()) == values.end();
}

}  // namespace

TEST_CASE("invert: the loss and the model's error fall, and every version of the model is on disk") {
  const stride::test::Folder folder;
  const InvertSummary summary = invert_in(folder, invert_spec("{blocks: [{iterations: 4}]}"));
  REQUIRE(summary.iterations.size() == 4);
  CHECK(summary.iterations_before == 0);
  CHECK(summary.iterations_total == 4);
  CHECK(decreasing(losses(summary)));
  // Near the end noise of the few shots and of fixed steps stays.
  CHECK(decreasing({model_error(folder, 0), model_error(folder, 1), model_error(folder, 2), model_error(folder, 3)}));
  CHECK(model_error(folder, 4) < 0.5 * model_error(folder, 0));
  CHECK(names(folder) == Names{"ring-Losses.csv", "ring-OptimisationLoop.h5", "ring-Vp-00001.h5", "ring-Vp-00002.h5",
                               "ring-Vp-00003.h5", "ring-Vp-00004.h5", "ring-Vp.h5", "ring.checkpoint"});
  CHECK(summary.model_file == folder / "out/ring-Vp-00004.h5");
  CHECK(summary.outputs.size() == 4);
  CHECK(summary.quarantined.empty());
  CHECK(summary.peak_memory_bytes > 0);
  CHECK(summary.predicted_memory_bytes > 0);
  CHECK_HOLDS(stride::test::contents(folder / "out/ring.run.json"), "\"status\": \"done\"");
  // The start model is what the spec says.
  const Array<float> start = model(folder, 0);
  CHECK(std::all_of(start.begin(), start.end(), [](float v) { return v == 1500; }));
  for (const IterationReport& report : summary.iterations) {
    CHECK(report.record.step == 1);
    CHECK(report.record.updated);
    CHECK(report.record.shot_ids.size() == 8);
    CHECK(report.record.model_min < 1500);
    CHECK(report.record.model_max > 1500);
    CHECK(report.change.has_value() == (report.record.iteration > 0));
  }
  CHECK(*summary.iterations[1].change ==
        doctest::Approx(summary.iterations[1].record.loss / summary.iterations[0].record.loss - 1));
}

TEST_CASE("invert: loop file, csv, files' provenance and the reports say the same") {
  const stride::test::Folder folder;
  const InvertSummary summary =
      invert_in(folder, invert_spec("{blocks: [{iterations: 2}, {iterations: 1, f_max: 0.2 MHz}]}"));
  const io::LoopRecord loop = io::read_loop(folder / "out/ring-OptimisationLoop.h5");
  const auto csv = table(stride::test::contents(folder / "out/ring-Losses.csv"));
  REQUIRE(csv.size() == 4);
  CHECK(csv[0][3] == "loss");
  CHECK(loop.num_blocks == 2);
  REQUIRE(loop.blocks.size() == 2);
  REQUIRE(loop.iterations() == 3);
  for (std::size_t n = 0; n < 3; ++n) {
    const optimisation::IterationRecord& record = summary.iterations[n].record;
    CHECK(record.iteration == n);
    CHECK(record.block == (n == 2 ? 1 : 0));
    CHECK(csv[n + 1][0] == std::to_string(n));
    CHECK(csv[n + 1][1] == std::to_string(record.block));
    CHECK(csv[n + 1][2] == (n == 2 ? "200000" : "0"));
    CHECK(std::stod(csv[n + 1][3]) == record.loss);
    CHECK(std::stod(csv[n + 1][8]) == record.model_min);
    CHECK(csv[n + 1].back() == "8");
    const io::LoopIteration& there = loop.blocks[record.block].iterations[record.in_block];
    CHECK(there.abs_id == static_cast<int>(n));
    CHECK(there.shot_ids == record.shot_ids);
    double sum = 0;
    REQUIRE(there.losses.size() == record.losses.size());
    for (std::size_t s = 0; s < 8; ++s) {
      CHECK(there.losses[s] == static_cast<float>(record.losses[s]));
      sum += record.losses[s];
    }
    CHECK(record.loss == doctest::Approx(sum));
  }
  // The change is told within a block.
  CHECK_FALSE(summary.iterations[2].change);
  for (const char* name : {"Vp", "Vp-00003", "OptimisationLoop"}) {
    const auto provenance = io::read_provenance(folder / fmt::format("out/ring-{}.h5", name));
    REQUIRE(provenance);
    CHECK_HOLDS(provenance->spec_yaml, "parameter: slowness");
    REQUIRE(provenance->inputs.size() == 1);
    CHECK(provenance->inputs[0].name == "ring-Acquisitions.h5");
  }
}

TEST_CASE("invert: gradients are written as asked") {
  const auto written = [](const std::string& asked) {
    const stride::test::Folder folder;
    invert_in(folder, invert_spec("{blocks: [{iterations: 2}], write_gradients: " + asked + "}"));
    Names all = names(folder);
    std::erase_if(all, [](const std::string& name) {
      return name.find("Grad") == std::string::npos && name.find("Prec") == std::string::npos;
    });
    return all;
  };
  CHECK(written("[raw]") == Names{"ring-RawVpGrad-00001.h5", "ring-RawVpGrad-00002.h5", "ring-RawVpPrec-00001.h5",
                                  "ring-RawVpPrec-00002.h5"});
  CHECK(written("[preconditioned]") ==
        Names{"ring-VpGrad-00001.h5", "ring-VpGrad-00002.h5", "ring-VpPrec-00001.h5", "ring-VpPrec-00002.h5"});
  CHECK(written("[processed]") == Names{"ring-ProcessedVpGrad-00001.h5", "ring-ProcessedVpGrad-00002.h5"});
  CHECK(written("[raw, preconditioned, processed]").size() == 10);
}

TEST_CASE("invert: gradients on disk go from raw to preconditioned to processed to the next model") {
  const stride::test::Folder folder;
  invert_in(folder, invert_spec("{blocks: [{iterations: 1, step_size: 2}], "
                                "write_gradients: [raw, preconditioned, processed]}",
                                "optimiser: {test_step_size: 0.5}\n"));
  const auto field = [&](const std::string& name) {
    return io::read_field(folder / ("out/ring-" + name + "-00001.h5")).data.clone();
  };
  const Array<float> raw = field("RawVpGrad"), preconditioned = field("VpGrad"), energy = field("VpPrec"),
                     processed = field("ProcessedVpGrad"), after = model(folder, 1);
  double mean = 0, largest = 0;
  for (std::size_t n = 0; n < raw.size(); ++n) {
    CHECK(preconditioned[n] == doctest::Approx(raw[n] / (1 + energy[n])));
    mean += static_cast<double>(energy[n]) / static_cast<double>(raw.size());
    largest = std::max(largest, std::abs(static_cast<double>(processed[n])));
    CHECK(1 / after[n] == doctest::Approx(1 / 1500.0 - 2 * static_cast<double>(processed[n])).epsilon(1e-6));
  }
  CHECK(mean == doctest::Approx(4).epsilon(1e-4));
  // norm_field: half a percent of 1/1500 s/m; halved by test_step_size.
  CHECK(largest == doctest::Approx(0.5 * 0.005 / 1500).epsilon(1e-3));
}

TEST_CASE("invert: the same bytes for any number of workers and threads") {
  const std::string text = invert_spec(
      "{blocks: [{iterations: 1, select_shots: {num: 5, randomly: true}}, {iterations: 2, f_max: 0.2 MHz}], "
      "write_gradients: [raw, preconditioned, processed], folds: 4}",
      "optimiser: {type: lbfgs, line_search: {type: wolfe, max_trials: 2}, prec_scale: 2}\n"
      "loss: {penalties: {tikhonov: 1.0e-9}}\n");
  const stride::test::Folder one;
  InvertOptions options;
  options.forward.workers = 1;
  options.forward.threads_per_worker = 1;
  invert_in(one, text, options);
  for (const auto& [workers, threads] : {std::pair{2, 1}, {5, 1}, {1, 2}, {2, 2}}) {
    CAPTURE(workers);
    CAPTURE(threads);
    const stride::test::Folder other;
    options.forward.workers = workers;
    options.forward.threads_per_worker = threads;
    CHECK(invert_in(other, text, options).workers == workers);
    CHECK(different(one, other) == Names{});
  }
}

TEST_CASE("invert: held-out shots make no gradient, and their loss is told") {
  std::vector<int> all;
  for (int fold = 0; fold < 3; ++fold) {
    const stride::test::Folder folder;
    const InvertSummary summary =
        invert_in(folder, invert_spec(fmt::format("{{blocks: [{{iterations: 2}}], folds: 3, fold: {}}}", fold)));
    std::vector<int> held_out{0, 1, 2, 3, 4, 5, 6, 7};
    for (const IterationReport& report : summary.iterations) {
      CHECK(report.record.has_held_out);
      CHECK(report.record.held_out_loss > 0);
      for (const int id : report.record.shot_ids) std::erase(held_out, id);
    }
    // After each update: the second is lower.
    CHECK(summary.iterations[1].record.held_out_loss < summary.iterations[0].record.held_out_loss);
    CHECK(held_out.size() == 8 - summary.iterations[0].record.shot_ids.size());
    all.insert(all.end(), held_out.begin(), held_out.end());
    const auto csv = table(stride::test::contents(folder / "out/ring-Losses.csv"));
    CHECK(std::stod(csv[1][10]) == summary.iterations[0].record.held_out_loss);
    // Wrong traces of the shots that are held out do not change the model.
    const stride::test::Folder other;
    write_observed(other / "other.h5", [&](int shot, Array<float>& traces) {
      if (std::find(held_out.begin(), held_out.end(), shot) != held_out.end())
        for (float& value : traces) value = -value;
      return true;
    });
    const InvertSummary with_wrong =
        invert_in(other, invert_spec(fmt::format("{{blocks: [{{iterations: 2}}], folds: 3, fold: {}}}", fold),
                                     "traces: {observed: other.h5}\n"));
    CHECK(losses(with_wrong) == losses(summary));
    CHECK(with_wrong.iterations[0].record.held_out_loss > 2 * summary.iterations[0].record.held_out_loss);
  }
  // Each shot is held out once.
  std::sort(all.begin(), all.end());
  CHECK(all == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("invert: slowness and velocity are two ways to nearly the same model") {
  const stride::test::Folder slowness, velocity;
  const std::string with = "optimiser: {prec_scale: 0, parameter: ";
  const InvertSummary s = invert_in(slowness, invert_spec("{blocks: [{iterations: 3}]}", with + "slowness}\n")),
                      v = invert_in(velocity, invert_spec("{blocks: [{iterations: 3}]}", with + "velocity}\n"));
  CHECK(decreasing(losses(s)));
  CHECK(decreasing(losses(v)));
  const Array<float> a = model(slowness, 1), b = model(velocity, 1);
  double apart = 0, change = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    apart = std::max(apart, std::abs(static_cast<double>(a[n] - b[n])));
    change = std::max(change, std::abs(static_cast<double>(a[n]) - 1500));
  }
  // Steps of half a percent: they differ by its square.
  CHECK(change == doctest::Approx(7.5).epsilon(0.02));
  CHECK(apart > 0);
  CHECK(apart < 0.1);
}

TEST_CASE("invert: a model within bounds, whoever holds it there") {
  for (const std::string more : {"optimiser: {step_size: 4, process_model: {min: 1495, max: 1510}}\n",
                                 "optimiser: {step_size: 4, constraints: [{type: bound, min: 1495, max: 1510}]}\n"}) {
    const stride::test::Folder folder;
    const InvertSummary summary = invert_in(folder, invert_spec("{blocks: [{iterations: 2}]}", more));
    CHECK(summary.iterations.back().record.model_min == 1495);
    CHECK(summary.iterations.back().record.model_max == 1510);
  }
}

TEST_CASE("invert: a constraint smooths, and a penalty is part of loss and gradient") {
  const auto roughness = [](const stride::test::Folder& folder) {
    const Array<float> vp = model(folder, 2);
    double sum = 0;
    for (std::size_t n = 1; n < vp.size(); ++n) sum += std::abs(static_cast<double>(vp[n] - vp[n - 1]));
    return sum;
  };
  const std::string loop = "{blocks: [{iterations: 2}], write_gradients: [raw]}";
  const stride::test::Folder plain, smooth, penalised;
  const InvertSummary without = invert_in(plain, invert_spec(loop));
  invert_in(smooth, invert_spec(loop, "optimiser: {constraints: [{type: tvp, weight: 1}]}\n"));
  CHECK(roughness(smooth) < 0.9 * roughness(plain));
  const InvertSummary with = invert_in(penalised, invert_spec(loop, "loss: {penalties: {tikhonov: 1.0e-4}}\n"));
  CHECK(without.iterations[1].record.penalty == 0);
  // The start is uniform: nothing to penalise there.
  CHECK(with.iterations[0].record.loss == without.iterations[0].record.loss);
  CHECK(with.iterations[1].record.penalty > 0);
  double sum = 0;
  for (const double loss : with.iterations[1].record.losses) sum += loss;
  CHECK(with.iterations[1].record.loss == doctest::Approx(sum + with.iterations[1].record.penalty));
  CHECK(different(plain, penalised).size() > 3);
}

TEST_CASE("invert: other losses lower as well") {
  for (const std::string loss : {"{type: ncc}", "{type: huber, delta: 0.001}", "{type: envelope}",
                                 "{type: student_t, degrees: 3, scale: 0.01}"}) {
    CAPTURE(loss);
    const stride::test::Folder folder;
    const InvertSummary summary = invert_in(folder, invert_spec("{blocks: [{iterations: 3}]}", "loss: " + loss + "\n"));
    CHECK(decreasing(losses(summary)));
    CHECK(model_error(folder, 3) < model_error(folder, 0));
  }
}

TEST_CASE("invert: fields in double precision, and kept in half, lead to the same model within their precision") {
  const std::string loop = "{blocks: [{iterations: 2}]}";
  const stride::test::Folder single, full, half;
  invert_in(single, invert_spec(loop));
  invert_in(full, invert_spec(loop, "physics: {precision: f64}\n"));
  const InvertSummary summary = invert_in(half, invert_spec(loop, "physics: {wavefield: {precision: f16}}\n"));
  CHECK_HOLDS(summary.strategy, "f16");
  const Array<float> a = model(single, 2), b = model(full, 2), c = model(half, 2);
  for (std::size_t n = 0; n < a.size(); ++n) {
    CHECK(a[n] == doctest::Approx(b[n]).epsilon(1e-5));
    CHECK(a[n] == doctest::Approx(c[n]).epsilon(1e-4));
  }
}

TEST_CASE("invert: a line search of any kind lowers the loss in every iteration") {
  for (const std::string type : {"parabolic", "backtracking", "wolfe"}) {
    CAPTURE(type);
    const stride::test::Folder folder;
    const InvertSummary summary = invert_in(
        folder, invert_spec("{blocks: [{iterations: 4}]}", "optimiser: {line_search: {type: " + type + "}}\n"));
    CHECK(decreasing(losses(summary)));
    CHECK(model_error(folder, 4) < model_error(folder, 0));
    for (const IterationReport& report : summary.iterations) {
      CHECK(report.record.trials >= 1);
      CHECK(report.record.trials <= 5);
      CHECK(report.remark.empty());
    }
  }
}

TEST_CASE("invert: a line search that finds nothing better says so and goes on") {
  const stride::test::Folder folder;
  std::vector<std::string> passes;
  InvertOptions options;
  options.on_progress = [&passes](const InvertProgress& now) { passes.push_back(now.pass); };
  const InvertSummary summary = invert_in(
      folder,
      invert_spec(
          "{blocks: [{iterations: 2, step_size: 30}]}",
          "optimiser: {line_search: {type: backtracking, max_trials: 1}, process_model: {min: 1300, max: 1700}}\n"),
      options);
  REQUIRE(summary.iterations.size() == 2);
  CHECK_HOLDS(summary.iterations[0].remark, "no trial of the line search lowered the loss");
  CHECK_HOLDS(summary.iterations[0].remark, "the best one was taken, step 30");
  CHECK(summary.iterations[0].record.trials == 1);
  CHECK(std::count(passes.begin(), passes.end(), "trial 1") >= 8);
}
