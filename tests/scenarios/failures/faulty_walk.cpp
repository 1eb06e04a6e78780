#include "tests/scenarios/failures/faulty_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <vector>

#include "models/robot.h"
#include "tests/scenarios/calibration.h"
#include "tests/scenarios/failures/draw.h"

namespace ventosa::scenarios {
namespace {

constexpr double kReach_m = 2;  ///< from the middle of wall or ceiling to its edge
constexpr double kHalfPatch_m = 0.16;
constexpr double kMiddle_m = 2.5;  ///< height of the middle of wall or ceiling

controller::RobotModel model_of(const std::string& robot) {
  return models::load(VENTOSA_SOURCE_DIR "/models/data/" + robot + ".yaml").nominal;
}

/// A rectangle of the surface: s along the walk, t to the left of it, from where the body starts.
struct Rectangle {
  double s_min, s_max, t_min, t_max;
};

/// (s, t) in the axes of the surface: x forwards, y to the left.
std::array<double, 2> turned(int direction, double s, double t) {
  switch (direction) {
    case 0:
      return {s, t};
    case 1:
      return {-t, s};
    case 2:
      return {-s, -t};
    default:
      return {t, -s};
  }
}

std::array<double, 2> in_walk(int direction, double x, double y) {
  return turned((4 - direction) % 4, x, y);
}

/// The patch: in line with the foot of the leg, ahead of the foremost foot.
Rectangle patch_ahead(const FaultyWalk& walk, const controller::RobotModel& robot) {
  double ahead_m = -1, aside_m = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const auto& p_BW = robot.leg[i].p_BW_nominal;
    const auto [s, t] = in_walk(walk.direction, p_BW.x(), p_BW.y());
    if (static_cast<int>(i) == walk.leg) aside_m = t;
    ahead_m = std::max(ahead_m, s);
  }
  const double s_min = ahead_m + robot.cup()->lip_radius_m + 0.02;
  return {s_min, s_min + 2 * kHalfPatch_m, aside_m - kHalfPatch_m, aside_m + kHalfPatch_m};
}

void write_surface(const char* surface, const Rectangle& r, const FaultyWalk& walk,
                   std::ostream& out) {
  const auto [x, y] = turned(walk.direction, (r.s_min + r.s_max) / 2, (r.t_min + r.t_max) / 2);
  const bool across = walk.direction % 2 == 1;
  const double length_m = r.s_max - r.s_min, width_m = r.t_max - r.t_min;
  out << "  - {name: " << surface << ", position_m: ";
  if (walk.ceiling)
    out << "[" << x << ", " << -y << ", " << kMiddle_m << "], normal: [0, 0, -1]";
  else
    out << "[0.5, " << y << ", " << kMiddle_m + x << "], normal: [-1, 0, 0]";
  out << ", size_m: [" << (across ? width_m : length_m) << ", " << (across ? length_m : width_m)
      << "], friction: 0.6";
  if (walk.fault == Fault::kNoSeal && std::string(surface) == "patch")
    out << ", roughness_m: 0.004";
  out << "}\n";
}

bool has_patch(Fault fault) { return fault != Fault::kLeak && fault != Fault::kLeaksOn; }

/// @return start of the body, relative to the middle of the first surface
std::array<double, 2> write_surfaces(const FaultyWalk& walk, std::ostream& out) {
  const double m = kReach_m;
  out << "surfaces:\n";
  if (!has_patch(walk.fault)) {
    write_surface("plate", {-m, m, -m, m}, walk, out);
    return {0, 0};
  }
  const Rectangle p = patch_ahead(walk, model_of(walk.robot));
  write_surface("plate", {-m, p.s_min, -m, m}, walk, out);
  write_surface("patch", p, walk, out);
  write_surface("beside", {p.s_min, p.s_max, -m, p.t_min}, walk, out);
  write_surface("opposite", {p.s_min, p.s_max, p.t_max, m}, walk, out);
  write_surface("beyond", {p.s_max, m, -m, m}, walk, out);
  return turned(walk.direction, (m - p.s_min) / 2, 0);
}

/// Plates side by side, each with its own error of survey, are surveyed better than a single wall.
void write_plant(Fault fault, std::ostream& out) {
  sim::PlantNumbers spread = kCalibrated;
  if (has_patch(fault)) {
    spread.surface_offset_m = 0.001;
    spread.surface_tilt_rad = 0.1 * controller::kRadPerDegree;
  }
  out << plant_text(spread);
  if (fault == Fault::kSlip) out << "  surface: {patch: {friction_scale: 0.1}}\n";
  if (fault == Fault::kMissing) out << "  surface: {patch: {offset_m: -0.1}}\n";
}

void write_script(const FaultyWalk& walk, std::ostream& out) {
  const auto [x, y] = turned(walk.direction, 0.02, 0);
  out << "script:\n  - {at_s: 1, walk: {velocity_m_s: [" << x << ", " << y
      << ", 0], distance_m: " << kWalk_m << ", gait: " << walk.gait << "}}\n";
  if (has_patch(walk.fault)) return;
  out << "  - {at_s: " << walk.at_s
      << ", leak: {leg: " << model_of(walk.robot).leg[static_cast<std::size_t>(walk.leg)].name
      << ", gap_m: " << walk.gap_m;
  if (walk.fault == Fault::kLeak) out << ", duration_s: " << walk.lasts_s;
  out << "}}\n";
}

}  // namespace

const char* name(Fault fault) {
  constexpr std::array<const char*, kFaults> kNames{"no seal", "slip", "foothold missing", "leak",
                                                    "leak to the end"};
  return kNames[static_cast<std::size_t>(fault)];
}

FaultyWalk draw_walk(std::uint64_t seed) {
  static const std::vector<std::string> kRobots{"romerin4", "romerin4", "romerin4_mixed",
                                                "romerin5", "romerin6", "romerin7"};
  Draw draw(seed);
  FaultyWalk walk;
  walk.seed = seed;
  walk.fault = static_cast<Fault>(draw.below(kFaults));
  walk.ceiling = draw.below(2) == 1;
  walk.robot = kRobots[draw.below(kRobots.size())];
  const controller::RobotModel robot = model_of(walk.robot);
  const std::size_t gait = draw.below(robot.gait.size() + 1);
  walk.gait = gait < robot.gait.size() ? robot.gait[gait].name : "free";
  walk.direction = static_cast<int>(draw.below(4));
  walk.leg = static_cast<int>(draw.below(robot.leg.size()));
  walk.at_s = draw.between(2, 40);
  walk.lasts_s = draw.between(0.2, 5);
  walk.gap_m = 1e-3 * std::pow(10, draw.between(-0.5, 1));  // the larger gaps empty a cup in 40 ms
  return walk;
}

std::string scenario_text(const FaultyWalk& walk) {
  std::ostringstream out;
  out << "schema: 1\ntitle: " << name(walk.fault) << "\nrobot: " << walk.robot << "\n";
  const auto [x, y] = write_surfaces(walk, out);
  out << "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [8, 8], "
         "friction: 0.6}\n"
      << "placement: {surface: plate, position_m: [" << x << ", " << y << "]}\n"
      << "cup_force_N: 120\nfidelity: full\nduration_s: " << kDuration_s << "\n";
  write_plant(walk.fault, out);
  write_script(walk, out);
  out << "asserts:\n  - {name: cups attached, signal: count.attached, at: end, min: 0}\n";
  return out.str();
}

}  // namespace ventosa::scenarios
