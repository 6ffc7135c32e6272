#include "run/solver_shot.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

acoustic::Points points_of(const problem::Geometry& geometry, const std::vector<int>& ids) {
  acoustic::Points points;
  points.ids = ids;
  for (const int id : ids) points.coordinates_m.push_back(geometry.locations().at(id));
  return points;
}

}  // namespace

acoustic::ShotSetup solver_shot(const problem::Problem& problem, const problem::Shot& shot) {
  const Array<float>& wavelets = *shot.wavelets;
  return {shot.id, points_of(problem.geometry, shot.source_ids), points_of(problem.geometry, shot.receiver_ids),
          wavelets.rows()};
}

}  // namespace stride::run
