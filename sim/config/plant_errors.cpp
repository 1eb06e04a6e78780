#include "sim/config/plant_errors.h"

#include <cmath>
#include <numbers>
#include <string>

#include "hal/noise.h"
#include "models/input_error.h"

namespace ventosa::sim {

using controller::kMaxJoints;
using controller::kMaxLegs;
using controller::Vector3d;

namespace {

enum class Kind : std::uint64_t {
  kMass,
  kFriction,
  kSurfaceFriction,
  kLink,
  kJointOffset,
  kSurfaceOffset,
  kSurfaceTilt,
  kTiltAxis,
  kLip,
};

/// Uniform random numbers of one run, each from its own channel.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : seed_(seed) {}

  /// in (-1, 1]
  double operator()(Kind kind, int part) const {
    const auto channel = kFirstChannel + kParts * static_cast<std::uint64_t>(kind) +
                         static_cast<std::uint64_t>(part);
    return 2 * hal::uniform(seed_, channel, 0) - 1;
  }
  double scaled(double scale, double spread, Kind kind, int part) const {
    return scale * (1 + spread * (*this)(kind, part));
  }

 private:
  static constexpr std::uint64_t kFirstChannel = 8000, kParts = 100;
  std::uint64_t seed_;
};
constexpr int kBody = kMaxLegs * kMaxJoints;  // index after the joints; below Draws::kParts

/// An angle that is exactly representable in degrees, as in a file.
double moved(double angle_rad, double by_rad) {
  const double to_deg = (angle_rad + by_rad) / controller::kRadPerDegree;
  return by_rad == 0 ? angle_rad : to_deg * controller::kRadPerDegree;
}

void draw_leg(const Draws& draws, const PlantNumbers& spread, int leg, LegErrors& errors) {
  for (int j = 0; j < kMaxJoints; ++j) {
    const int part = leg * kMaxJoints + j;
    double& mass = errors.mass_scale[j];
    double& friction = errors.friction_scale[j];
    double& link = errors.link_scale[j];
    mass = draws.scaled(mass, spread.mass_scale, Kind::kMass, part);
    friction = draws.scaled(friction, spread.friction_scale, Kind::kFriction, part);
    link = draws.scaled(link, spread.link_scale, Kind::kLink, part);
    double& offset_rad = errors.joint_offset_rad[j];
    offset_rad = moved(offset_rad, spread.joint_offset_rad * draws(Kind::kJointOffset, part));
  }
  errors.lip_scale = draws.scaled(errors.lip_scale, spread.lip_scale, Kind::kLip, leg);
}

void draw_surface(const Draws& draws, const PlantNumbers& spread, int k, SurfaceErrors& errors) {
  errors.friction_scale =
      draws.scaled(errors.friction_scale, spread.surface_friction_scale, Kind::kSurfaceFriction, k);
  errors.offset_m += spread.surface_offset_m * draws(Kind::kSurfaceOffset, k);
  const double tilt_rad = spread.surface_tilt_rad * draws(Kind::kSurfaceTilt, k);
  const double axis_rad = std::numbers::pi * draws(Kind::kTiltAxis, k);
  errors.tilt_x_rad = moved(errors.tilt_x_rad, tilt_rad * std::cos(axis_rad));
  errors.tilt_y_rad = moved(errors.tilt_y_rad, tilt_rad * std::sin(axis_rad));
}

/// Origin of the next joint, or of the lip for the last link.
Vector3d& link_end(controller::Leg& leg, int j, Vector3d& lip) {
  return j + 1 < leg.n_joints ? leg.joint[static_cast<std::size_t>(j + 1)].p_PJ : lip;
}

void scale_links(const LegErrors& errors, controller::Leg& leg) {
  Vector3d p_JF = leg.X_JF.translation();
  for (int j = 0; j < leg.n_joints; ++j) {
    const double scale = errors.link_scale[j];
    controller::Link& link = leg.link[static_cast<std::size_t>(j)];
    link.mass_kg *= errors.mass_scale[j];
    link.I_C *= errors.mass_scale[j] * scale * scale;
    link.p_JC *= scale;
    link_end(leg, j, p_JF) *= scale;
  }
  leg.X_JF.translation() = p_JF;
  leg.foot.standoff_m *= errors.link_scale[leg.n_joints - 1];
}

/// Bars of other lengths would not close; a part is as much heavier as the link that it belongs to.
void scale_bars(const LegErrors& errors, models::Pantograph& bars) {
  for (const double scale : errors.link_scale)
    if (scale != 1)
      throw models::InputError("plant.link_scale", std::to_string(scale),
                               "must be 1 of a leg with bars", "change them in the robot's file");
  for (std::size_t k = 0; k < models::kPantographParts; ++k) {
    const int link = models::link_of(static_cast<models::PantographPart>(k));
    const double scale = errors.mass_scale[static_cast<std::size_t>(link)];
    bars.part[k].mass_kg *= scale;
    bars.part[k].I_C *= scale;
  }
}

void scale_friction(double scale, models::Gear& gear) {
  gear.coulomb_Nm *= scale;
  gear.stribeck_Nm *= scale;
  gear.viscous_Nms_rad *= scale;
  gear.load_ratio *= scale;
  if (gear.load_ratio >= 1)
    throw models::InputError("plant.friction_scale", std::to_string(scale),
                             "must leave the gear's load_ratio below 1",
                             "from 1 on the gear is self-locking");
}

}  // namespace

