#include "problem/medium.hpp"

#include <algorithm>
#include <limits>

#include "problem/fixture.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::problem;
using namespace stride::problem::test;

namespace {

const Space small{{5, 7}, {1e-3, 1e-3}, {2, 2}, {2, 2}};

struct Outcome {
  Medium medium;
  std::string text;
};

Outcome medium_of(const std::string& text, const std::string& folder = ".") {
  Reading reading = read(text, folder);
  Outcome outcome;
  outcome.medium = read_medium(reading.spec, reading.diagnostics);
  outcome.text = reading.text();
  return outcome;
}

}  // namespace

TEST_CASE("medium: values fill the inner domain, what is not given stays empty") {
  const Outcome all =
      medium_of(std::string(small_space) + "medium: {vp: {value: 1500}, rho: {value: 1 g/cm3}, alpha: {value: 0}}\n");
  CHECK(all.text.empty());
  CHECK(all.medium.vp.shape() == Shape{5, 7});
  CHECK(std::all_of(all.medium.vp.begin(), all.medium.vp.end(), [](float v) { return v == 1500; }));
  CHECK(std::all_of(all.medium.rho.begin(), all.medium.rho.end(), [](float v) { return v == 1000; }));
  CHECK(std::all_of(all.medium.alpha.begin(), all.medium.alpha.end(), [](float v) { return v == 0; }));
  const Outcome vp = medium_of(std::string(small_space) + "medium: {vp: {value: 1500}}\n");
  CHECK(vp.medium.rho.empty());
  CHECK(vp.medium.alpha.empty());
  CHECK_SAYS(medium_of(std::string(small_space) + "medium: {vp: {value: 1e39}}\n").text,
             "medium.vp.value: 1e+39 is beyond single precision");
}

TEST_CASE("medium: a missing vp is told at the section") {
  const Outcome outcome = medium_of(std::string(small_space) + "medium: {rho: {value: 1000}}\n");
  CHECK_SAYS(outcome.text, "t.yaml:4:1: error: medium: has no vp");
  CHECK(outcome.medium.vp.empty());
  // One that was wrong has been told already.
  CHECK(medium_of(std::string(small_space) + "medium: {vp: {value: -1}}\n").text.find("has no vp") ==
        std::string::npos);
}

TEST_CASE("medium: a file on the inner domain, and one of the extended domain") {
  const stride::test::Folder folder;
  write_field_on(folder / "inner.h5", ramp({5, 7}, 1000), small);
  const std::string text = std::string(small_space) + "medium: {vp: {file: ";
  const Outcome inner = medium_of(text + "inner.h5}}\n", folder.path());
  CHECK(inner.text.empty());
  CHECK(inner.medium.vp[0] == 1000);
  CHECK(inner.medium.vp[34] == 1034);

  const Space other{{5, 7}, {1e-3, 1e-3}, {1, 3}, {0, 0}};  // the file's own extra cells
  write_field_on(folder / "extended.h5", ramp({7, 13}, 1000), other);
  const Outcome extended = medium_of(text + "extended.h5}}\n", folder.path());
  CHECK(extended.text.empty());
  REQUIRE(extended.medium.vp.shape() == Shape{5, 7});
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 7; ++j)
      CHECK(extended.medium.vp[i * 7 + j] == 1000 + static_cast<float>((i + 1) * 13 + j + 3));
}

TEST_CASE("medium: an extended domain of three axes is cropped along each") {
  const stride::test::Folder folder;
  const Space space{{2, 3, 4}, {1, 1, 1}, {1, 2, 3}, {0, 0, 0}};
  write_field_on(folder / "vp.h5", ramp({4, 7, 10}, 1), space);
  const Outcome outcome = medium_of(
      "space: {shape: [2, 3, 4], spacing: 1, extra: [1, 2, 3]}\nmedium: {vp: {file: vp.h5}}\n", folder.path());
  CHECK(outcome.text.empty());
  REQUIRE(outcome.medium.vp.shape() == Shape{2, 3, 4});
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        CHECK(outcome.medium.vp[(i * 3 + j) * 4 + k] == 1 + static_cast<float>(((i + 1) * 7 + j + 2) * 10 + k + 3));
}

