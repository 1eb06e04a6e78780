#include "sim/config/check_config.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "controller/kinematics/joint_limits.h"
#include "hal/link/delivery.h"
#include "models/ranges.h"
#include "sim/config/check_drives.h"
#include "sim/config/check_feet.h"
#include "sim/config/check_relief.h"
#include "sim/config/require.h"
#include "sim/cups/lip_stability.h"
#include "sim/power/pack.h"

namespace ventosa::sim {
namespace {

double in_degrees(double angle_rad) { return angle_rad * 180 / std::numbers::pi; }

void check_times(const TwinConfig& config) {
  require(config.step_s >= 1e-5 && config.step_s <= 0.01, "step_s", config.step_s,
          "must lie between 0.00001 and 0.01", "0.002 suits the shipped robots");
  require(std::abs(std::remainder(config.step_s * 1e9, 1)) < 1e-3, "step_s", config.step_s,
          "must be a whole number of nanoseconds");
  const std::int64_t period =
      whole_steps("control_period_s", config.control_period_s, config.step_s);
  require(period >= 1, "control_period_s", config.control_period_s, "must be at least one step_s");
}

/// Checks the link in one direction.
/// @param key       key of the direction, e.g. "link.command"
/// @param period_s  period of the messages
void check_impairment(const std::string& key, const hal::Impairment& link, double period_s) {
  const double longest_s = (hal::kMaxInFlight - 1) * period_s;
  const double held_s = link.reorder > 0 ? link.reorder_s : 0;
  require(link.jitter_s <= longest_s, key + "_jitter_s", link.jitter_s,
          "must lie between 0 and 63 periods of its messages");
  require(link.latency_s + link.jitter_s + held_s <= longest_s, key + "_latency_s", link.latency_s,
          "must lie between 0 and 63 periods of its messages, jitter and reorder_s included");
  require(link.burst_share == 0 || link.burst_length * (1 - link.burst_share) >= 1,
          key + "_burst_length", link.burst_length, "must be at least 1 / (1 - burst_share)",
          "even independent losses come in bursts of 1 / (1 - burst_share) messages on average");
}

void check_link(const std::string& key, const LinkOptions& link, const TwinConfig& config) {
  models::check_ranges(key, link);
  const double rate_Hz = link.telemetry_rate_Hz;
  require(rate_Hz == 0 || (rate_Hz >= 0.1 && rate_Hz * config.step_s <= 1),
          key + ".telemetry_rate_Hz", rate_Hz, "must lie between 0.1 and 1 / step_s, or be 0",
          "0 reports at every control tick");
  check_impairment(key + ".command", link.command, config.control_period_s);
  check_impairment(key + ".telemetry", link.telemetry,
                   rate_Hz > 0 ? 1 / rate_Hz : config.control_period_s);
}

void check_links(const models::Robot& robot, const TwinConfig& config) {
  check_link("link", config.link, config);
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i)
    if (config.leg_link[i])
      check_link("link.leg." + robot.nominal.leg[i].name, *config.leg_link[i], config);
}

void check_world(const TwinConfig& config) {
  require(config.gravity_W.allFinite(), "gravity", config.gravity_W.norm(), "must be finite");
  require(config.X_WB.matrix().allFinite(), "placement", config.X_WB.translation().norm(),
          "must be finite");
  require(config.patches.n >= 1 && config.patches.n <= controller::kMaxPatches, "surfaces",
          config.patches.n, "must be 1 to 16 surfaces");
  for (int i = 0; i < config.patches.n; ++i) {
    const controller::Patch& patch = config.patches.patch[i];
    const std::string key = "surfaces[" + std::to_string(i) + "]";
    require(patch.X_WS.matrix().allFinite(), key, 0, "must have a finite pose");
    require(patch.half_extent_m.minCoeff() > 0, key + ".half_extent_m",
            patch.half_extent_m.minCoeff(), "must be positive");
    require(patch.friction > 0, key + ".friction", patch.friction, "must be positive");
  }
}

void check_lips(const models::Robot& robot, const TwinConfig& config) {
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    models::Lip lip = robot.cup->lip;
    lip.stiffness_N_m *= config.lip_scale[i];
    lip.shear_stiffness_N_m *= config.lip_scale[i];
    const controller::Leg& leg = robot.nominal.leg[i];
    require(!leg.has_wrist() ||
                lip_is_stable(lip, robot.nominal.cup()->lip_radius_m, leg, config.step_s),
            "step_s", config.step_s,
            "is too long for lips so stiff or so damped on wrists so light",
            "shorten it, or choose cup.model: rigid");
  }
}

