#include "controller/input_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace ventosa::controller {
namespace {

void require(bool ok, const char* what) {
  if (!ok) throw std::invalid_argument(what);
}

bool is_permutation_of_legs(const RobotModel& robot) {
  std::vector<int> order = robot.gait_order, legs(robot.leg.size());
  std::iota(legs.begin(), legs.end(), 0);
  std::sort(order.begin(), order.end());
  return order == legs;
}

/// what the inverse kinematics can solve
bool is_known_leg(const Leg& leg) { return leg.n_arm == 3 && leg.n_joints == 6; }

bool has_positive_times(const GaitConfig& gait) {
  return std::min({gait.unload_s, gait.lift_s, gait.transfer_s, gait.lower_s, gait.touch_s,
                   gait.load_s, gait.seal_timeout_s}) > 0;
}

bool finite(const LegReading& reading, int n_joints) {
  double sum = reading.cup.vacuum_Pa;
  for (int j = 0; j < n_joints; ++j) {
    const JointReading& joint = reading.joint[static_cast<std::size_t>(j)];
    sum += joint.q_rad + joint.dq_rad_s;
  }
  return std::isfinite(sum);
}

bool finite(const Patch& patch) {
  return patch.X_WS.matrix().allFinite() && patch.half_extent_m.allFinite() &&
         std::isfinite(patch.friction);
}

}  // namespace

void check(const RobotModel& robot, const ControllerConfig& config) {
  require(robot.n_legs() >= 1 && robot.n_legs() <= kMaxLegs, "a robot has 1 to 12 legs");
  require(is_permutation_of_legs(robot), "gait_order names every leg once");
  require(std::all_of(robot.leg.begin(), robot.leg.end(), is_known_leg),
          "a leg has 3 arm and 3 wrist joints");
  require(config.cup_goal_force_N > 0 && config.cup_goal_force_N <= robot.cup.max_force_N,
          "cup_goal_force_N must be positive and no more than the cup has");
  require(has_positive_times(config.gait), "the gait's times must be positive");
  require(config.period_s > 0, "period_s must be positive");
  require(config.sharing.cup_safety_factor >= 1, "cup_safety_factor must be at least 1");
  require(config.sharing.torque_ratio > 0 && config.sharing.smoothness > 0,
          "torque_ratio and smoothness must be positive");
  require(config.gait.stride_m > 0 && config.gait.acceleration_m_s2 > 0,
          "stride_m and acceleration_m_s2 must be positive");
}

bool is_sound(const RobotModel& robot, const Observation& seen) noexcept {
  bool ok = seen.body.specific_force_B.allFinite() && seen.body.w_WB_B.allFinite();
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    ok = ok && finite(seen.leg[i], robot.leg[i].n_joints);
  ok = ok && seen.patches.n >= 1 && seen.patches.n <= kMaxPatches;
  for (int k = 0; ok && k < seen.patches.n; ++k)
    ok = finite(seen.patches.patch[static_cast<std::size_t>(k)]);
  return ok;
}

bool is_sound(const Goal& goal) noexcept {
  return goal.X_WB.matrix().allFinite() && goal.v_WB.allFinite() && goal.w_WB.allFinite();
}

}  // namespace ventosa::controller
