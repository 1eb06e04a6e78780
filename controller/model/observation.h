#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "controller/model/place_readings.h"
#include "controller/model/plane_detections.h"
#include "controller/model/robot_model.h"

/// Observations of the controller, one per tick. Every value has passed a sensor model or a sensor;
/// none is ground truth.
namespace ventosa::controller {

inline constexpr int kMaxPatches = 16;

/// Value of an unknown reading: the sensor is missing, or the protocol does not carry it. Joint
/// angles, joint rates and vacuum are always known, and the IMU if the estimator needs it. Any
/// other reading is ignored while unknown. Readings that are not real numbers are std::optional
/// instead.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
inline bool is_known(double reading) { return !std::isnan(reading); }

enum class Switch : std::uint8_t { kOff, kOn };
constexpr auto enumerators(Switch) { return words("off", "on"); }

/// Error bits of a drive, as Dynamixel servos report them. A drive with an error makes no torque
/// until it is rebooted.
enum DriveError : std::int32_t {
  kVoltageError = 0x01,   ///< supply voltage out of range
  kHeatError = 0x04,      ///< too hot
  kEncoderError = 0x08,   ///< motor encoder
  kShockError = 0x10,     ///< electric shock, or too little current to run
  kOverloadError = 0x20,  ///< overloaded for too long
};

struct JointReading {
  double q_rad = 0;
  double dq_rad_s = 0;
  double tau_Nm = kUnknown;     ///< reported by the drive: current times torque constant
  double current_A = kUnknown;  ///< sum over the joint's motors
  double voltage_V = kUnknown;  ///< supply voltage at the drive
  double temperature_C = kUnknown;
  std::optional<JointMode> mode{};       ///< mode of operation
  std::optional<Switch> torque{};        ///< off: the joint is passive
  std::optional<std::int32_t> errors{};  ///< bits of DriveError
};

void describe(auto& field, Is<JointReading> auto& joint) {
  field("q", joint.q_rad, "rad");
  field("dq", joint.dq_rad_s, "rad/s");
  field("tau", joint.tau_Nm, "N m");
  field("current", joint.current_A, "A");
  field("voltage", joint.voltage_V, "V");
  field("temperature", joint.temperature_C, "degC");
  field("mode", joint.mode);
  field("torque", joint.torque);
  field("errors", joint.errors);
}

/// A module's battery and its side of the shared bus.
struct PackReading {
  std::int64_t sampled_ns = 0;
  double voltage_V = kUnknown;
  double current_A = kUnknown;  ///< current out of the pack
  double bus_voltage_V = kUnknown;
  double bus_current_A = kUnknown;  ///< out of the module into the bus
};

void describe(auto& field, Is<PackReading> auto& pack) {
  field("sampled", pack.sampled_ns, "s");
  field("voltage", pack.voltage_V, "V");
  field("current", pack.current_A, "A");
  field("bus_voltage", pack.bus_voltage_V, "V");
  field("bus_current", pack.bus_current_A, "A");
}

struct CupReading {
  std::int64_t sampled_ns = 0;
  double vacuum_Pa = 0;
  double turbine = kUnknown;  ///< speed, 0..1
  /// Distance from the lip plane to the surface; kNoDistance_m when out of range.
  std::array<double, 3> distance_m{kUnknown, kUnknown, kUnknown};
};

void describe(auto& field, Is<CupReading> auto& cup) {
  field("sampled", cup.sampled_ns, "s");
  field("vacuum", cup.vacuum_Pa, "Pa");
  field("turbine", cup.turbine);
  field.list("distance", cup.distance_m, "m");
}

inline constexpr double kNoDistance_m = 0.255;

/// Mean distance from the lip plane to the surface; kNoDistance_m if any of the sensors is out of
/// range or unknown.
inline double mean_distance_m(const CupReading& reading) {
  double sum_m = 0;
  for (const double d_m : reading.distance_m) {
    if (!(d_m < kNoDistance_m)) return kNoDistance_m;
    sum_m += d_m;
  }
  return sum_m / static_cast<double>(reading.distance_m.size());
}

/// Reading of the three-axis force sensor of a point foot.
struct FootForceReading {
  std::int64_t sampled_ns = kNeverReceived;
  std::array<double, 3> f_F_N{};  ///< force of the ground on the foot, in the foot's frame F

