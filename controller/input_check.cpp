#include "controller/input_check.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "controller/estimation/estimator_rules.h"
#include "controller/execution/computed_torque.h"
#include "controller/kinematics/arm_geometry.h"
#include "controller/organizer/body_reference.h"
#include "controller/trajectory/swing.h"

namespace ventosa::controller {
namespace {

void require(bool ok, const char* what) {
  if (!ok) throw std::invalid_argument(what);
}

bool has_sound_gaits(const RobotModel& robot) {
  return std::all_of(robot.gait.begin(), robot.gait.end(), [&](const Gait& gait) {
    return check(gait, robot.n_legs()).fault == GaitFault::kNone;
  });
}

bool has_positive_times(const GaitConfig& gait) {
  return std::min({gait.load_s, gait.lift_s, gait.transfer_s, gait.lower_s, gait.touch_s,
                   gait.seal_timeout_s}) > 0;
}

bool has_sound_motion_limits(const ControllerConfig& config) {
  const FollowLimits body = follow_limits(config.body);
  const SwingLimits swing = swing_limits(config.gait);
  return is_sound(body.linear) && is_sound(body.angular) && is_sound(swing.linear) &&
         is_sound(swing.angular) && is_sound(swing.roll);
}

bool has_stable_law(const ControllerConfig& config, bool stands) {
  const GainConfig& gains = config.gains;
  if (gains.law != ControlLaw::kComputedTorque) return true;
  return gains.omega_rad_s > 0 && gains.zeta > 0 &&
         !is_too_fast(gains.omega_rad_s, gains.zeta, config.period_s, stands);
}

/// Largest plausible absolute value of a reading, in any unit. Products of a few such values do not
/// overflow.
constexpr double kPlausible = 1e6;

bool is_plausible(double x) { return std::abs(x) <= kPlausible; }

bool is_plausible(const Vector3d& v) {
  return is_plausible(v.x()) && is_plausible(v.y()) && is_plausible(v.z());
}

bool is_plausible(const Isometry3d& X) {
  constexpr double kRounding = 1e-6;
  const Matrix3d R = X.linear();
  return is_plausible(X.translation()) && R.isUnitary(kRounding) && R.determinant() > 0;
}

/// True if a reading that the controller can work without is unknown or plausible.
bool is_optional(double x) { return !is_known(x) || is_plausible(x); }

bool is_plausible(const JointReading& joint) {
  return is_plausible(joint.q_rad) && is_plausible(joint.dq_rad_s) && is_optional(joint.tau_Nm) &&
         is_optional(joint.current_A) && is_optional(joint.voltage_V) &&
         is_optional(joint.temperature_C);
}

bool is_plausible(const PackReading& pack) {
  return is_optional(pack.voltage_V) && is_optional(pack.current_A) &&
         is_optional(pack.bus_voltage_V) && is_optional(pack.bus_current_A);
}

bool is_plausible(const ModuleReading& module) { return is_optional(module.loop_s); }

bool is_plausible(const LegReading& reading, int n_joints) {
  bool ok = is_plausible(reading.cup.vacuum_Pa) && is_optional(reading.cup.turbine);
  for (const double distance_m : reading.cup.distance_m) ok &= is_optional(distance_m);
  for (int j = 0; j < n_joints; ++j) ok &= is_plausible(reading.joint[static_cast<std::size_t>(j)]);
  return ok && is_plausible(reading.pack) && is_plausible(reading.module);
}

bool is_plausible(const Patch& patch) {
  const auto is_size = [](double x) { return x >= 0 && x <= kPlausible; };
  return is_plausible(patch.X_WS) && is_size(patch.half_extent_m.x()) &&
         is_size(patch.half_extent_m.y()) && is_size(patch.friction) && is_size(patch.uneven_m);
}

bool is_plausible(const PlaneCorner& corner, const DetectedPlane& plane) {
  constexpr double kOff_m = 1e-3;  // largest distance of a corner from its plane
  return is_plausible(corner.p) && corner.sd_m >= 0 && corner.sd_m <= kPlausible &&
         std::abs(plane.normal.dot(corner.p - plane.corner[0].p)) <= kOff_m;
}

bool is_plausible(const DetectedPlane& plane) {
  constexpr double kRounding = 1e-6;
  bool ok = plane.n_corners >= 3 && plane.n_corners <= kMaxCorners && is_plausible(plane.normal) &&
            std::abs(plane.normal.norm() - 1) < kRounding;
  for (int k = 0; ok && k < plane.n_corners; ++k)
    ok = is_plausible(plane.corner[static_cast<std::size_t>(k)], plane);
  return ok;
}

bool is_plausible(const PlaneDetections& detections) {
  bool ok = detections.n >= 0 && detections.n <= kMaxDetectedPlanes;
  for (int k = 0; ok && k < detections.n; ++k)
    ok = is_plausible(detections.plane[static_cast<std::size_t>(k)]);
  return ok;
}

bool is_plausible(const PatchList& patches) {
  bool ok = patches.n >= 1 && patches.n <= kMaxPatches;
  for (int k = 0; ok && k < patches.n; ++k)
    ok = is_plausible(patches.patch[static_cast<std::size_t>(k)]);
  return ok;
}

bool is_plausible(const LegMove& move) {
  bool ok = move.n >= 0 && move.n <= static_cast<int>(kMaxWaypoints);
  for (std::size_t k = 0; ok && k < static_cast<std::size_t>(move.n); ++k) {
    ok = is_plausible(move.shift_B[k]);
    for (const double q_rad : move.q_rad[k]) ok = ok && is_plausible(q_rad);
  }
  for (const double limit :
       {move.speed_rad_s, move.acceleration_rad_s2, move.speed_m_s, move.acceleration_m_s2})
    ok = ok && limit >= 0 && is_plausible(limit);
  return ok;
}

bool has_sound_surfaces(const SurfaceConfig& surfaces) {
  return surfaces.friction > 0 && surfaces.gate_m > 0 && surfaces.gate_rad > 0 &&
         surfaces.body_sd_m > 0 && surfaces.memory_frames >= 1 &&
         std::min({surfaces.start_x_m, surfaces.start_y_m, surfaces.bridge_m}) >= 0;
}

}  // namespace

void check(const RobotModel& robot, const ControllerConfig& config) {
  require(robot.n_legs() >= 1 && robot.n_legs() <= kMaxLegs, "a robot has 1 to 12 legs");
  require(has_sound_gaits(robot),
          "in a gait every leg must step, its moves in order, with at least three feet attached at "
          "any time");
  require(std::all_of(robot.leg.begin(), robot.leg.end(), has_closed_form),
          "a leg must have 3 or 4 arm joints with axes z, -y, +y or -y, and none or 3 wrist joints "
          "with axes -x, -y, x");
  const Cup* cup = robot.cup();
  require(!cup || (config.cup_goal_force_N > 0 && config.cup_goal_force_N <= cup->max_force_N),
          "cup_goal_force_N must be positive and at most the cup's max_force_N");
  require(has_positive_times(config.gait), "the gait's times must be positive");
  require(has_sound_motion_limits(config), "the limits of body and swing must be positive");
  require(config.gains.fade_s > 0, "fade_s must be positive");
  require(config.gains.friction_speed_rad_s > 0 && config.gains.friction_fade_s > 0,
          "friction_speed_rad_s and friction_fade_s must be positive");
  require(config.lip.stiffness_N_m > 0 && config.lip.shear_stiffness_N_m > 0,
          "the stiffnesses of a lip must be positive");
  require(config.lip.vacuum_fade_s > 0, "a lip's vacuum_fade_s must be positive");
  require(config.lip.press_m >= 0 && config.lip.press_m <= config.lip.free_height_m,
          "press_m must lie between 0 and the lip's free_height_m");
  require(config.period_s > 0, "period_s must be positive");
  require(config.gains.law != ControlLaw::kComputedTorque ||
              config.gains.loop == ServoLoop::kController,
          "gains.law: computed_torque needs gains.loop: controller");
  require(config.gains.law != ControlLaw::kPosition || config.gains.loop == ServoLoop::kServo,
          "gains.law: position needs gains.loop: servo");
  require(config.sharing.safety_factor >= 1, "safety_factor must be at least 1");
  require(config.sharing.torque_ratio > 0 && config.sharing.smoothness > 0,
          "torque_ratio and smoothness must be positive");
  require(has_sound_surfaces(config.surfaces),
          "the surfaces' friction, gates, body_sd_m and memory must be positive");
  require(!objection_to_estimator(robot, config),
          "body.estimator does not fit the robot or the other options: see estimator_rules.h");
  require(config.gait.stride_m > 0 && config.gait.acceleration_m_s2 > 0,
          "stride_m and acceleration_m_s2 must be positive");
}

void check(const ControllerConfig& config, const Start& start) {
  require(has_stable_law(config, !start.clamped),
          "omega_rad_s is too fast for the control period, or not positive");
  require(is_plausible(start.X_WB), "the start pose is invalid");
  require(config.surfaces.source == SurfaceSource::kSeen || is_plausible(start.patches),
          "there must be 1 to 16 surfaces, each with a pose and a size");
}

bool is_sound(const RobotModel& robot, const ControllerConfig& config,
              const Observation& seen) noexcept {
  const SurfaceSource source = config.surfaces.source;
  bool ok = !seen.body.is_known() ||
            (is_plausible(seen.body.specific_force_B) && is_plausible(seen.body.w_WB_B));
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    ok = ok && is_plausible(seen.leg[i], robot.leg[i].n_joints);
  return ok && (source != SurfaceSource::kSeen || is_plausible(seen.detections));
}

bool is_sound(const Goal& goal) noexcept {
  bool ok = is_plausible(goal.X_WB) && is_plausible(goal.v_WB) && is_plausible(goal.w_WB);
  ok = ok && is_plausible(goal.request.move);
  if (goal.gaze) ok = ok && is_plausible(goal.gaze->pan_rad) && is_plausible(goal.gaze->tilt_rad);
  return ok;
}

}  // namespace ventosa::controller
