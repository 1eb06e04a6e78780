#include "planner/supposed.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/surfaces.h"

namespace ventosa::planner {

using controller::Leg;

Standing standing_at(const World& world, const Isometry3d& X_WB, double grip_force_N) {
  Standing standing;
  standing.body.X_WB = X_WB;
  for (std::size_t i = 0; i < world.robot.leg.size(); ++i) {
    const Leg& leg = world.robot.leg[i];
    const Vector3d p_LW = leg.X_BL.inverse() * leg.p_BW_nominal;
    (void)solve_standing(leg, p_LW, leg.X_BL.linear().transpose().col(2), standing.q_rad[i]);
    standing.body.stance.leg[i].grip_force_N = grip_force_N;
    const Foothold at = nearest_foothold(leg, world.surfaces, X_WB * leg.p_BW_nominal);
    standing.body.contact[i] = {.attached = at.patch >= 0, .patch = at.patch, .p_WW = at.p_WW};
  }
  return standing;
}

Supposed::Supposed(const RobotModel& robot, const World& world, const BodyEstimate& as)
    : robot_(robot), world_(world), body_(as) {}

void Supposed::stand(const Isometry3d& X_WB, const PerLeg<Foothold>& foot,
                     const PerLeg<PerJoint<double>>& q_rad) {
  body_.X_WB = X_WB;
  body_.stance.g_B = X_WB.linear().transpose() * world_.config.gravity_W;
  foot_ = foot;
  attached_ = ~LegSet{};
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    report_[i].attached = true;
    report_[i].q_rad = report_[i].q_set_rad = q_rad[i];
    body_.contact[i] = {.attached = true, .patch = foot[i].patch, .p_WW = foot[i].p_WW};
    body_.stance.leg[i].attached = true;
    body_.stance.leg[i].pose = leg_pose(robot_.leg[i], q_rad[i]);
  }
}

void Supposed::lift(std::size_t leg, const PerJoint<double>& q_rad) {
  attached_[leg] = false;
  report_[leg].attached = body_.contact[leg].attached = body_.stance.leg[leg].attached = false;
  report_[leg].q_rad = report_[leg].q_set_rad = q_rad;
  body_.stance.leg[leg].pose = leg_pose(robot_.leg[leg], q_rad);
}

void Supposed::weigh() {
  controller::PosedLegs legs;
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) legs.pose[i] = body_.stance.leg[i].pose;
  body_.stance = stance_of(scene(0), posture(), legs);
}

}  // namespace ventosa::planner
