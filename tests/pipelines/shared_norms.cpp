// The norm steps on acquisitions whose norms are known.
#include "core/error.hpp"
#include "io/trace_source.hpp"
#include "step_fixture.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::test;

namespace {

Array<float> observed(const std::string& file, int shot) {
  const auto source = io::open_acquisitions(shared_folder() + "/cases/inputs/" + file);
  return source->read("observed", shot, 0, source->info("observed", shot)->traces);
}

struct Known {
  const char* file;
  int shot;
  double norm;
  std::vector<double> trace_norms;
};

// Computed with NumPy in double.
const std::vector<Known> known_norms = {
    {"tiny-Acquisitions.h5",
     0,
     3.6313176501165105,
     {4.4272353589410525, 3.1687779247338983, 4.061816382702054, 2.465717501901769, 3.7030605982792406}},
    {"tiny-Acquisitions.h5", 2, 3.9545740815605055, {4.91252219704647, 3.7622086598452262, 2.937495559649692}},
    {"tiny-Acquisitions.h5", 10, 3.157205632491577, {3.157205632491577}},
    {"tiny-Acquisitions.h5",
     11,
     3.3030421290173497,
     {3.997796580278631, 3.110541570333279, 3.662382237596536, 2.13762934390701}},
    {"val_dead_trace.h5",
     0,
     3.459843250237033,
     {4.4272353589410525, 3.1687779247338983, 4.061816382702054, 0, 3.7030605982792406}},
};

}  // namespace

TEST_CASE("norm_per_shot and norm_per_trace divide by the known norms") {
  STRIDE_NEEDS_SHARED();
  for (const Known& known : known_norms) {
    CAPTURE(known.file);
    CAPTURE(known.shot);
    const Array<float> x = observed(known.file, known.shot);
    const std::size_t samples = x.rows().cols;
    REQUIRE(x.rows().rows == known.trace_norms.size());
    const auto by_shot = make<float>("norm_per_shot", "{}", {})->forward(list(x.clone()));
    const auto by_trace = make<float>("norm_per_trace", "{}", {})->forward(list(x.clone()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double norm = known.trace_norms[i / samples];
      CHECK(by_shot[0][i] == static_cast<float>(static_cast<double>(x[i]) / known.norm));
      CHECK(by_trace[0][i] == (norm == 0 ? 0.0F : static_cast<float>(static_cast<double>(x[i]) / norm)));
    }
  }
}

TEST_CASE("norm_per_shot leaves a shot of zeros alone") {
  STRIDE_NEEDS_SHARED();
  const auto source = io::open_acquisitions(shared_folder() + "/cases/inputs/val_zero_shot.h5");
  int zero_shots = 0;
  for (const io::ShotInfo& shot : source->shots()) {
    const Array<float> x = observed("val_zero_shot.h5", shot.id);
    pipelines::Report report;
    StepContext<float> context;
    context.roles = {"observed"};
    context.report = &report;
    const auto y = make("norm_per_shot", "{}", context)->forward(list(x.clone()));
    CHECK(operators::all_finite(y[0].data(), y[0].size()));
    if (report.notes.empty()) continue;
    ++zero_shots;
    CHECK(report.notes[0].count == x.rows().rows);
    CHECK(same_bits(y[0], x));
  }
  CHECK(zero_shots == 1);
}
