#include "models/leg_type.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/mass_properties.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

using controller::Vector3d;

void read_limits(const Node& node, controller::Joint& joint) {
  const Node limits = node.at("limit_rad");
  const Eigen::Vector2d limit = limits.as_vector<2>(between(-2 * M_PI, 2 * M_PI));
  if (limit[0] >= limit[1]) limits.fail("the minimum must be below the maximum");
  joint.q_min_rad = limit[0];
  joint.q_max_rad = limit[1];
}

double teeth_ratio(const Node& node) {
  const auto teeth = node.elements(2, 2);
  return static_cast<double>(teeth[0].as_int(1, 1000)) / teeth[1].as_int(1, 1000);
}

/// The ROMERIN leg: shoulder (z, -y), elbow (+y), wrist (-x, -y, +x) whose axes meet.
///
///        joint 2      L2        joint 3 (L3 below the line)      wrist point    lip
///   L1 ──── o ────────────────── o ─────────── L4 (L5 up) ────────── o ── L6 ── |
///
/// Prados 2023, Table 1, as offsets between parallel frames instead of DH parameters. The
/// seven-joint module has a joint 0 before these, which rolls the whole leg about x, and the length
/// L0 from it to joint 1.
class Romerin {
 public:
  static constexpr int kChain = 6, kArm = 3;  // without joint 0

  /// @param lead  number of joints before the six: 0 or 1
  Romerin(const Node& node, const Drives& drives, int lead)
      : node_(node), drives_(drives), lead_(static_cast<std::size_t>(lead)) {}

  LegType read() {
    read_geometry();
    read_joints();
    read_motors();
    read_links();
    read_stance();
    return type_;
  }

 private:
  std::size_t n_joints() const { return lead_ + kChain; }

  void read_lengths() {
    const auto lengths = node_.at("lengths_m").elements(n_joints(), n_joints());
    for (std::size_t k = 0; k < lengths.size(); ++k)
      L_[k + 1 - lead_] = lengths[k].as_double(above(0, 10));
  }

  void read_geometry() {
    read_lengths();
    const auto [x, y, z] = std::array{Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};
    const std::array<Vector3d, kChain> axis{z, -y, y, -x, -y, x};
    const std::array<Vector3d, kChain> p_PJ{Vector3d(L_[0], 0, 0),      Vector3d(L_[1], 0, 0),
                                            Vector3d(L_[2], 0, -L_[3]), Vector3d(L_[4], 0, L_[5]),
                                            Vector3d::Zero(),           Vector3d::Zero()};
    type_.leg.joint[0].axis = x;
    for (std::size_t j = 0; j < kChain; ++j) {
      type_.leg.joint[lead_ + j].axis = axis[j];
      type_.leg.joint[lead_ + j].p_PJ = p_PJ[j];
    }
    type_.leg.n_joints = static_cast<int>(n_joints());
    type_.leg.n_arm = static_cast<int>(lead_) + kArm;
    type_.leg.wrist_to_lip_m = L_[6];
    // the cup points along the last link: x_F = y, y_F = z, z_F = x
    type_.leg.X_JF.linear() << y, z, x;
    type_.leg.X_JF.translation() = Vector3d(L_[6], 0, 0);
  }

  // joint 4 is geared; motors 5 and 6 turn both their joints through a gear differential f. Up to
  // zeros and signs
  //   m5 = q5 - q6/f,  m6 = q5 + q6/f  ->  τ5 = τ_m5 + τ_m6,  τ6 = (τ_m6 - τ_m5) / f
  // so each joint alone has both drives, and armature and viscous friction do not couple. The
  // motors' range about their middle couples the joint angles: |q5| + |q6|/f.
  void read_gears() {
    const double f = teeth_ratio(node_.at("differential_teeth"));
    type_.leg.differential = {
        .ratio = 1 / f,
        .limit_rad = node_.at("differential_limit_rad").as_double(above(0, 2 * M_PI))};
    const auto j4 = static_cast<Eigen::Index>(lead_) + kArm;
    type_.gears(j4, j4) = teeth_ratio(node_.at("wrist_gear_teeth"));
    type_.gears.block<2, 2>(j4 + 1, j4 + 1) << 1, -1 / f, 1, 1 / f;
  }

  Transmission transmission(std::size_t joint) const {
    const auto shares = type_.gears.col(static_cast<Eigen::Index>(joint)).array().abs();
    return {static_cast<int>((shares > 0).count()), shares.maxCoeff()};
  }

  void read_motors() {
    const int n = type_.leg.n_joints;
    read_motor_zeros(node_.at("motor_zero_deg"), n, type_.mounts);
    read_motor_signs(node_.at("motor_sign"), n, type_.mounts);
    const MotorMap map = motor_map(type_.mounts, type_.gears);
    if (const auto overrun = find_overrun(type_.leg, map, type_.drive))
      node_.at("joints")
          .elements()[static_cast<std::size_t>(overrun->motor)]
          .at("limit_rad")
          .fail(overrun->rule, "see motor_zero_deg, motor_sign and differential_limit_rad");
  }

