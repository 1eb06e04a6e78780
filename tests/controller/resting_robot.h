#pragma once

#include "controller/organizer/constraints.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::test {

/// True if a constraint is asked of a leg of a posture.
/// @param leg  -1: of the robot as a whole
inline bool is_asked(const controller::Constraint& constraint, const controller::Posture& posture,
                     int leg) {
  using controller::Scope;
  const bool of_leg = constraint.scope == Scope::kFoot || constraint.scope == Scope::kLeg;
  if (leg < 0 || !of_leg) return leg < 0 && !of_leg;
  const auto i = static_cast<std::size_t>(leg);
  if (posture.foot[i].patch < 0) return constraint.scope == Scope::kLeg;
  return posture.attached[i];
}

/// A robot at rest in its default stance on a plane, and all that the organizer looks at. All feet
/// are attached, and the body frame is the world.
struct RestingRobot {
  explicit RestingRobot(const char* name = "romerin4",
                        const controller::Vector3d& g_B = {0, 0, -9.81}, double grip_N = 120)
      : robot(test::robot(name)) {
    controller::Patch& plane = surfaces.patch[0];
    plane = {.half_extent_m = {5, 5}, .friction = 0.6};
    plane.X_WS.translation().z() = robot.leg[0].p_BW_nominal.z() - robot.leg[0].foot.standoff_m;
    surfaces.n = 1;
    stand(g_B, grip_N);
  }
  RestingRobot(const RestingRobot&) = delete;  // `in` refers to the other members
  RestingRobot& operator=(const RestingRobot&) = delete;

  void stand(const controller::Vector3d& g_B, double grip_N) {
    body.stance = weighed_stance(robot, g_B, grip_N);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body.contact[i].attached = true;
      body.contact[i].p_WW = body.stance.leg[i].pose.p_BW;
      report[i].q_rad = report[i].q_set_rad = nominal_pose(robot.leg[i]);
      report[i].attached = true;
    }
  }

  controller::Scene scene() const { return {robot, config, in}; }
  bool all_reach(const controller::Posture& posture) const {
    const controller::Scene here = scene();
    return controller::first_that_misses({here, posture}) < 0;
  }

  /// The feet on their places under another body, the lifted ones above theirs.
  controller::Posture posture(
      const controller::Isometry3d& X_WB = controller::Isometry3d::Identity(),
      controller::LegSet lifted = {}) const {
    controller::Posture at{.X_WB = X_WB, .attached = ~lifted};
    for (std::size_t i = 0; i < robot.leg.size(); ++i) at.foot[i] = foothold_now(scene(), i);
    return at;
  }

  controller::RobotModel robot;
  controller::ControllerConfig config;
  controller::BodyEstimate body;
  controller::PerLeg<controller::ModuleReport> report{};
  controller::PatchList surfaces;
  controller::Goal goal;
  controller::PerLeg<controller::Vector3d> F_last_B = controller::zero_vectors();
  controller::OrganizerInput in{body, report, surfaces, goal, F_last_B};
};

}  // namespace ventosa::test
