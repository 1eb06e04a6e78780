#pragma once

#include <array>
#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "models/robot.h"

/// Calibration errors: differences between the plant and the controller's model of it. A scale
/// multiplies the model's value; an offset is the true value minus the model's.
namespace ventosa::sim {

/// One number of each kind, common to all parts.
struct PlantNumbers {
  double mass_scale = 1;      ///< scale of masses and their inertias
  double friction_scale = 1;  ///< scale of the gears' Kc, Ks, Kv and Kl
  double surface_friction_scale = 1;
  /// Scale of lengths, from joint to joint and from the last joint to the lip.
  double link_scale = 1;
  double joint_offset_rad = 0;  ///< true angle minus encoder reading
  double surface_offset_m = 0;  ///< along the model's normal
  double surface_tilt_rad = 0;  ///< about the surface's x axis, at its centre
  double lip_scale = 1;         ///< scale of the lips' stiffness
};

/// Half widths of uniform distributions, independent for each part: a scale is drawn from s (1 +-
/// spread), an offset from o +- spread, a tilt about a random tangent of the surface.
inline constexpr PlantNumbers kNoSpread{0, 0, 0, 0, 0, 0, 0, 0};

struct PlantRanges {
  controller::Range scale, joint_deg, surface_m, tilt_deg;
};
inline constexpr PlantRanges kGivenPlant{controller::between(0.1, 10), controller::between(-10, 10),
                                         controller::between(-0.1, 0.1),
                                         controller::between(-10, 10)};
inline constexpr PlantRanges kPlantSpread{controller::between(0, 0.9), controller::between(0, 10),
                                          controller::between(0, 0.1), controller::between(0, 10)};

void describe_numbers(auto& field, controller::Is<PlantNumbers> auto& plant,
                      const PlantRanges& within) {
  field("mass_scale", plant.mass_scale, "1", within.scale);
  field("friction_scale", plant.friction_scale, "1", within.scale);
  field("surface_friction_scale", plant.surface_friction_scale, "1", within.scale);
  field("link_scale", plant.link_scale, "1", within.scale);
  field("joint_offset_deg", plant.joint_offset_rad, controller::kDegrees, within.joint_deg);
  field("surface_offset_m", plant.surface_offset_m, "m", within.surface_m);
  field("surface_tilt_deg", plant.surface_tilt_rad, controller::kDegrees, within.tilt_deg);
  field(controller::Key{"lip_scale", nullptr, controller::Equipment::kCup}, plant.lip_scale, "1",
        within.scale);
}

inline controller::PerJoint<double> one_per_joint(double value) {
  controller::PerJoint<double> values{};
  values.fill(value);
  return values;
}

/// Errors of one leg. Link j is the one after joint j.
struct LegErrors {
  controller::PerJoint<double> mass_scale = one_per_joint(1);
  controller::PerJoint<double> friction_scale = one_per_joint(1);
  controller::PerJoint<double> link_scale = one_per_joint(1);
  controller::PerJoint<double> joint_offset_rad{};
  double lip_scale = 1;
};

void describe(auto& field, controller::Is<LegErrors> auto& leg) {
  const PlantRanges& within = kGivenPlant;
  field.per_joint("mass_scale", leg.mass_scale, "1", within.scale);
  field.per_joint("friction_scale", leg.friction_scale, "1", within.scale);
  field.per_joint("link_scale", leg.link_scale, "1", within.scale);
  field.per_joint("joint_offset_deg", leg.joint_offset_rad, controller::kDegrees, within.joint_deg);
  field(controller::Key{"lip_scale", nullptr, controller::Equipment::kCup}, leg.lip_scale, "1",
        within.scale);
}

/// Errors of one surface. The tilt is the rotation vector (x, y, 0) in the model's S, about its
/// centre.
struct SurfaceErrors {
  double friction_scale = 1;
  double offset_m = 0;
  double tilt_x_rad = 0;
  double tilt_y_rad = 0;
};

void describe(auto& field, controller::Is<SurfaceErrors> auto& surface) {
  const PlantRanges& within = kGivenPlant;
  field("friction_scale", surface.friction_scale, "1", within.scale);
  field("offset_m", surface.offset_m, "m", within.surface_m);
  field("tilt_x_deg", surface.tilt_x_rad, controller::kDegrees, within.tilt_deg);
  field("tilt_y_deg", surface.tilt_y_rad, controller::kDegrees, within.tilt_deg);
}

/// The start pose that the controller receives minus the true one, in the axes of B0, the body's
/// frame at the start.
struct StartError {
  double yaw_rad = 0;  ///< about B0's z axis
  controller::Vector3d position_m = controller::Vector3d::Zero();
};

void describe(auto& field, controller::Is<StartError> auto& start) {
  field("yaw_deg", start.yaw_rad, controller::kDegrees, controller::between(-180, 180));
  field("position_m", start.position_m, "m", controller::between(-1, 1));
}

/// Errors of every part.
struct PlantErrors {
  StartError start;
  double body_mass_scale = 1;
  controller::PerLeg<LegErrors> leg{};
  std::array<SurfaceErrors, controller::kMaxPatches> surface{};
};

PlantErrors all_parts(const PlantNumbers& numbers);

struct PlantOptions {
  PlantErrors given;
  PlantNumbers spread = kNoSpread;
};

/// Errors of one run: a function of options and seed only.
PlantErrors draw(const PlantOptions& options, std::uint64_t seed) noexcept;

/// The robot with its true parameters. A scaled link of the same mass has its centre of mass and
/// inertia scaled: p_JC ~ s, I_C ~ s². The controller's friction model is unchanged.
/// @throws models::InputError  for a self-locking gear
models::Robot with_errors(models::Robot robot, const PlantErrors& errors);

/// The start pose as the controller receives it.
controller::Isometry3d with_errors(controller::Isometry3d X_WB0, const StartError& error) noexcept;

/// The modelled surface displaced and tilted to its true pose.
controller::Patch with_errors(controller::Patch patch, const SurfaceErrors& error) noexcept;

}  // namespace ventosa::sim
