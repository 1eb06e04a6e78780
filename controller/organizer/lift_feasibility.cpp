#include "controller/organizer/lift_feasibility.h"

#include <optional>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/wrist.h"
#include "controller/load_sharing/load_check.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

SwingPath path_of(const Leg& leg, const ModuleTask& step, const Contact& contact,
                  const ModuleReport& report) {
  return {.p_from_W = contact.p_WW,
          .z_from_W = step.z_from_W,
          .goal = step.foothold,
          .times = step.times,
          .roll_from_rad = wrist_roll_rad(leg, report.q_rad)};
}

/// Joint angles of a leg before and after it is lifted off its surface.
struct LiftOff {
  PerJoint<double> down_rad{}, up_rad{};
};

/// No value: inverse kinematics has no solution on the way.
std::optional<LiftOff> lift_off(const RobotModel& robot, const ControllerConfig& config,
                                const OrganizerInput& in, std::size_t i, const Vector3d& z_from_W,
                                const Isometry3d& X_WB) {
  constexpr int kHeights = 4;
  const Leg& leg = robot.leg[i];
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  const double height_m = config.gait.lift_m + config.lip.free_height_m;
  LiftOff way{.up_rad = in.report[i].q_set_rad};
  for (int k = 0; k <= kHeights; ++k) {
    const Vector3d p_WW = in.body.contact[i].p_WW - height_m * k / kHeights * z_from_W;
    const IkStatus status = follow_leg(leg, X_LW * p_WW, X_LW.linear() * z_from_W, way.up_rad);
    if (status != IkStatus::kOk) return {};
    if (k == 0) way.down_rad = way.up_rad;
  }
  return way;
}

/// True if the body's motion brings the foot nearer to its nominal place.
bool comes_nearer(const Leg& leg, const Vector3d& p_WW, const Isometry3d& X_WB_from,
                  const Isometry3d& X_WB_to) {
  const auto off_m = [&](const Isometry3d& X_WB) {
    return (X_WB * leg.p_BW_nominal - p_WW).norm();
  };
  return off_m(X_WB_to) < off_m(X_WB_from);
}

bool arm_holds(const Leg& leg, const ControllerConfig& config, const Isometry3d& X_WB,
               const LiftOff& way) {
  const Vector3d g_B = X_WB.linear().transpose() * config.gravity_W;
  return holds_itself(leg, config.sharing, g_B, way.down_rad) &&
         holds_itself(leg, config.sharing, g_B, way.up_rad);
}

}  // namespace

bool lift_is_feasible(const RobotModel& robot, const SharingConfig& config,
                      const OrganizerInput& in, LegSet lifted, OrganizerState& state) noexcept {
  const LoadCase lift{robot, config, in.body.stance, lifted};
  if (carries(lift, state.warm_lift)) return true;
  SharingWarmStart cold;
  state.refusal.lift = load_margin(lift, cold);
  return false;
}

bool can_lift_off(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                  int which, const Vector3d& z_from_W, const Isometry3d& X_WB_reference) noexcept {
  const auto i = static_cast<std::size_t>(which);
  return lift_off(robot, config, in, i, z_from_W, X_WB_reference).has_value();
}

int leg_kept_from_leaving(const RobotModel& robot, const ControllerConfig& config,
                          const OrganizerInput& in, LegSet stepping, const Isometry3d& X_WB_from,
                          const Isometry3d& X_WB_to) noexcept {
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (stepping[i] || !in.report[i].attached) continue;
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(in.body.contact[i].patch)];
    const Vector3d z_from_W = -patch.X_WS.linear().col(2);
    const auto there = lift_off(robot, config, in, i, z_from_W, X_WB_to);
    if (there && arm_holds(robot.leg[i], config, X_WB_to, *there)) continue;
    const auto here = lift_off(robot, config, in, i, z_from_W, X_WB_from);
    const bool holds_here = here && arm_holds(robot.leg[i], config, X_WB_from, *here);
    const bool nearer = comes_nearer(robot.leg[i], in.body.contact[i].p_WW, X_WB_from, X_WB_to);
    if (there ? holds_here : here || !nearer) return k;
  }
  return -1;
}

int leg_out_of_reach(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& in, LegSet stepping, const PerLeg<ModuleTask>& step,
                     const Isometry3d& X_WB_from, const Isometry3d& X_WB_to) noexcept {
  const bool stays = X_WB_from.isApprox(X_WB_to);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Contact& contact = in.body.contact[i];
    const PerJoint<double>& q_rad = in.report[i].q_set_rad;
    if (stays && !stepping[i]) continue;
    const bool is_checked = step[i].times.are_set() && !in.report[i].attached;
    if (stepping[i] && is_checked) continue;  // the whole step, when it began
    const bool ok =
        stepping[i] ? reaches_swing(robot.leg[i], X_WB_from, X_WB_to, config,
                                    path_of(robot.leg[i], step[i], contact, in.report[i]), q_rad)
                    : reaches_contact(robot.leg[i], X_WB_to, contact.p_WW, q_rad);
    if (!ok) return static_cast<int>(i);
  }
  return -1;
}

Objection present_fault(const RobotModel& robot, const SurfaceConfig& surfaces,
                        const OrganizerInput& in) noexcept {
  const auto first = [&](auto is_so) {
    int i = 0;
    while (i < robot.n_legs() && !is_so(in.report[static_cast<std::size_t>(i)])) ++i;
    return i < robot.n_legs() ? i : -1;
  };
  const int silent = first([](const ModuleReport& module) { return module.silent; });
  if (silent >= 0) return {Reason::kModuleSilent, silent};
  const int faulty = first([](const ModuleReport& module) { return module.faulty_joint >= 0; });
  if (faulty >= 0) return {Reason::kJointFault, faulty};
  const int blind =
      first([](const ModuleReport& module) { return module.failure == Reason::kFootSensorFault; });
  if (blind >= 0) return {Reason::kFootSensorFault, blind};
  if (in.body.imu != ImuHealth::kGood) return {reason_of(in.body.imu), -1};
  if (relies_on_camera(surfaces) && in.body.camera == CameraHealth::kSilent)
    return {reason_of(in.body.camera), -1};
  return {};
}

int slipping_leg(const RobotModel& robot, const BodyEstimate& body) noexcept {
  for (int i = 0; i < robot.n_legs(); ++i)
    if (moves_now(body.alarm[static_cast<std::size_t>(i)])) return i;
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
