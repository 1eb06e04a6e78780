#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "controller/model/foot.h"
#include "controller/model/frames.h"
#include "controller/model/gait.h"
#include "controller/model/per_leg.h"

/// Nominal model of the robot in the controller: constants only, filled once at load.
namespace ventosa::controller {

inline constexpr int kMaxJoints = 7;

template <class T>
using PerJoint = std::array<T, kMaxJoints>;

/// Zero vectors for all legs (Eigen leaves vectors uninitialised).
inline PerLeg<Vector3d> zero_vectors() noexcept {
  PerLeg<Vector3d> v;
  v.fill(Vector3d::Zero());
  return v;
}

/// Friction torque of a joint's gear, as far as it is known; tau is the output torque:
///   tau_f = Kc + Kv |dq| + Kl |tau|
struct JointFriction {
  double coulomb_Nm = 0;       ///< Kc
  double stiction_Nm = 0;      ///< Ks: breakaway torque above sliding friction
  double viscous_Nms_rad = 0;  ///< Kv
  double load_ratio = 0;       ///< Kl
};

void describe(auto& field, Is<JointFriction> auto& friction) {
  field("coulomb_Nm", friction.coulomb_Nm, "N m");
  field("stiction_Nm", friction.stiction_Nm, "N m");
  field("viscous_Nms_rad", friction.viscous_Nms_rad, "N m s/rad");
  field("load_ratio", friction.load_ratio);
}

/// A revolute joint. All link frames are parallel to L at q = 0; a link's frame sits on its joint.
struct Joint {
  /// [m] joint position from the parent link's frame, in the parent link.
  Vector3d p_PJ = Vector3d::Zero();
  Vector3d axis = Vector3d::UnitZ();  ///< unit vector, the same in the parent link and in the link
  double q_min_rad = 0;
  double q_max_rad = 0;
  double speed_limit_rad_s = 0;
  double acceleration_limit_rad_s2 = 0;
  double jerk_limit_rad_s3 = 0;
  double stall_torque_Nm = 0;
  double torque_limit_Nm = 0;  ///< largest output torque to command: cap times stall torque
  double armature_kgm2 = 0;    ///< inertia of the drive's rotor and gears, at the joint
  JointFriction friction;
};

void describe(auto& field, Is<Joint> auto& joint) {
  field("p_PJ_m", joint.p_PJ, "m");
  field("axis", joint.axis);
  field("q_min_rad", joint.q_min_rad, "rad");
  field("q_max_rad", joint.q_max_rad, "rad");
  field("speed_limit_rad_s", joint.speed_limit_rad_s, "rad/s");
  field("acceleration_limit_rad_s2", joint.acceleration_limit_rad_s2, "rad/s2");
  field("jerk_limit_rad_s3", joint.jerk_limit_rad_s3, "rad/s3");
  field("stall_torque_Nm", joint.stall_torque_Nm, "N m");
  field("torque_limit_Nm", joint.torque_limit_Nm, "N m");
  field("armature_kgm2", joint.armature_kgm2, "kg m2");
  field("friction", joint.friction);
}

/// The rigid link behind a joint.
struct Link {
  double mass_kg = 0;
  Vector3d p_JC = Vector3d::Zero();  ///< [m] centre of mass from the link frame, in the link
  Matrix3d I_C = Matrix3d::Zero();   ///< [kg m2] inertia about the centre of mass, in the link
  double radius_m = 0.02;  ///< radius of the rod from joint to joint that models the link's shape
};

void describe(auto& field, Is<Link> auto& link) {
  field("mass_kg", link.mass_kg, "kg");
  field("p_JC_m", link.p_JC, "m");
  field("I_C_kgm2", link.I_C, "kg m2");
  field("radius_m", link.radius_m, "m");
}

/// Gear differential of the last two joints: both drives act on both joints, so
///   |q5| + ratio |q6| <= limit_rad.
struct Differential {
  double ratio = 0;
  double limit_rad = std::numeric_limits<double>::infinity();
};

void describe(auto& field, Is<Differential> auto& differential) {
  field("ratio", differential.ratio);
  field("limit_rad", differential.limit_rad, "rad");
}

/// A leg: `n_arm` positioning joints, then wrist joints whose axes meet in the wrist point.
struct Leg {
  std::string name;
  Isometry3d X_BL = Isometry3d::Identity();
  int n_joints = 0;
  int n_arm = 0;  ///< joints before the wrist; the wrist is passive while the foot is attached
  std::array<Joint, kMaxJoints> joint;
  std::array<Link, kMaxJoints> link;
  Differential differential;
  /// Centre of the contact area in the last link; z_F out of the foot.
  Isometry3d X_JF = Isometry3d::Identity();
  Foot foot;
  Vector3d p_BW_nominal = Vector3d::Zero();  ///< [m] wrist point of the default stance, in B

