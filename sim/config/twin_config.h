#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "models/robot.h"
#include "sim/config/link_options.h"
#include "sim/cups/cup_options.h"
#include "sim/drives/drive_options.h"
#include "sim/ground/ground.h"
#include "sim/power/power_options.h"
#include "sim/sensors/body_sensor_options.h"

namespace ventosa::sim {

/// Legs with bars in the twin.
enum class LinkageModel : std::uint8_t {
  kClosed,  ///< all bars, whose loops constraints close
  kSerial,  ///< the links of the joint table, which have the bars' inertia in the default stance
};
constexpr auto enumerators(LinkageModel) { return controller::words("closed", "serial"); }

/// Start of one leg.
struct LegStart {
  controller::PerJoint<double> q_rad{};
  bool attached = true;  ///< cup sealed, with the vacuum of start_cup_force_N
};

void describe(auto& field, controller::Is<LegStart> auto& leg) {
  field.per_joint("q_rad", leg.q_rad, "rad");
  field("attached", leg.attached);
}

/// Surveyed start pose and surfaces, as given to the controller.
struct Survey {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();  ///< surveyed start pose
  controller::PatchList patches;
};

void describe(auto& field, controller::Is<Survey> auto& survey) {
  field("X_WB", survey.X_WB);
  field("patches", survey.patches);
}

inline controller::PerLeg<double> one_per_leg() {
  controller::PerLeg<double> values{};
  values.fill(1);
  return values;
}

/// Everything from which a twin is built, besides the robot.
struct TwinConfig {
  double step_s = 0.002;
  double control_period_s = 0.01;  ///< a whole number of steps
  std::uint64_t seed = 0;
  controller::Vector3d gravity_W{0, 0, -9.81};
  controller::PatchList patches;
  /// Roughness of each patch [m]; unknown to the controller.
  std::array<double, controller::kMaxPatches> roughness_m{};
  ReliefList relief{};  ///< relief of each patch; unknown to the controller
  DriveOptions drive;
  LinkageModel linkage = LinkageModel::kClosed;
  CupOptions cup;
  PowerOptions power;
  ImuOptions imu;
  CameraOptions camera;
  GpsOptions gps;
  CompassOptions compass;
  LinkOptions link;
  controller::PerLeg<std::optional<LinkOptions>> leg_link{};  ///< replaces `link` for a leg
  /// Gap trace of all links, each starting at its own position in the trace.
  hal::GapTrace command_gaps, telemetry_gaps;
  bool clamped = false;          ///< the body is fixed at its start pose
  double start_cup_force_N = 0;  ///< vacuum force of the cups attached at the start
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  std::vector<LegStart> leg;     ///< one per leg
  std::optional<Survey> survey;  ///< no value: the controller receives the true values
  /// True angle of a joint minus its encoder reading.
  controller::PerLeg<controller::PerJoint<double>> joint_offset_rad{};
  controller::PerLeg<double> lip_scale = one_per_leg();  ///< scale of the lips' stiffness

  const LinkOptions& link_of(int i) const { return leg_link[i] ? *leg_link[i] : link; }
};

void describe(auto& field, controller::Is<TwinConfig> auto& twin) {
  field("step_s", twin.step_s, "s");
  field("control_period_s", twin.control_period_s, "s");
  field("seed", twin.seed);
  field("gravity_W_m_s2", twin.gravity_W, "m/s2");
  field("patches", twin.patches);
  field.list("roughness_m", twin.roughness_m, "m");
  field.list("relief", twin.relief);
  field("drive", twin.drive);
  field("linkage", twin.linkage);
  field("cup", twin.cup);
  field("power", twin.power);
  field("imu", twin.imu);
  field("camera", twin.camera);
  field("gps", twin.gps);
  field("compass", twin.compass);
  field("link", twin.link);
  field.per_leg("leg_link", twin.leg_link);
  field("command_gaps", twin.command_gaps);
  field("telemetry_gaps", twin.telemetry_gaps);
  field("clamped", twin.clamped);
  field("start_cup_force_N", twin.start_cup_force_N, "N");
  field("X_WB", twin.X_WB);
  field.list("leg", twin.leg);
  field("survey", twin.survey);
  field.per_leg("joint_offset_rad", twin.joint_offset_rad, "rad");
  field.per_leg("lip_scale", twin.lip_scale);
}

}  // namespace ventosa::sim