void check_cups(const models::Robot& robot, const TwinConfig& config) {
  for (int i = 0; i < config.patches.n; ++i) {
    const double roughness_m = config.roughness_m[i];
    require(roughness_m >= 0 && roughness_m <= 0.01,
            "surfaces[" + std::to_string(i) + "].roughness_m", roughness_m,
            "must lie between 0 and 0.01");
  }
  if (robot.cup && config.cup.model == CupModel::kLip) check_lips(robot, config);
}

void check_imu(const models::Robot& robot, const ImuOptions& imu) {
  require(imu.place == ImuPlace::kBody || robot.sensors, "imu.place", "camera",
          "must be body: the robot has no camera");
}

void check_rate(const char* key, double rate_hz, double step_s) {
  require(rate_hz * step_s <= 1, key, rate_hz, "must be at most one reading in each step_s");
}

void check_camera(const models::Robot& robot, const TwinConfig& config) {
  const CameraOptions& camera = config.camera;
  if (!camera.on && config.imu.place == ImuPlace::kBody) return;
  require(robot.sensors.has_value(), "camera.on", "true", "must be false: the robot has no camera");
  const models::PanTilt& mount = robot.sensors->mount;
  const double rate_hz = robot.sensors->depth.rate_hz;
  require(std::abs(camera.pan_rad) <= mount.pan_limit_rad, "camera.pan_deg",
          in_degrees(camera.pan_rad), "must lie within the robot's pan_limit_deg");
  require(std::abs(camera.tilt_rad) <= mount.tilt_limit_rad, "camera.tilt_deg",
          in_degrees(camera.tilt_rad), "must lie within the robot's tilt_limit_deg");
  require(camera.latency_s * rate_hz <= kMaxFrames - 1, "camera.latency_s", camera.latency_s,
          "must lie between 0 and three picture periods");
  check_rate("camera.rate_hz", rate_hz, config.step_s);
}

/// Headings are about W's z axis, and fixes are used horizontally.
void check_level(const char* key, const TwinConfig& config) {
  const controller::Vector3d& g_W = config.gravity_W;
  require(g_W.head<2>().isZero() && g_W.z() < 0, key, "true",
          "must be false: it needs gravity along -z");
}

void check_gps(const models::Robot& robot, const TwinConfig& config) {
  models::check_ranges("gps", config.gps);
  if (!config.gps.on) return;
  require(robot.gps.has_value(), "gps.on", "true", "must be false: the robot has no GPS");
  check_rate("gps.rate_hz", robot.gps->rate_hz, config.step_s);
  check_level("gps.on", config);
}

void check_compass(const models::Robot& robot, const TwinConfig& config) {
  models::check_ranges("compass", config.compass);
  if (!config.compass.on) return;
  require(robot.compass.has_value(), "compass.on", "true", "must be false: the robot has none");
  check_rate("compass.rate_hz", robot.compass->rate_hz, config.step_s);
  check_level("compass.on", config);
}

