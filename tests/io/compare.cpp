#include "io/compare.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io;

namespace {

const auto everything = [](const std::string&) { return true; };

// A field file whose cell (1, 2) holds `value`; the others hold 1 to 12.
std::string field(const io::test::TemporaryFolder& folder, const std::string& name, double value,
                  const std::string& spec = "a: 1\n") {
  auto data = Array<float>::uninitialised({3, 4});
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i + 1);
  data[6] = static_cast<float>(value);
  Provenance provenance;
  provenance.spec_yaml = spec;
  write_field(folder.file(name), true, data, Space{{3, 4}, {1, 1}, {0, 0}, {0, 0}}, Time{}, "m/s", provenance);
  return folder.file(name);
}

}  // namespace

TEST_CASE("compare: equal files have no difference, other provenance does not count") {
  const io::test::TemporaryFolder folder;
  const auto a = field(folder, "a.h5", 7), b = field(folder, "b.h5", 7, "b: 1\n");
  CHECK(compare(a, a, {}, everything).differences.empty());
  const Comparison other = compare(a, b, {}, everything);
  REQUIRE(other.differences.size() == 1);
  CHECK(other.differences[0].path == "/provenance/spec");
  CHECK(other.counted() == 0);
}

TEST_CASE("compare: figures and tolerance") {
  const io::test::TemporaryFolder folder;
  const auto a = field(folder, "a.h5", 7), b = field(folder, "b.h5", 7.6);
  const Comparison exact = compare(a, b, {}, everything);
  REQUIRE(exact.differences.size() == 1);
  CHECK(exact.differences[0].path == "/data");
  CHECK(exact.differences[0].max_abs == doctest::Approx(0.6).epsilon(1e-6));
  CHECK(exact.differences[0].max_rel == doctest::Approx(0.05).epsilon(1e-6));
  CHECK(exact.differences[0].l2_rel == doctest::Approx(0.6 / std::sqrt(650.0)).epsilon(1e-6));
  CHECK(exact.counted() == 1);
  CHECK(compare(a, b, {0.051, false}, everything).counted() == 0);
  CHECK(compare(a, b, {0.049, false}, everything).counted() == 1);
}

TEST_CASE("compare: a NaN differs from a number and equals a NaN") {
  const io::test::TemporaryFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto a = field(folder, "a.h5", nan), b = field(folder, "b.h5", 7);
  CHECK(compare(a, a, {}, everything).differences.empty());
  CHECK(compare(a, b, {1e9, false}, everything).counted() == 1);
}

TEST_CASE("compare: what only one file has, and what is not wanted") {
  const auto a = "data/small-Vp.h5", b = "data/small-Geometry.h5";
  CHECK(compare(a, b, {}, everything).counted() > 0);
  CHECK(compare(a, b, {0, true}, everything).counted() == 0);
  CHECK(compare(a, b, {}, [](const std::string& path) { return path.starts_with("/space/"); }).differences.empty());
  CHECK_THROWS_AS(compare(a, "nowhere.h5", {}, everything), Error);
}