  bool is_known() const { return sampled_ns != kNeverReceived; }
};

void describe(auto& field, Is<FootForceReading> auto& foot) {
  field("sampled", foot.sampled_ns, "s");
  field.list("force", foot.f_F_N, "N");
}

/// Status of a module's computer.
struct ModuleReading {
  std::optional<Switch> power{};  ///< on: its drives are supplied, by its pack or the bus
  double loop_s = kUnknown;  ///< period of its control loop; grows when a drive does not answer
  std::optional<std::int32_t>
      boots{};  ///< number of boots; a new boot voids the module's calibration
};

void describe(auto& field, Is<ModuleReading> auto& module) {
  field("power", module.power);
  field("loop", module.loop_s, "s");
  field("boots", module.boots);
}

/// Readings of one leg. Joints, cup and pack may arrive in separate messages and so have different
/// times.
struct LegReading {
  std::int64_t sampled_ns = 0;  ///< time of the joint readings
  std::int64_t heard_ns =
      kNeverReceived;  ///< send time of the last message that the module received
  PerJoint<JointReading> joint{};
  CupReading cup;
  FootForceReading foot;
  PackReading pack;
  ModuleReading module;
};

void describe(auto& field, Is<LegReading> auto& leg) {
  field("sampled", leg.sampled_ns, "s");
  field("heard", leg.heard_ns, "s");
  field.per_joint("joint", leg.joint);
  if (field.has(Equipment::kCup)) field("cup", leg.cup);
  if (field.has(Equipment::kForceSensor)) field("foot", leg.foot);
  if (field.has(Equipment::kPack)) field("pack", leg.pack);
  field("module", leg.module);
}

/// Suction force by the measured vacuum [N].
inline double grip_force_N(const Cup& cup, const LegReading& reading) {
  return std::max(0.0, reading.cup.vacuum_Pa) * cup.area_m2;
}

/// Time of the oldest reading of a leg that its control needs: of a cup the vacuum, too. A force
/// sensor that is silent is a fault of its own. @{
inline std::int64_t needed_ns(const Cup&, const LegReading& reading) {
  return std::min(reading.sampled_ns, reading.cup.sampled_ns);
}
inline std::int64_t needed_ns(const PointFoot&, const LegReading& reading) {
  return reading.sampled_ns;
}
inline std::int64_t needed_ns(const Foot& foot, const LegReading& reading) {
  return std::visit([&](const auto& kind) { return needed_ns(kind, reading); }, foot.hold);
}
/// @}

/// Source of a cup's attachment.
enum class Holding : std::uint8_t {
  kByVacuum,  ///< the measured vacuum
  kAttached,  ///< an operator: attached whatever the vacuum
  kMayHold,   ///< unknown: rebooted, its pressure zero is unverified
};
constexpr auto enumerators(Holding) { return words("as_told", "attached", "may_hold"); }

/// Joint angles of a leg [rad].
inline PerJoint<double> measured_q(const LegReading& reading) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < q.size(); ++j) q[j] = reading.joint[j].q_rad;
  return q;
}

/// IMU readings; without an IMU both vectors are unknown.
struct BodyReading {
  std::int64_t sampled_ns = 0;
  /// [m/s2] accelerometer: minus gravity at rest, in B.
  Vector3d specific_force_B = Vector3d::Zero();
  Vector3d w_WB_B = Vector3d::Zero();  ///< [rad/s] gyroscope, in B

  bool is_known() const {
    return !specific_force_B.array().isNaN().any() && !w_WB_B.array().isNaN().any();
  }
};

void describe(auto& field, Is<BodyReading> auto& seen) {
  field.group("body", [&](auto& body) { body("sampled", seen.sampled_ns, "s"); });
  field("specific_force", seen.specific_force_B, "m/s2");
  field("angular_velocity", seen.w_WB_B, "rad/s");
}

/// Angular velocity by the gyroscope, in B [rad/s]; zero if unknown.
inline Vector3d turn_rate_B(const BodyReading& body) {
  return body.is_known() ? body.w_WB_B : Vector3d::Zero();
}

/// Readings of a robot without an IMU.
inline BodyReading no_imu() {
  return {.specific_force_B = Vector3d::Constant(kUnknown), .w_WB_B = Vector3d::Constant(kUnknown)};
}

/// Rectangular part of a surface to which cups can attach.
struct Patch {
  Isometry3d X_WS = Isometry3d::Identity();
  Vector2d half_extent_m = Vector2d::Zero();
  double friction = 0;
  double uneven_m = 0;  ///< largest distance of the ground from the plane
};

void describe(auto& field, Is<Patch> auto& patch) {
  field("X_WS", patch.X_WS);
  field("half_extent_m", patch.half_extent_m, "m", positive());
  field("friction", patch.friction, "1", positive());
  field("uneven_m", patch.uneven_m, "m", not_negative());
}

struct PatchList {
  int n = 0;  ///< a robot needs at least one patch to attach to
  std::array<Patch, kMaxPatches> patch{};
};

void describe(auto& field, Is<PatchList> auto& patches) {
  field("n", patches.n);
  field.list("patch", patches.patch);
}

struct Observation {
  std::int64_t now_ns = 0;
  PerLeg<LegReading> leg{};
  PerLeg<Holding> holding{};  ///< one per cup
  PerLeg<bool> led{};         ///< startup: the joints move slowly to their set-points
  BodyReading body;
  PlaneDetections detections;
  std::optional<FixReading> fix{};          ///< the last one; no value: none yet
  std::optional<HeadingReading> heading{};  ///< the last one; no value: none yet
};

void describe(auto& field, Is<Observation> auto& seen) {
  field("time", seen.now_ns, "s");
  if (field.has(Equipment::kImu)) describe(field, seen.body);
  field.per_leg("leg", [&](auto& leg, int i) {
    describe(leg, seen.leg[static_cast<std::size_t>(i)]);
    leg("holding", seen.holding[static_cast<std::size_t>(i)]);
    leg("led", seen.led[static_cast<std::size_t>(i)]);
  });
  if (field.has(Equipment::kCamera)) describe(field, seen.detections);
  if (field.has(Equipment::kFix)) field("fix", seen.fix);
  if (field.has(Equipment::kHeading)) field("heading", seen.heading);
}

}  // namespace ventosa::controller
