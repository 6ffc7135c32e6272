#include "constraint_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE_TEMPLATE("bound: clips, and a second time changes nothing", Real, float, double) {
  const auto field = Array<Real>::from({2, 2}, std::vector<Real>{1400, 1500, 1600, 1700});
  const auto both = settings({{"min", 1450.0}, {"max", 1650.0}});
  CHECK(field_numbers(projected("bound", both, field)) == std::vector<double>{1450, 1500, 1600, 1650});
  CHECK(field_numbers(projected("bound", both, projected("bound", both, field))) ==
        field_numbers(projected("bound", both, field)));
  CHECK(field_numbers(projected("bound", settings({{"min", 1550.0}}), field)) ==
        std::vector<double>{1550, 1550, 1600, 1700});
  CHECK(field_numbers(projected("bound", settings({{"max", 1550.0}}), field)) ==
        std::vector<double>{1400, 1500, 1550, 1550});
}
