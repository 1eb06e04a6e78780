#include "planner/route.h"

#include <algorithm>
#include <bit>

namespace ventosa::planner {
namespace {

using controller::Route;
using controller::RouteStep;

/// Hash of numbers, of which the order counts (FNV-1a).
class Fingerprint {
 public:
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const Vector3d& v) {
    for (const double x : v) add(x);
  }
  void add(std::int32_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(std::uint64_t bits) { hash_ = (hash_ ^ bits) * 0x100000001B3ULL; }
  void add(const controller::Foothold& at) {
    add(at.patch);
    add(at.p_WW);
  }
  void add(const RouteStep& step) {
    add(step.leg);
    add(step.n_line);
    add(step.to);
    for (int n = 0; n < step.move.n; ++n)
      for (const double q_rad : step.move.q_rad[static_cast<std::size_t>(n)]) add(q_rad);
  }
  /// Positive.
  std::int32_t value() const { return static_cast<std::int32_t>(1 + (hash_ >> 34)); }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

std::size_t n_poses(const Plan& plan) {
  std::size_t n = 1;
  for (const PlannedStep& step : plan.steps) n += step.body.size();
  return n;
}

}  // namespace

std::int32_t fingerprint_of(const Route& route) {
  Fingerprint print;
  for (const controller::Foothold& from : route.from) print.add(from);
  for (std::int32_t k = 0; k < route.n_poses; ++k) {
    const Isometry3d& X_WB = route.X_WB[static_cast<std::size_t>(k)];
    print.add(Vector3d(X_WB.translation()));
    for (int column = 0; column < 3; ++column) print.add(Vector3d(X_WB.linear().col(column)));
    print.add(route.speed_m_s[static_cast<std::size_t>(k)]);
  }
  for (std::int32_t k = 0; k < route.n_steps; ++k)
    print.add(route.step[static_cast<std::size_t>(k)]);
  return print.value();
}

std::shared_ptr<const Route> route_of(const RobotModel& robot, const Plan& plan) {
  if (plan.outcome != Outcome::kFound || plan.steps.size() > Route::kMostSteps ||
      n_poses(plan) > Route::kMostPoses)
    return nullptr;
  auto route = std::make_shared<Route>();
  route->X_WB[0] = plan.start.X_WB;
  route->n_poses = 1;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) route->from[i] = plan.start.foot[i];
  for (const PlannedStep& step : plan.steps) {
    std::ranges::copy(step.body, route->X_WB.begin() + route->n_poses);
    std::ranges::copy(step.speed_m_s, route->speed_m_s.begin() + route->n_poses);
    route->n_poses += static_cast<std::int32_t>(step.body.size());
    route->step[static_cast<std::size_t>(route->n_steps++)] = {.leg = step.leg,
                                                               .n_line = route->n_poses,
                                                               .move = step.move,
                                                               .to = step.to.at,
                                                               .margin = step.room.load.margin};
  }
  route->fingerprint = fingerprint_of(*route);
  return route;
}

}  // namespace ventosa::planner