  /// A point [m, in B] at `radius_m` horizontally in front of the hip and `drop_m` below it. Front
  /// is the direction of x_L, projected along z_B; if x_L is vertical, the direction that x_L would
  /// have with z_L upright.
  Vector3d point_ahead(double radius_m, double drop_m) const;

  bool has_wrist() const { return n_joints > n_arm; }
  const Cup* cup() const { return std::get_if<Cup>(&foot.hold); }  ///< null: the foot has no cup
  /// Joints before the arm's three: 1 (joint 0) for the seven-joint module, otherwise 0.
  int n_lead() const { return std::max(0, n_arm - 3); }
  /// Number of a joint in messages and windows, from its index: from 1, as in the papers; the first
  /// joint of the seven-joint module is joint 0.
  int joint_number(int index) const { return index + 1 - n_lead(); }
};

void describe(auto& field, Is<Leg> auto& leg) {
  field("name", leg.name);
  field("X_BL", leg.X_BL);
  field("n_joints", leg.n_joints);
  field("n_arm", leg.n_arm);
  field.list("joint", leg.joint);
  field.list("link", leg.link);
  field("differential", leg.differential);
  field("X_JF", leg.X_JF);
  field("foot", leg.foot);
  field("p_BW_nominal_m", leg.p_BW_nominal, "m");
}

/// A box of the body's collision shape, aligned with the axes of B.
struct Box {
  Vector3d p_BO = Vector3d::Zero();  ///< [m] centre
  Vector3d half_extent_m = Vector3d::Zero();
};

void describe(auto& field, Is<Box> auto& box) {
  field("p_BO_m", box.p_BO, "m");
  field("half_extent_m", box.half_extent_m, "m");
}

inline constexpr int kMaxBoxes = 16;

struct RobotModel {
  std::string name;
  double body_mass_kg = 0;
  Vector3d p_BC = Vector3d::Zero();  ///< [m] the body's own centre of mass, in B
  Matrix3d I_C = Matrix3d::Zero();   ///< [kg m2] about the body's centre of mass, in B
  std::vector<Box> body_box;         ///< up to kMaxBoxes, the main one first
  Vector3d p_BG = Vector3d::Zero();  ///< [m] antenna of the GPS, in B
  bool has_packs = true;             ///< every leg's module has a battery of its own
  bool has_imu = true;               ///< there is an IMU in the body
  std::vector<Leg> leg;              ///< 1..kMaxLegs
  std::vector<Gait> gait;            ///< available gaits; the first is the default

  int n_legs() const { return static_cast<int>(leg.size()); }
  /// The first leg's cup, which all cups of a robot are like; null: the robot has none.
  const Cup* cup() const;
  /// Word for its feet in messages and tables: "cup" or "foot".
  const char* foot_word() const { return cup() ? "cup" : "foot"; }
  double total_mass_kg() const;
  /// Gait by its number; nullptr: the robot has no such gait.
  const Gait* find_gait(int number) const noexcept;
};

void describe(auto& field, Is<RobotModel> auto& robot) {
  field("name", robot.name);
  field("body_mass_kg", robot.body_mass_kg, "kg");
  field("p_BC_m", robot.p_BC, "m");
  field("I_C_kgm2", robot.I_C, "kg m2");
  field.list("body_box", robot.body_box);
  field("p_BG_m", robot.p_BG, "m");
  field("has_packs", robot.has_packs);
  field("has_imu", robot.has_imu);
  field.list("leg", robot.leg);
  field.list("gait", robot.gait);
}

}  // namespace ventosa::controller
