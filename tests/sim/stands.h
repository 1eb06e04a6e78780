#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "models/robot.h"
#include "sim/twin.h"
#include "tests/controller/numbers_of.h"

/// Robots in stance for tests of the twin.
namespace ventosa::sim {

inline models::Robot romerin4() {
  return models::load(VENTOSA_SOURCE_DIR "/models/data/romerin4.yaml");
}

/// The quadruped with GPS and compass.
inline models::Robot placed_romerin4() {
  models::Robot robot = romerin4();
  robot.nominal.p_BG = {0.05, -0.03, 0.1};
  robot.gps = models::Gps{.rate_hz = 5, .noise_m = 0.02};
  robot.compass = models::Compass{
      .rate_hz = 10, .noise_rad = 0.026, .deviation_rad = 0.05, .deviation_sd_rad = 0.09};
  return robot;
}

/// A square patch of half extent 2 m, tilted about x: 0 ground, pi/2 wall, pi ceiling.
inline controller::Patch plane(double tilt_rad, double friction = 0.6) {
  controller::Patch patch;
  patch.X_WS = Eigen::AngleAxisd(tilt_rad, controller::Vector3d::UnitX());
  patch.half_extent_m.setConstant(2);
  patch.friction = friction;
  return patch;
}

/// Joint angles with the cup axis vertical below the nominal wrist point, raised by `lift_m`.
inline controller::PerJoint<double> stance(const controller::Leg& leg, double lift_m = 0) {
  const controller::Isometry3d X_LB = leg.X_BL.inverse();
  const controller::Vector3d p_BW = leg.p_BW_nominal + controller::Vector3d(0, 0, lift_m);
  controller::PerJoint<double> q_rad{};
  const controller::Vector3d down_L = -X_LB.linear().col(2);
  if (controller::solve_leg(leg, X_LB * p_BW, down_L, q_rad) != controller::IkStatus::kOk)
    throw std::runtime_error("the stance is out of reach");
  return q_rad;
}

/// The robot in its nominal stance on one plane, every cup attached at 100 N.
inline TwinConfig standing(const models::Robot& robot, double tilt_rad) {
  TwinConfig config;
  config.patches.n = 1;
  config.patches.patch[0] = plane(tilt_rad);
  config.start_cup_force_N = 100;
  const controller::Leg& leg = robot.nominal.leg[0];
  const double height_m = leg.foot.standoff_m - leg.p_BW_nominal.z();
  config.X_WB = config.patches.patch[0].X_WS * Eigen::Translation3d(0, 0, height_m);
  for (const controller::Leg& each : robot.nominal.leg)
    config.leg.push_back({.q_rad = stance(each), .attached = true});
  return config;
}

/// A block with one cup below its origin, on a stiff joint about x; has closed-form solutions.
struct Block {
  double mass_kg = 5;
  controller::Vector3d p_BC = controller::Vector3d::Zero();  ///< [m] centre of mass
  double height_m = 0.05;  ///< height of the origin above the surface
};

inline models::Robot one_cup(const Block& block) {
  models::Robot robot = romerin4();
  controller::RobotModel& nominal = robot.nominal;
  controller::Leg leg;
  leg.name = "only";
  leg.n_joints = leg.n_arm = 1;
  leg.joint[0].axis = controller::Vector3d::UnitX();
  leg.joint[0].q_min_rad = -1;
  leg.joint[0].q_max_rad = 1;
  leg.link[0].mass_kg = 1e-3;
  leg.link[0].I_C = 1e-4 * controller::Matrix3d::Identity();
  leg.X_JF = Eigen::Translation3d(0, 0, -block.height_m) *
             Eigen::AngleAxisd(M_PI, controller::Vector3d::UnitX());
  robot.drive[0][0] = {};
  robot.drive[0][0].stall_torque_Nm = 100;
  robot.drive[0][0].armature_kgm2 = 0.03;
  leg.foot.hold = nominal.leg.front().foot.hold;
  nominal.leg = {leg};
  nominal.body_mass_kg = block.mass_kg - leg.link[0].mass_kg;
  nominal.p_BC = block.p_BC;
  nominal.I_C = 0.02 * controller::Matrix3d::Identity();
  nominal.body_box = {{.half_extent_m = controller::Vector3d::Constant(0.02)}};
  return robot;
}

/// The block on a plane, its cup attached with `grip_N`.
inline TwinConfig stuck(const Block& block, double tilt_rad, double grip_N, double friction = 0.6) {
  TwinConfig config;
  config.patches.n = 1;
  config.patches.patch[0] = plane(tilt_rad, friction);
  config.start_cup_force_N = grip_N;
  config.X_WB = config.patches.patch[0].X_WS * Eigen::Translation3d(0, 0, block.height_m);
  config.leg.resize(1);
  return config;
}

inline double full_vacuum_N(const models::Robot& robot) {
  return robot.cup->max_vacuum_Pa * robot.nominal.cup()->area_m2;
}

/// Command that keeps the turbine of every cup at the speed for `grip_N`.
inline controller::Command grip(const models::Robot& robot, double grip_N) {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg)
    leg.cup = {controller::CupMode::kGrip, std::sqrt(grip_N / full_vacuum_N(robot))};
  return command;
}

/// Advances by `span_s`; throws if the physics fail.
inline void run(Twin& twin, const controller::Command& command, double span_s) {
  controller::Observation seen;
  for (const double end_s = twin.time_s() + span_s - 1e-9; twin.time_s() < end_s;)
    if (twin.exchange(command, seen) != hal::Status::kOk) throw std::runtime_error(twin.failure());
}

/// Readings of the robot now.
template <class Robot>
controller::Observation observed(Robot&& robot) {
  controller::Start start;
  static_cast<void>(robot.start(start));
  return start.seen;
}

/// Every number of an observation and a truth, in order; all unknown values are equal.
inline std::vector<double> all_values(const models::Robot& robot, Twin& twin) {
  using controller::Equipment;
  const controller::Shape shape(robot.nominal,
                                {Equipment::kCamera, Equipment::kFix, Equipment::kHeading});
  std::vector<double> all = controller::numbers_of(shape, observed(twin));
  const std::vector<double> truth = controller::numbers_of(shape, twin.truth());
  all.insert(all.end(), truth.begin(), truth.end());
  for (double& x : all)
    if (!controller::is_known(x)) x = std::numeric_limits<double>::infinity();
  return all;
}

}  // namespace ventosa::sim