  /// default limits of joint moves
  static constexpr double kAcceleration_rad_s2 = 20, kJerk_rad_s3 = 400;

  double limit_or(const char* key, double otherwise) const {
    const auto node = node_.find(key);
    return node ? node->as_double(above(0, 1e6)) : otherwise;
  }

  /// Refuses a drive that cannot accelerate its own rotor as fast as its joint may be accelerated.
  static void check_rotor(const controller::Joint& joint, const Node& drive) {
    const double most_rad_s2 = joint.torque_limit_Nm / joint.armature_kgm2;
    if (joint.acceleration_limit_rad_s2 > most_rad_s2)
      drive.fail("torque_cap * stall_torque_Nm / armature_kgm2 is " + decimal(most_rad_s2, 3) +
                     " rad/s2: must not be below the acceleration limit, " +
                     decimal(joint.acceleration_limit_rad_s2, 4),
                 "armature_kgm2 is that of rotor and gear at the gear's output, in kg m2");
  }

  void read_joints() {
    const double cap = node_.at("torque_cap").as_double(above(0, 1));
    const double acceleration = limit_or("acceleration_limit_rad_s2", kAcceleration_rad_s2);
    const double jerk = limit_or("jerk_limit_rad_s3", kJerk_rad_s3);
    read_gears();
    const auto joints = node_.at("joints").elements(n_joints(), n_joints());
    for (std::size_t j = 0; j < n_joints(); ++j) {
      const Transmission gear = transmission(j);
      Drive drive = at_joint(joints[j].at("drive").as_key_of(drives_), gear);
      drive.torque_cap = cap;
      // the standby current of the differential's two motors is shared by two joints
      if (gear.drives == 2) drive.motor.standby_current_A /= 2;
      controller::Joint& joint = type_.leg.joint[j];
      read_limits(joints[j], joint);
      joint.speed_limit_rad_s = drive.no_load_speed_rad_s;
      joint.acceleration_limit_rad_s2 = acceleration;
      joint.jerk_limit_rad_s3 = jerk;
      joint.stall_torque_Nm = drive.stall_torque_Nm;
      joint.torque_limit_Nm = cap * drive.stall_torque_Nm;
      joint.armature_kgm2 = drive.armature_kgm2;
      check_rotor(joint, joints[j].at("drive"));
      joint.friction = {.coulomb_Nm = drive.gear.coulomb_Nm,
                        .stiction_Nm = drive.gear.stribeck_Nm,
                        .viscous_Nms_rad = drive.gear.viscous_Nms_rad,
                        .load_ratio = drive.gear.load_ratio};
      type_.drive[j] = drive;
    }
    if (type_.drive[lead_ + 4].name != type_.drive[lead_ + 5].name)
      joints.back().at("drive").fail("must be that of joint 5", "they share a gear differential");
  }

  void read_links() {
    const auto links = node_.at("links").elements(n_joints(), n_joints());
    for (std::size_t j = 0; j < n_joints(); ++j) {
      type_.leg.link[j] = read_mass_properties(links[j]);
      check_extent(links[j], type_.leg.link[j], *std::max_element(L_.begin(), L_.end()));
      if (const auto radius = links[j].find("radius_m"))
        type_.leg.link[j].radius_m = radius->as_double(above(0, 1));
    }
  }

  void read_stance() {
    const Node stance = node_.at("stance");
    type_.stance = read_default_stance(stance);
    const auto [radius, drop] = type_.stance;
    const double upper = std::hypot(L_[2], L_[3]), lower = std::hypot(L_[4], L_[5]);
    const double reach = std::hypot(radius - L_[0] - L_[1], drop);
    if (reach > upper + lower || reach < std::abs(upper - lower))
      stance.fail("the wrist cannot reach this stance", "radius from the hip, drop below it");
  }

  const Node& node_;
  const Drives& drives_;
  std::size_t lead_;
  std::array<double, kChain + 1> L_{};  // L0..L6, L0 = 0 on the six-joint leg
  LegType type_;
};

}  // namespace

DefaultStance read_default_stance(const Node& stance) {
  return {.radius_m = stance.at("radius_m").as_double(above(0, 10)),
          .drop_m = stance.at("drop_m").as_double(between(-10, 10))};
}

LegType read_leg_type(const Node& node, const Drives& drives) {
  const std::size_t kind = node.at("kind").as_choice({"romerin6", "romerin7"});
  return Romerin(node, drives, static_cast<int>(kind)).read();
}

}  // namespace ventosa::models
