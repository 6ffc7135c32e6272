#include "physics/acoustic/layout.hpp"

#include <doctest/doctest.h>

#include <set>

#include "core/array.hpp"
#include "physics/acoustic/row_kernels.hpp"

using namespace stride;
using namespace stride::physics::acoustic;

namespace {

Layout layout_of(const std::vector<std::size_t>& shape, std::size_t extra, int order, std::size_t bytes) {
  Settings settings;
  settings.space_order = order;
  const std::size_t dim = shape.size();
  const Space space{shape, std::vector<double>(dim, 1e-3), std::vector<std::size_t>(dim, extra),
                    std::vector<std::size_t>(dim, extra)};
  return make_layout(space, settings, bytes);
}

void check_bijection(const Layout& l) {
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    for (std::size_t j = 0; j < l.cells[1]; ++j) {
      for (std::size_t k = 0; k < l.cells[2]; ++k) seen.insert(l.offset(i, j, k));
      CHECK(l.row(i, j) % l.lanes == 0);
    }
  CHECK(seen.size() == l.points());
  // A stencil reaches no cell outside the memory.
  const auto pad = static_cast<std::ptrdiff_t>(l.reach * l.row_step);
  const auto planes = l.dim == 3 ? static_cast<std::ptrdiff_t>(l.reach) * l.plane : 0;
  const auto rows = static_cast<std::ptrdiff_t>(l.reach) * l.pitch;
  CHECK(static_cast<std::ptrdiff_t>(*seen.begin()) - planes - rows - pad >= 0);
  const auto last = static_cast<std::ptrdiff_t>(l.row(l.cells[0] - 1, l.cells[1] - 1) + l.row_reals()) - 1;
  CHECK(last + planes + rows + pad < static_cast<std::ptrdiff_t>(l.size));
}

}  // namespace

TEST_CASE("layout: every cell has a place of its own and its neighbours have one, split or plain, 2-D or 3-D") {
  for (const int order : {4, 8, 10, 12})
    for (const std::size_t bytes : {4U, 8U}) {
      for (const std::size_t length : {1U, 5U, 16U, 33U, 64U, 79U, 80U, 97U, 130U})
        check_bijection(layout_of({7, length}, 0, order, bytes));
      check_bijection(layout_of({4, 6, 19}, 3, order, bytes));
    }
}

TEST_CASE("layout: only 2-D rows whose pieces are as long as the stencil reaches are split") {
  CHECK(layout_of({9, 65}, 0, 10, 4).split);
  CHECK(!layout_of({9, 64}, 0, 10, 4).split);
  CHECK(layout_of({9, 33}, 0, 10, 8).split);
  CHECK(!layout_of({9, 9, 200}, 0, 10, 4).split);
}

TEST_CASE("layout: the face of a free surface has no extra cells") {
  Settings settings;
  settings.free_surface = FreeSurface{1, true};
  const Layout l = make_layout({{10, 12}, {1e-3, 1e-3}, {4, 5}, {4, 5}}, settings, 4);
  CHECK(l.cells == std::array<std::size_t, 3>{1, 18, 17});
  CHECK(l.before == std::array<std::size_t, 3>{0, 4, 5});
  CHECK(l.after == std::array<std::size_t, 3>{0, 4, 0});
}

TEST_CASE("layout: after a refresh the ghosts of a split row hold what lies beside each piece, and zero outside") {
  for (const int order : {4, 8, 10, 12})
    for (const std::size_t length : {97U, 112U, 129U}) {
      const Layout l = layout_of({1, length}, 0, order, 4);
      REQUIRE(l.split);
      Array<float> field = Array<float>::zeros({l.size});
      float* row = field.data() + l.row(0, 0);
      for (std::size_t k = 0; k < length; ++k) row[l.along_row(static_cast<std::ptrdiff_t>(k))] = 1 + float(k);
      for (const auto& kernels : all_row_kernels<float>(l.reach, 2, true)) {
        CAPTURE(kernels.processor);
        kernels.refresh_ghosts(row, l.vectors);
        const auto vectors = static_cast<std::ptrdiff_t>(l.vectors), reach = static_cast<std::ptrdiff_t>(l.reach);
        std::size_t wrong = 0;
        for (std::ptrdiff_t lane = 0; lane < 16; ++lane)
          for (std::ptrdiff_t v = -reach; v < vectors + reach; ++v) {
            const std::ptrdiff_t cell = lane * vectors + v;
            const float want = cell >= 0 && cell < static_cast<std::ptrdiff_t>(length) ? 1 + float(cell) : 0;
            if (row[v * 16 + lane] != want) ++wrong;
          }
        CHECK(wrong == 0);
      }
    }
}
