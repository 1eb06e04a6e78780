#include "controller/organizer/passive_wrist.h"

#include <cmath>

#include "controller/kinematics/inverse_kinematics.h"

namespace ventosa::controller {
namespace {

/// |sin q5| of a held foot with the body at X_WB; 1 where that is out of reach.
double wrist_bend(const Leg& leg, const Vector3d& p_WW, const Vector3d& z_WF,
                  PerJoint<double> q_rad, const Isometry3d& X_WB) {
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  if (follow_arm(leg, X_LW * p_WW, q_rad) != IkStatus::kOk ||
      align_cup(leg, X_LW.linear() * z_WF, q_rad) != IkStatus::kOk)
    return 1;
  return std::abs(std::sin(q_rad[static_cast<std::size_t>(leg.n_arm + 1)]));
}

}  // namespace

int locking_leg(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                const Isometry3d& X_WB_from, const Isometry3d& X_WB_to, int lifted) noexcept {
  constexpr double kLeastBend = 0.17;
  const bool turn_freely = config.sharing.wrist_moment_Nm <= 0;
  if (turn_freely || X_WB_from.matrix() == X_WB_to.matrix()) return -1;
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const ModuleReport& report = in.report[i];
    if (k == lifted || !is_contact_phase(report.phase) || !robot.leg[i].has_wrist()) continue;
    const Contact& contact = in.body.contact[i];
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
    const auto bend = [&](const Isometry3d& X_WB) {
      return wrist_bend(robot.leg[i], contact.p_WW, -patch.X_WS.linear().col(2), report.q_set_rad,
                        X_WB);
    };
    const double there = bend(X_WB_to);
    if (there < kLeastBend && there < bend(X_WB_from)) return k;
  }
  return -1;
}

}  // namespace ventosa::controller