PlantErrors all_parts(const PlantNumbers& numbers) {
  PlantErrors errors;
  errors.body_mass_scale = numbers.mass_scale;
  errors.leg.fill({.mass_scale = one_per_joint(numbers.mass_scale),
                   .friction_scale = one_per_joint(numbers.friction_scale),
                   .link_scale = one_per_joint(numbers.link_scale),
                   .joint_offset_rad = one_per_joint(numbers.joint_offset_rad),
                   .lip_scale = numbers.lip_scale});
  errors.surface.fill({.friction_scale = numbers.surface_friction_scale,
                       .offset_m = numbers.surface_offset_m,
                       .tilt_x_rad = numbers.surface_tilt_rad});
  return errors;
}

PlantErrors draw(const PlantOptions& options, std::uint64_t seed) noexcept {
  const Draws draws(seed);
  PlantErrors errors = options.given;
  errors.body_mass_scale =
      draws.scaled(errors.body_mass_scale, options.spread.mass_scale, Kind::kMass, kBody);
  for (int i = 0; i < kMaxLegs; ++i) draw_leg(draws, options.spread, i, errors.leg[i]);
  for (int k = 0; k < controller::kMaxPatches; ++k)
    draw_surface(draws, options.spread, k, errors.surface[k]);
  return errors;
}

models::Robot with_errors(models::Robot robot, const PlantErrors& errors) {
  robot.nominal.body_mass_kg *= errors.body_mass_scale;
  robot.nominal.I_C *= errors.body_mass_scale;
  for (int i = 0; i < robot.nominal.n_legs(); ++i) {
    controller::Leg& leg = robot.nominal.leg[static_cast<std::size_t>(i)];
    scale_links(errors.leg[i], leg);
    if (auto& bars = robot.linkage[i]) scale_bars(errors.leg[i], *bars);
    for (int j = 0; j < leg.n_joints; ++j)
      scale_friction(errors.leg[i].friction_scale[j], robot.drive[i][j].gear);
  }
  return robot;
}

controller::Isometry3d with_errors(controller::Isometry3d X_WB0, const StartError& error) noexcept {
  X_WB0.translate(error.position_m);
  X_WB0.rotate(Eigen::AngleAxisd(error.yaw_rad, Vector3d::UnitZ()));
  return X_WB0;
}

controller::Patch with_errors(controller::Patch patch, const SurfaceErrors& error) noexcept {
  const Vector3d tilt_S(error.tilt_x_rad, error.tilt_y_rad, 0);
  patch.friction *= error.friction_scale;
  if (error.offset_m != 0) patch.X_WS.translate(Vector3d(0, 0, error.offset_m));
  if (!tilt_S.isZero(0)) patch.X_WS.rotate(Eigen::AngleAxisd(tilt_S.norm(), tilt_S.normalized()));
  return patch;
}

}  // namespace ventosa::sim
