#include "constraint_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

template <class Real>
std::vector<double> moved(const std::string& mode, std::vector<Setting> list) {
  const auto field = Array<Real>::from({6}, std::vector<Real>{-4, -2, -1, 0, 1, 8});
  list.push_back({"value", 2.0});
  return field_numbers(projected("thresholding", text_and("mode", mode, list), field));
}

}  // namespace

TEST_CASE_TEMPLATE("thresholding: the rules by hand", Real, float, double) {
  CHECK(moved<Real>("soft", {}) == std::vector<double>{-2, 0, 0, 0, 0, 6});
  CHECK(moved<Real>("garrote", {}) == std::vector<double>{-3, 0, 0, 0, 0, 7.5});
  CHECK(moved<Real>("hard", {}) == std::vector<double>{-4, -2, 0, 0, 0, 8});
  CHECK(moved<Real>("substitute", {{"substitute", -1.5}}) == std::vector<double>{-4, -2, -1.5, -1.5, -1.5, 8});
  CHECK(moved<Real>("soft", {{"substitute", 1.0}}) == std::vector<double>{-2, 0, 1, 1, 1, 6});
}

TEST_CASE("thresholding: hard is idempotent; a threshold of 0 changes nothing") {
  const auto field = noise_field<double>({9, 8}, 5);
  const auto hard = text_and("mode", "hard", {{"value", 0.5}});
  const auto once = projected("thresholding", hard, field);
  CHECK(field_numbers(projected("thresholding", hard, once)) == field_numbers(once));
  auto with_zero = field.clone();
  with_zero[3] = 0;
  for (const std::string mode : {"soft", "garrote", "hard", "substitute"})
    CHECK(field_numbers(projected("thresholding", text_and("mode", mode, {{"value", 0.0}}), with_zero)) ==
          field_numbers(with_zero));
}
