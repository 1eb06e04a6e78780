#include "models/leg_reader.h"

#include <cmath>

#include "models/mass_properties.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

/// default limits of joint moves
constexpr double kAcceleration_rad_s2 = 20, kJerk_rad_s3 = 400;

void read_limits(const Node& node, controller::Joint& joint) {
  const Node limits = node.at("limit_rad");
  const Eigen::Vector2d limit = limits.as_vector<2>(between(-2 * M_PI, 2 * M_PI));
  if (limit[0] >= limit[1]) limits.fail("the minimum must be below the maximum");
  joint.q_min_rad = limit[0];
  joint.q_max_rad = limit[1];
}

double limit_or(const Node& node, const char* key, double otherwise) {
  const auto found = node.find(key);
  return found ? found->as_double(above(0, 1e6)) : otherwise;
}

/// Refuses a drive that cannot accelerate its own rotor as fast as its joint may be accelerated.
void check_rotor(const controller::Joint& joint, const Node& drive) {
  const double most_rad_s2 = joint.torque_limit_Nm / joint.armature_kgm2;
  if (joint.acceleration_limit_rad_s2 > most_rad_s2)
    drive.fail("torque_cap * stall_torque_Nm / armature_kgm2 is " + decimal(most_rad_s2, 3) +
                   " rad/s2: must not be below the acceleration limit, " +
                   decimal(joint.acceleration_limit_rad_s2, 4),
               "armature_kgm2 is that of rotor and gear at the gear's output, in kg m2");
}

Transmission transmission(const LegType& type, std::size_t joint) {
  const auto shares = type.gears.col(static_cast<Eigen::Index>(joint)).array().abs();
  return {static_cast<int>((shares > 0).count()), shares.maxCoeff()};
}

/// Drive at a joint, with the torque that the module permits.
Drive read_drive(const Node& joint, const Drives& drives, const Transmission& gear, double cap) {
  Drive drive = at_joint(joint.at("drive").as_key_of(drives), gear);
  drive.torque_cap = cap;
  // the standby current of a differential's two motors is shared by two joints
  if (gear.drives == 2) drive.motor.standby_current_A /= 2;
  return drive;
}

/// Sets what a joint can do with its drive.
void take_drive(const Drive& drive, controller::Joint& joint) {
  joint.speed_limit_rad_s = drive.no_load_speed_rad_s;
  joint.stall_torque_Nm = drive.stall_torque_Nm;
  joint.torque_limit_Nm = drive.torque_cap * drive.stall_torque_Nm;
  joint.armature_kgm2 = drive.armature_kgm2;
  joint.friction = {.coulomb_Nm = drive.gear.coulomb_Nm,
                    .stiction_Nm = drive.gear.stribeck_Nm,
                    .viscous_Nms_rad = drive.gear.viscous_Nms_rad,
                    .load_ratio = drive.gear.load_ratio};
}

}  // namespace

void read_joints(const Node& node, const Drives& drives, LegType& type) {
  const double cap = node.at("torque_cap").as_double(above(0, 1));
  const double acceleration = limit_or(node, "acceleration_limit_rad_s2", kAcceleration_rad_s2);
  const double jerk = limit_or(node, "jerk_limit_rad_s3", kJerk_rad_s3);
  const auto n = static_cast<std::size_t>(type.leg.n_joints);
  const auto joints = node.at("joints").elements(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    controller::Joint& joint = type.leg.joint[j];
    type.drive[j] = read_drive(joints[j], drives, transmission(type, j), cap);
    if (!joint.slides()) read_limits(joints[j], joint);
    take_drive(type.drive[j], joint);
    joint.acceleration_limit_rad_s2 = acceleration;
    joint.jerk_limit_rad_s3 = jerk;
    check_rotor(joint, joints[j].at("drive"));
  }
}

void read_links(const Node& node, double longest_m, LegType& type) {
  const auto n = static_cast<std::size_t>(type.leg.n_joints);
  const auto links = node.at("links").elements(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    controller::Link& link = type.leg.link[j];
    link = read_mass_properties(links[j]);
    check_extent(links[j], link, longest_m);
    if (const auto radius = links[j].find("radius_m"))
      link.radius_m = radius->as_double(above(0, 1));
  }
}

void read_motors(const Node& node, const char* hint, LegType& type) {
  const int n = type.leg.n_joints;
  read_motor_zeros(node.at("motor_zero_deg"), n, type.mounts);
  read_motor_signs(node.at("motor_sign"), n, type.mounts);
  const MotorMap map = motor_map(type.mounts, type.gears);
  const auto overrun = find_overrun(type.leg, map, type.drive);
  if (!overrun) return;
  const auto j = static_cast<std::size_t>(overrun->motor);
  node.at("joints")
      .elements()[j]
      .at(type.leg.joint[j].slides() ? "stroke_m" : "limit_rad")
      .fail(overrun->rule, hint);
}

void read_stance(const Node& node, const ArmLengths& arm, LegType& type) {
  const Node stance = node.at("stance");
  type.stance = read_default_stance(stance);
  const auto [radius, drop] = type.stance;
  const double reach = std::hypot(radius - arm.ahead_m, drop);
  if (reach > arm.upper_m + arm.lower_m || reach < std::abs(arm.upper_m - arm.lower_m))
    stance.fail(type.leg.has_wrist() ? "the wrist cannot reach this stance"
                                     : "the foot cannot reach this stance",
                "radius from the hip, drop below it");
}

void read_lengths(const Node& node, std::span<double> length_m) {
  const auto lengths = node.at("lengths_m").elements(length_m.size(), length_m.size());
  for (std::size_t k = 0; k < lengths.size(); ++k) length_m[k] = lengths[k].as_double(above(0, 10));
}

}  // namespace ventosa::models
