#include "problem/acquisitions.hpp"

#include "io/acquisitions_writer.hpp"
#include "problem/fixture.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::problem;
using namespace stride::problem::test;

namespace {

const Space small{{5, 7}, {1e-3, 1e-3}, {2, 2}, {2, 2}};
const char* grid = "space: {shape: [5, 7], spacing: 1 mm, extra: 3}\ntime: {step: 0.1 us, num: 20}\n";
const Geometry corners({{0, {0, 0}}, {2, {4e-3, 0}}, {5, {4e-3, 6e-3}}}, "geometry");

struct Outcome {
  std::optional<Acquisitions> acquisitions;
  std::string text;
  spec::Diagnostics diagnostics;
};

Outcome acquisitions_of(const std::string& text, const std::string& folder = ".", const Geometry* geometry = &corners) {
  Reading reading = read(grid + text, folder);
  Outcome outcome;
  outcome.acquisitions = setup_acquisitions(reading.spec, geometry, reading.diagnostics);
  outcome.text = reading.text();
  outcome.diagnostics = reading.diagnostics;
  return outcome;
}

void write(const std::string& file, const std::vector<io::ShotInfo>& shots, const Space& space = small,
           const Time& time = {0, 1e-7, 20}) {
  io::AcquisitionsWriter writer(file, true, space, time, shots.size());
  for (const io::ShotInfo& shot : shots) {
    const Array<float> wavelets = ramp({shot.source_ids.size(), 20}, 1);
    const Array<float> traces = ramp({shot.receiver_ids.size(), 20});
    std::vector<io::TraceSetOut> sets{{"wavelets", wavelets.rows(), shot.source_ids}};
    if (shot.id != 7) sets.push_back({"observed", traces.rows(), shot.receiver_ids});
    writer.write_shot(shot, sets);
  }
  writer.commit({});
}

}  // namespace

TEST_CASE("acquisitions: by default each location fires once and all listen") {
  for (const char* text : {"", "acquisitions: default\n", "acquisitions: {sources: all, receivers: all}\n"}) {
    const Outcome outcome = acquisitions_of(text);
    CHECK(outcome.text.empty());
    REQUIRE(outcome.acquisitions);
    CHECK(outcome.acquisitions->ids() == std::vector<int>{0, 2, 5});
    const Shot& shot = outcome.acquisitions->shots[1];
    CHECK(shot.source_ids == std::vector<int>{2});
    CHECK(shot.receiver_ids == std::vector<int>{0, 2, 5});
    CHECK_FALSE(shot.observed);
  }
}

TEST_CASE("acquisitions: lists") {
  const Outcome outcome = acquisitions_of("acquisitions: {sources: [5, 0], receivers: [2, 0]}\n");
  CHECK(outcome.text.empty());
  CHECK(outcome.acquisitions->ids() == std::vector<int>{0, 5});
  CHECK(outcome.acquisitions->shots[0].receiver_ids == std::vector<int>{2, 0});  // rows as they were listed
  CHECK(outcome.acquisitions->source_ids() == std::set<int>{0, 5});
  CHECK(used_ids(outcome.acquisitions->shots) == std::set<int>{0, 2, 5});

  const Outcome unknown = acquisitions_of("acquisitions: {sources: [0, 1, 99999999999], receivers: [2]}\n");
  CHECK_SAYS(unknown.text,
             "t.yaml:5:25: error: acquisitions.sources: there is no location 1, 99999999999; geometry has 3 locations, "
             "0 to 5");
  CHECK_FALSE(unknown.acquisitions);
  CHECK_SAYS(acquisitions_of("acquisitions: {receivers: [2, 3]}\n").text,
             "acquisitions.receivers: there is no location 3");
  CHECK_SAYS(acquisitions_of("acquisitions: {receivers: [2, 0, 2]}\n").text, "names location 2 twice");
  CHECK_SAYS(acquisitions_of("acquisitions: {file: a.h5, sources: [0]}\n").text, "does not go with `file`");
}

TEST_CASE("acquisitions: more traces than memory could name are refused") {
  std::map<int, std::vector<double>> many;
  for (int id = 0; id < 20000; ++id) many.emplace(id, std::vector<double>{0, 0});
  const Geometry geometry(std::move(many), "geometry");
  const Outcome all = acquisitions_of("acquisitions: default\n", ".", &geometry);
  CHECK_SAYS(all.text, "acquisitions.sources: 20000 sources and 20000 receivers make 4e+08 traces");
  CHECK(acquisitions_of("acquisitions: {sources: [0]}\n", ".", &geometry).acquisitions->shots.size() == 1);
}

