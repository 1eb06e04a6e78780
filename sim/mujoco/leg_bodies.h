#pragma once

#include <string>

#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/mujoco/joint_coordinate.h"
#include "sim/mujoco/shapes.h"

/// Bodies and joints of a leg that is built as its joint table says. Private to sim.
namespace ventosa::sim {

/// A leg to be built.
struct LegPlan {
  int i = 0;  ///< its index
  const models::Robot& robot;
  const TwinConfig& config;
  Detail detail;

  const controller::Leg& leg() const { return robot.nominal.leg[static_cast<std::size_t>(i)]; }
};

/// A body, and the foot's frame in it.
struct FootMount {
  mjsBody* body = nullptr;
  controller::Isometry3d X = controller::Isometry3d::Identity();
};

/// Names in MuJoCo's model. @{
inline constexpr const char* kTorsoName = "body";
std::string part_name(int leg, const std::string& part);  ///< "leg0.thigh"
std::string joint_name(int leg, int joint);               ///< names a link and its joint
std::string foot_name(int leg);
std::string anchor_name(int leg);
std::string patch_name(int patch);
/// @}

void put_mass(const controller::Link& link, mjsBody& body);

struct JointedBody {
  mjsBody& body;
  mjsJoint& joint;
};

/// Adds a body and the joint at its origin, without range and drive.
/// @param X_PJ  its frame at the angle 0, in the parent
JointedBody add_jointed_body(mjsBody& parent, const std::string& name,
                             const controller::Isometry3d& X_PJ, const controller::Joint& joint);

/// Gives a joint the range, inertia and constant friction of its drive.
/// @param table  its entry in the controller's table, or one with another way per radian
void put_drive(const LegPlan& plan, int j, const controller::Joint& table, mjsJoint& joint);

/// Adds the links of the joint table.
FootMount add_links(const LegPlan& plan, mjsBody& torso);

}  // namespace ventosa::sim
