#pragma once

#include "controller/organizer/posture.h"
#include "planner/task.h"

namespace ventosa::planner {

using controller::Foothold;
using controller::LegSet;
using controller::Posture;

/// The organizer's view of a robot that stands where it does not stand yet.
class Supposed {
 public:
  Supposed(const RobotModel& robot, const World& world, const BodyEstimate& as);
  Supposed(const Supposed&) = delete;
  Supposed& operator=(const Supposed&) = delete;

  /// All feet are attached at these places, the legs have these joints.
  void stand(const Isometry3d& X_WB, const PerLeg<Foothold>& foot,
             const PerLeg<PerJoint<double>>& q_rad);
  /// A foot leaves its place; its leg has these joints.
  void lift(std::size_t leg, const PerJoint<double>& q_rad);
  /// Sets what the load checks of a leg's move read: the weights of all legs.
  void weigh();

  controller::Scene scene(double reserve) const { return {robot_, world_.config, input_, reserve}; }
  Posture posture() const { return {body_.X_WB, foot_, attached_}; }
  const BodyEstimate& body() const { return body_; }

 private:
  const RobotModel& robot_;
  World world_;
  BodyEstimate body_;
  PerLeg<controller::ModuleReport> report_{};
  controller::Goal goal_;
  PerLeg<Vector3d> F_last_B_ = controller::zero_vectors();
  controller::OrganizerInput input_{body_, report_, world_.surfaces, goal_, F_last_B_};
  PerLeg<Foothold> foot_{};
  LegSet attached_{};
};

}  // namespace ventosa::planner
