#include "controller/organizer/step_checks.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

SwingPath path_of(const Leg& leg, const ModuleTask& step, const Contact& contact,
                  const ModuleReport& report) {
  return {.p_from_W = contact.p_WW,
          .z_from_W = step.z_from_W,
          .p_goal_W = step.foothold.p_WW,
          .z_goal_W = step.foothold.z_WF,
          .higher_m = step.foothold.higher_m,
          .roll_from_rad = wrist_roll_rad(leg, report)};
}

}  // namespace

bool lift_is_feasible(const RobotModel& robot, const SharingConfig& config,
                      const OrganizerInput& in, LegSet lifted, OrganizerState& state) noexcept {
  StanceProblem lift;
  pose_problem(robot, config, in.body.stance, in.F_last_B, lift, lifted);
  const Sharing sharing = share_load(lift.sharing, state.warm_lift);
  if (sharing.status == SharingStatus::kOptimal) return true;
  state.refusal.lift = bottleneck(lift, sharing);
  if (sharing.status != SharingStatus::kSoftened) state.refusal.lift.margin = kNothingHolds;
  return false;
}

bool can_lift_off(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                  int which, const Vector3d& z_from_W, const Isometry3d& X_WB_reference) noexcept {
  constexpr int kSamples = 4;
  const auto i = static_cast<std::size_t>(which);
  const Leg& leg = robot.leg[i];
  const Isometry3d X_LW = (X_WB_reference * leg.X_BL).inverse();
  const double height_m = config.gait.lift_m + config.lip.free_height_m;
  PerJoint<double> q_rad = in.report[i].q_set_rad;
  for (int k = 1; k <= kSamples; ++k) {
    const Vector3d p_WW = in.body.contact[i].p_WW - height_m * k / kSamples * z_from_W;
    if (follow_leg(leg, X_LW * p_WW, X_LW.linear() * z_from_W, q_rad) != IkStatus::kOk)
      return false;
  }
  return true;
}

int leg_out_of_reach(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& in, LegSet stepping, const PerLeg<ModuleTask>& step,
                     const Isometry3d& X_WB_from, const Isometry3d& X_WB_to) noexcept {
  const bool stays = X_WB_from.isApprox(X_WB_to);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Contact& contact = in.body.contact[i];
    const PerJoint<double>& q_rad = in.report[i].q_set_rad;
    if (stays && !stepping[i]) continue;
    const bool ok =
        stepping[i] ? reaches_swing(robot.leg[i], X_WB_from, X_WB_to, config,
                                    path_of(robot.leg[i], step[i], contact, in.report[i]), q_rad)
                    : reaches_contact(robot.leg[i], X_WB_to, contact.p_WW, q_rad);
    if (!ok) return static_cast<int>(i);
  }
  return -1;
}

double wrist_roll_rad(const Leg& leg, const ModuleReport& report) noexcept {
  return report.q_rad[static_cast<std::size_t>(leg.n_joints - 1)];
}

int silent_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report) noexcept {
  for (int i = 0; i < robot.n_legs(); ++i)
    if (report[static_cast<std::size_t>(i)].silent) return i;
  return -1;
}

int slipping_leg(const RobotModel& robot, const BodyEstimate& body) noexcept {
  for (int i = 0; i < robot.n_legs(); ++i)
    if (body.alarm[static_cast<std::size_t>(i)] != FootAlarm::kNone) return i;
  return -1;
}

int hot_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report, double from_C) noexcept {
  for (int i = 0; i < robot.n_legs(); ++i)
    if (report[static_cast<std::size_t>(i)].hottest_C > from_C) return i;
  return -1;
}

int free_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report) noexcept {
  for (int i = 0; i < robot.n_legs(); ++i)
    if (report[static_cast<std::size_t>(i)].phase == FootPhase::kFree) return i;
  return -1;
}

}  // namespace ventosa::controller