TEST_CASE("medium: what is wrong with a file is told at the key that names it") {
  const stride::test::Folder folder;
  const auto complaint = [&](const std::string& name, const Array<float>& data, const Space& space) {
    write_field_on(folder / "f.h5", data, space);
    const std::string vp = name == "vp" ? "" : "vp: {value: 1500}, ";
    const Outcome outcome =
        medium_of(std::string(small_space) + "medium: {" + vp + name + ": {file: f.h5}}\n", folder.path());
    CHECK_SAYS(outcome.text, "t.yaml:4:");
    return outcome.text;
  };
  const Space turned{{7, 5}, {1e-3, 1e-3}, {2, 2}, {2, 2}}, coarse{{5, 7}, {2e-3, 1e-3}, {2, 2}, {2, 2}};
  const std::string shapes = complaint("vp", ramp({7, 5}, 1), turned);
  CHECK_SAYS(shapes, "error: medium.vp: ");
  CHECK_SAYS(shapes, "has the shape (7, 5), but the space is (5, 7)");
  CHECK_SAYS(complaint("vp", ramp({5, 7}, 1), coarse),
             "has a spacing of (0.002, 0.001) m, but space.spacing is (0.001, 0.001) m");

  Array<float> data = ramp({5, 7}, 1);
  data[9] = 0;
  CHECK_SAYS(complaint("vp", data, small), "cell (1, 2) is 0; 1 of 35 cells are not positive and finite");
  CHECK_SAYS(complaint("rho", data, small), "cell (1, 2) is 0;");
  data[9] = std::numeric_limits<float>::quiet_NaN();
  CHECK_SAYS(complaint("vp", data, small), "cell (1, 2) is nan;");
  data[9] = -0.5F;
  CHECK_SAYS(complaint("alpha", data, small), "cell (1, 2) is -0.5; 1 of 35 cells are not finite and 0 or above");
  CHECK_SAYS(medium_of(std::string(small_space) + "medium: {vp: {file: none.h5}}\n", folder.path()).text,
             "no such file");
  data[9] = 0;
  write_field_on(folder / "f.h5", data, small);
  CHECK(medium_of(std::string(small_space) + "medium: {vp: {value: 1}, alpha: {file: f.h5}}\n", folder.path())
            .text.empty());
}

TEST_CASE("medium: a mapping") {
  const stride::test::Folder folder;
  write_field_on(folder / "f.h5", ramp({7, 5}, 1), {});
  const Outcome outcome =
      medium_of(std::string(small_space) +
                    "medium: {vp: {file: f.h5, dataset: /data, axes: [z, x], spacing: 1 mm, convert: km_s}}\n",
                folder.path());
  CHECK(outcome.text.empty());
  REQUIRE(outcome.medium.vp.shape() == Shape{5, 7});
  CHECK(outcome.medium.vp[1] == 6000);
}

TEST_CASE("edge values are extended into the extra cells") {
  for (const Shape& shape : {Shape{3, 4}, Shape{1, 2}, Shape{2, 3, 4}, Shape{3, 1, 2}}) {
    Space space{shape, std::vector<double>(shape.size(), 1), {2, 1}, {0, 0}};
    if (shape.size() == 3) space.extra = {1, 2, 3}, space.absorbing = {0, 0, 0};
    const Array<float> inner = ramp(shape);
    const Array<float> extended = extend_edges(inner, space);
    REQUIRE(extended.rank() == shape.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < extended.size(); ++i) {
      std::size_t rest = i, index = 0, stride = 1;
      for (std::size_t k = shape.size(); k-- > 0;) {
        REQUIRE(extended.shape()[k] == shape[k] + 2 * space.extra[k]);
        const auto cell = static_cast<long>(rest % extended.shape()[k]) - static_cast<long>(space.extra[k]);
        index += stride * static_cast<std::size_t>(std::clamp(cell, 0L, static_cast<long>(shape[k]) - 1));
        stride *= shape[k];
        rest /= extended.shape()[k];
      }
      if (extended[i] != inner[index]) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("shared: a published model") {
  STRIDE_NEEDS_SHARED();
  const Outcome outcome = medium_of(
      "space: {shape: [356, 385], spacing: 0.5 mm, extra: 50, absorbing: 40}\n"
      "medium: {vp: {file: stride_anastasio2D-TrueModel.h5}}\n",
      stride::test::shared_folder() + "/files");
  CHECK(outcome.text.empty());
  CHECK(outcome.medium.vp.shape() == Shape{356, 385});
}