void check_power(const models::Robot& robot, const PowerOptions& power) {
  const models::Battery& battery = robot.power.battery;
  if (power.model == PowerModel::kIdeal) return;
  require(battery.cells > 0, "power.model", std::string(controller::name(power.model)),
          "needs a robot with batteries");
  constexpr double kMaxRatio = 1.25;
  require(power.charger.voltage_V <= kMaxRatio * open_circuit_V(battery, 1),
          "power.charger.voltage_V", power.charger.voltage_V,
          "must not exceed the full packs' voltage by more than a quarter",
          "a relay on share would overcharge the packs");
}

void check_start(const models::Robot& robot, const TwinConfig& config) {
  const int n_legs = robot.nominal.n_legs();
  require(n_legs >= 1 && n_legs <= controller::kMaxLegs, "robot.legs", n_legs, "must be 1 to 12");
  require(config.leg.size() == robot.nominal.leg.size(), "placement.legs",
          static_cast<double>(config.leg.size()), "must be as many as the robot's legs");
  const controller::Cup* cup = robot.nominal.cup();
  require(config.start_cup_force_N >= 0 && config.start_cup_force_N <= (cup ? cup->max_force_N : 0),
          "cup_force_N", config.start_cup_force_N, "must lie between 0 and the cup's max_force_N");
  for (std::size_t i = 0; i < config.leg.size(); ++i)
    for (const double q_rad : config.leg[i].q_rad)
      require(std::isfinite(q_rad), "placement.legs[" + std::to_string(i) + "]", q_rad,
              "must have finite joint angles");
}

/// A linkage that is straight or folded could not be assembled, and a foot on its shank turns with
/// it, which no cup on a surface does.
void check_linkages(const models::Robot& robot, const TwinConfig& config) {
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    const controller::Leg& leg = robot.nominal.leg[i];
    if (!leg.knee || config.linkage == LinkageModel::kSerial) continue;
    const std::string key = "placement.legs[" + std::to_string(i) + "]";
    const auto slider_rad = controller::slider_rad(leg, config.leg[i].q_rad);
    const double knee_rad = controller::knee_rad(*leg.knee, slider_rad);
    require(knee_rad > 0 && knee_rad < std::numbers::pi, key, in_degrees(knee_rad),
            "is the angle of its knee in deg: must lie between 0 and 180",
            "there its bars are folded or straight");
    require(!leg.cup(), "linkage", std::string(controller::name(config.linkage)),
            "must be serial: a cup would turn with the shank", "linkage: serial keeps it upright");
  }
}

/// Checks plant errors; those of a scenario are checked when it is read.
void check_errors(const models::Robot& robot, const TwinConfig& config) {
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    require(config.lip_scale[i] > 0 && std::isfinite(config.lip_scale[i]), "plant.lip_scale",
            config.lip_scale[i], "must be positive");
    for (const double offset_rad : config.joint_offset_rad[i])
      require(std::isfinite(offset_rad), "plant.joint_offset_deg", offset_rad, "must be finite");
  }
}

}  // namespace

std::int64_t whole_steps(const char* key, double span_s, double step_s) {
  const double steps = span_s / step_s;
  require(std::abs(steps) < 1e9 && std::abs(steps - std::round(steps)) < 1e-6, key, span_s,
          "must be a whole number of step_s");
  return std::llround(steps);
}

void check_config(const models::Robot& robot, const TwinConfig& config) {
  models::check_ranges("drive", config.drive);
  models::check_ranges("power", config.power, robot.nominal.leg.size());
  models::check_ranges("imu", config.imu);
  models::check_ranges("camera", config.camera);
  check_times(config);
  check_world(config);
  check_start(robot, config);
  check_linkages(robot, config);
  check_links(robot, config);
  check_errors(robot, config);
  check_cups(robot, config);
  check_reliefs(config, robot.cup.has_value());
  check_feet(robot, config);
  check_power(robot, config.power);
  check_drives(robot, config);
  check_imu(robot, config.imu);
  check_rate("imu.rate_hz", config.imu.rate_hz, config.step_s);
  check_camera(robot, config);
  check_gps(robot, config);
  check_compass(robot, config);
}

}  // namespace ventosa::sim
