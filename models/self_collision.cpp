#include "models/self_collision.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "models/text.h"

namespace ventosa::models {

using controller::IkStatus;
using controller::PartId;
using controller::PerJoint;
using controller::PerLeg;
using controller::RobotModel;
using controller::SelfDistance;
using controller::Vector3d;

std::string name_of(const RobotModel& robot, const PartId& part) {
  if (part.leg < 0) return "body";
  const controller::Leg& leg = robot.leg[static_cast<std::size_t>(part.leg)];
  return leg.name + (part.link == leg.n_joints
                         ? " cup"
                         : " link " + std::to_string(leg.joint_number(part.link)));
}

std::string overlap_text(const RobotModel& robot, const SelfDistance& self) {
  return name_of(robot, self.a) + " and " + name_of(robot, self.b) + " overlap by " +
         decimal(-1000 * self.distance_m, 3) + " mm";
}

bool find_home(const controller::Leg& leg, PerJoint<double>& q_rad) {
  const controller::Isometry3d X_LB = leg.X_BL.inverse();
  return solve_standing(leg, X_LB * leg.p_BW_nominal, X_LB.linear().col(2), q_rad) == IkStatus::kOk;
}

std::optional<PerLeg<PerJoint<double>>> home_joints(const RobotModel& robot) {
  PerLeg<PerJoint<double>> q_rad{};
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (!find_home(robot.leg[i], q_rad[i])) return std::nullopt;
  return q_rad;
}

SelfDistance self_distance_at(const RobotModel& robot,
                              const PerLeg<PerJoint<double>>& q_rad) noexcept {
  PerLeg<controller::LegPose> pose;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) pose[i] = leg_pose(robot.leg[i], q_rad[i]);
  return self_distance(robot, pose);
}

}  // namespace ventosa::models