TEST_CASE("acquisitions: a file's shots, in numeric order, and what is observed already") {
  const stride::test::Folder folder;
  write(folder / "a.h5", {{10, {2}, {0, 5}}, {7, {5, 0}, {2}}});
  const Outcome outcome = acquisitions_of("acquisitions: {file: a.h5}\n", folder.path());
  CHECK(outcome.text.empty());
  REQUIRE(outcome.acquisitions);
  CHECK(outcome.acquisitions->ids() == std::vector<int>{7, 10});
  CHECK_FALSE(outcome.acquisitions->shots[0].observed);  // still to be modelled
  CHECK(outcome.acquisitions->shots[1].observed);
  CHECK(outcome.acquisitions->shots[0].source_ids == std::vector<int>{5, 0});
  CHECK(outcome.acquisitions->source != nullptr);
}

TEST_CASE("acquisitions: what is wrong with a file is told at the key that names it") {
  const stride::test::Folder folder;
  const auto complaint = [&] {
    const Outcome outcome = acquisitions_of("acquisitions: {file: a.h5}\n", folder.path());
    CHECK_SAYS(outcome.text, "t.yaml:5:22: error: acquisitions: ");
    CHECK(outcome.diagnostics.worst() == ErrorKind::data);
    CHECK(outcome.diagnostics.error_count() == 1);
    return outcome.text;
  };
  CHECK_SAYS(complaint(), "no such file");
  write(folder / "a.h5", {{1, {2}, {0, 99, 98}}});
  CHECK_SAYS(complaint(), "its shots name locations that are not there: 98, 99; geometry has 3 locations, 0 to 5");
  write(folder / "a.h5", {{1, {2}, {0, 5, 0}}});
  CHECK_SAYS(complaint(), "/shots/1/receiver_ids: names location 0 twice");
  write(folder / "a.h5", {{1, {2}, {0}}}, {{5, 8}, {1e-3, 1e-3}, {2, 2}, {2, 2}});
  CHECK_SAYS(
      complaint(),
      "was made on another grid: (5, 8) cells of (0.001, 0.001) m, but space: says (5, 7) cells of (0.001, 0.001) m");
  write(folder / "a.h5", {{1, {2}, {0}}}, {{5, 7}, {1e-3, 2e-3}, {2, 2}, {2, 2}});
  CHECK_SAYS(complaint(), "(5, 7) cells of (0.001, 0.002) m, but");
  for (const Time& time : {Time{0, 2e-7, 20}, Time{0, 1e-7, 21}, Time{1e-7, 1e-7, 20}, Time{0, 1.001e-7, 20}}) {
    write(folder / "a.h5", {{1, {2}, {0}}}, small, time);
    CHECK_SAYS(complaint(), "has another time axis: ");
    CHECK_SAYS(complaint(), "but time: says 20 samples of 1e-07 s from 0 s");
  }
}

TEST_CASE("acquisitions: a shot without receivers is named") {
  const stride::test::Folder folder;
  {
    io::AcquisitionsWriter writer(folder / "a.h5", true, small, {0, 1e-7, 20}, 1);
    const Array<float> wavelets = ramp({1, 20});
    writer.write_shot({3, {2}, {}}, {{"wavelets", wavelets.rows(), {2}}});
    writer.commit({});
  }
  CHECK_SAYS(acquisitions_of("acquisitions: {file: a.h5}\n", folder.path()).text,
             "/shots/3/receiver_ids: names no location");
}

TEST_CASE("shared: the framework's own acquisitions, old receivers and new") {
  STRIDE_NEEDS_SHARED();
  const std::string folder = stride::test::shared_folder() + "/cases/inputs";
  const Geometry geometry = Geometry::from_file(folder + "/tiny-Geometry.h5");
  Reading reading = read(
      "space: {shape: [24, 20], spacing: 0.5 mm}\ntime: {step: 0.1 us, num: 64}\n"
      "acquisitions: {file: tiny-Acquisitions.h5}\n",
      folder);
  const auto acquisitions = setup_acquisitions(reading.spec, &geometry, reading.diagnostics);
  CHECK(reading.text().empty());
  REQUIRE(acquisitions);
  CHECK(acquisitions->ids() == std::vector<int>{0, 2, 10, 11});
  CHECK(acquisitions->shots[0].receiver_ids.size() == 5);
  Reading bad = read("acquisitions: {file: bad_unknown_receiver.h5}\n", folder);
  setup_acquisitions(bad.spec, &geometry, bad.diagnostics);
  CHECK_SAYS(bad.text(), "99");
}
