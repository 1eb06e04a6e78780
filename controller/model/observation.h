#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "controller/model/robot_model.h"

/// What the controller receives each tick. Nothing here is truth: every value has passed a sensor.
namespace ventosa::controller {

inline constexpr int kMaxPatches = 16;

/// A reading that is unknown: its sensor is missing, or the wire does not carry it. Angles,
/// rates, vacuum and IMU are always known; anything else is ignored while it is unknown.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
inline bool is_known(double reading) { return !std::isnan(reading); }

struct JointReading {
  double q_rad = 0;
  double dq_rad_s = 0;
  double tau_Nm = kUnknown;     ///< the drive's own word: its current by its torque constant
  double current_A = kUnknown;  ///< of its motors together
  double voltage_V = kUnknown;  ///< at the drive
  double temperature_C = kUnknown;
};

/// A module's battery and its side of the shared bus.
struct PackReading {
  double voltage_V = kUnknown;
  double current_A = kUnknown;  ///< out of the pack
  double bus_voltage_V = kUnknown;
  double bus_current_A = kUnknown;  ///< out of the module into the bus
};

struct CupReading {
  double vacuum_Pa = 0;
  double turbine = kUnknown;  ///< speed, 0..1
  /// lip plane to surface; kNoDistance when out of range
  std::array<double, 3> distance_m{kUnknown, kUnknown, kUnknown};
};
inline constexpr double kNoDistance_m = 0.255;

/// From lip plane to surface; out of range where one sensor is, or is unknown: the others alone do
/// not tell it.
inline double mean_distance_m(const CupReading& reading) {
  double sum_m = 0;
  for (const double d_m : reading.distance_m) {
    if (!(d_m < kNoDistance_m)) return kNoDistance_m;
    sum_m += d_m;
  }
  return sum_m / static_cast<double>(reading.distance_m.size());
}

struct LegReading {
  std::int64_t sampled_ns = 0;
  PerJoint<JointReading> joint{};
  CupReading cup;
  PackReading pack;
};

/// What the measured vacuum presses the cup with  [N]
inline double grip_force_N(const Cup& cup, const LegReading& reading) {
  return std::max(0.0, reading.cup.vacuum_Pa) * cup.area_m2;
}

/// The angles alone [rad].
inline PerJoint<double> measured_q(const LegReading& reading) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < q.size(); ++j) q[j] = reading.joint[j].q_rad;
  return q;
}

struct BodyReading {
  std::int64_t sampled_ns = 0;
  Vector3d specific_force_B = Vector3d::Zero();  ///< [m/s2] accelerometer: minus gravity at rest
  Vector3d w_WB_B = Vector3d::Zero();            ///< [rad/s] gyroscope, in B
};

/// A rectangle of surface a cup can hold on to.
struct Patch {
  Isometry3d X_WS = Isometry3d::Identity();
  Vector2d half_extent_m = Vector2d::Zero();
  double friction = 0;
};

struct PatchList {
  int n = 0;  ///< at least one, or there is nothing to hold on to
  std::array<Patch, kMaxPatches> patch{};
};

inline constexpr int kMaxDetectedPlanes = 8;
inline constexpr int kMaxCorners = 8;

/// A point on the rim of a seen plane, and how far off the plane it may be.
struct PlaneCorner {
  Vector3d p = Vector3d::Zero();
  double sd_m = 0;
};

/// The part of a plane that the camera sees: a convex polygon, its corners in order.
struct DetectedPlane {
  Vector3d normal = Vector3d::UnitZ();  ///< towards the camera
  int n_corners = 0;
  std::array<PlaneCorner, kMaxCorners> corner{};
  int n_pixels = 0;  ///< that lie on it
  double rms_m = 0;  ///< of their depths about it
};

/// What the depth camera has seen, in B: the known mounting of the camera is undone.
struct PlaneDetections {
  std::int64_t sampled_ns = -1;  ///< -1: no picture yet
  double pan_rad = 0;            ///< where the camera pointed, as its pan-tilt reported it
  double tilt_rad = 0;
  int n = 0;
  std::array<DetectedPlane, kMaxDetectedPlanes> plane{};
};

struct Observation {
  std::int64_t now_ns = 0;
  PerLeg<LegReading> leg{};
  BodyReading body;
  PlaneDetections detections;
};

}  // namespace ventosa::controller
