#include <cmath>
#include <limits>

#include "pipelines/incorrect_traces.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

StepContext<float> context_of(pipelines::Report* report = nullptr) {
  StepContext<float> context;
  context.roles = {"observed"};
  context.shot_id = 2;
  context.trace_ids = {{5, 7, 11}};
  context.report = report;
  return context;
}

Array<float> with_bad_trace(float bad) {
  Array<float> traces = noise<float>({3, 64}, 1);
  traces[64 + 30] = bad;
  return traces;
}

}  // namespace

TEST_CASE("check_traces: stops with shot, role and location ids") {
  for (const float bad : {not_a_number, inf, -inf}) {
    const auto step = make("check_traces", "{}", context_of());
    try {
      step->forward(list(with_bad_trace(bad)));
      FAIL("no error");
    } catch (const pipelines::IncorrectTraces& e) {
      CHECK(e.kind() == ErrorKind::data);
      CHECK(e.where() == "shot 2, observed");
      CHECK(e.problem() == "1 trace with NaN or infinite samples: 7 (1 sample)");
      CHECK(e.trace_ids() == std::vector<int>{7});
    }
  }
}

TEST_CASE("check_traces: names ten traces and counts them all") {
  Array<float> traces = Array<float>::zeros({12, 4});
  for (float& x : traces) x = not_a_number;
  StepContext<float> context;
  context.roles = {"modelled"};
  try {
    make("check_traces", "{}", context)->forward(list(std::move(traces)));
    FAIL("no error");
  } catch (const pipelines::IncorrectTraces& e) {
    CHECK(e.problem() == "12 traces with NaN or infinite samples: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ... (48 samples)");
    CHECK(e.trace_ids().size() == 12);
  }
}

TEST_CASE("check_traces: warns, and leaves every bit alone") {
  pipelines::Report report;
  const auto step = make("check_traces", "{raise_incorrect: false}", context_of(&report));
  const auto out = step->forward(list(with_bad_trace(not_a_number)));
  CHECK(same_bits(out[0], with_bad_trace(not_a_number)));
  REQUIRE(report.notes.size() == 2);
  CHECK(report.notes[0].level == pipelines::Note::Level::warning);
  CHECK(report.notes[0].step == "check_traces");
  CHECK(report.notes[0].role == "observed");
  CHECK(report.notes[0].count == 1);
  CHECK(report.notes[1].text == "NaN or infinite samples");
  CHECK(report.notes[1].count == 1);
  step->forward(list(with_bad_trace(not_a_number)));
  CHECK(report.notes.size() == 2);
}

TEST_CASE("check_traces: filter_incorrect makes that trace zero, others keep their bits; the adjoint likewise") {
  const auto step = make("check_traces", "{raise_incorrect: false, filter_incorrect: true}", context_of());
  const Array<float> clean = noise<float>({3, 64}, 1);
  const auto check = [&](const Array<float>& result) {
    for (std::size_t i = 0; i < clean.size(); ++i) CHECK(result[i] == (i / 64 == 1 ? 0.0F : clean[i]));
  };
  check(step->forward(list(with_bad_trace(inf)))[0]);
  check(step->adjoint(list(clean.clone()), list(with_bad_trace(inf)))[0]);
  CHECK(same_bits(step->adjoint(list(clean.clone()), list(clean.clone()))[0], clean));
}
