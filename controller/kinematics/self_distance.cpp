#include "controller/kinematics/self_distance.h"

#include <cmath>
#include <cstdlib>

namespace ventosa::controller {
namespace {

constexpr double kShortest_m = 1e-3;  // shorter rods lie inside their neighbours

bool is_of(const Part& part, int leg) { return part.id.leg == leg; }

/// Least distance over the pairs for which `counts(a, b)` is true.
template <class Counts>
SelfDistance least(const RobotModel& robot, const PerLeg<LegPose>& pose, Counts counts) {
  const PartList parts(robot, pose);
  SelfDistance self;
  const auto all = parts.all();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const Part &a = all[i], &b = all[k];
      if (!counts(a, b) || !are_apart(a, b)) continue;
      const double d_m = distance_m(a.solid, b.solid, self.distance_m);
      if (d_m >= self.distance_m) continue;
      self = {.distance_m = d_m, .a = a.id, .b = b.id};
      if (std::isnan(d_m)) return self;
    }
  return self;
}

}  // namespace

PartList::PartList(const RobotModel& robot, const PerLeg<LegPose>& pose) noexcept {
  for (const Box& each : robot.body_box) part_[n_++] = {.id = {}, .place = -1, .solid = box(each)};
  for (int i = 0; i < robot.n_legs(); ++i)
    add_leg(robot.leg[static_cast<std::size_t>(i)], pose[static_cast<std::size_t>(i)], i);
}

void PartList::add_leg(const Leg& leg, const LegPose& pose, int i) noexcept {
  const Convex foot = foot_solid(leg, pose.X_BF);
  int place = -1;
  for (int j = 0; j < leg.n_joints; ++j) {
    const Vector3d& from = pose.p_BJ[j];
    const Vector3d& to = j + 1 < leg.n_joints ? pose.p_BJ[j + 1] : foot.to;
    if ((to - from).norm() < kShortest_m) continue;
    part_[n_++] = {.id = {i, j}, .place = ++place, .solid = rod(from, to, leg.link[j].radius_m)};
  }
  part_[n_++] = {.id = {i, leg.n_joints}, .place = place, .solid = foot};
}

bool are_apart(const Part& a, const Part& b) noexcept {
  const bool joined = a.id.leg == b.id.leg || a.id.leg < 0 || b.id.leg < 0;
  return !joined || std::abs(a.place - b.place) > 1;
}

SelfDistance self_distance(const RobotModel& robot, const PerLeg<LegPose>& pose) noexcept {
  return least(robot, pose, [](const Part&, const Part&) { return true; });
}

SelfDistance self_distance(const RobotModel& robot, const PerLeg<LegPose>& pose, int leg) noexcept {
  return least(robot, pose,
               [leg](const Part& a, const Part& b) { return is_of(a, leg) || is_of(b, leg); });
}

}  // namespace ventosa::controller
