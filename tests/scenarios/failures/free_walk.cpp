#include "tests/scenarios/failures/free_walk.h"

#include <cmath>
#include <sstream>

#include "controller/model/description.h"
#include "tests/scenarios/calibration.h"
#include "tests/scenarios/failures/draw.h"

namespace ventosa::scenarios {
namespace {

constexpr double kSpeed_m_s = 0.02;

/// An angle between both, to the left or the right, forwards or backwards.
double draw_heading_deg(double low, double high, Draw& draw) {
  const double angle_deg = draw.between(low, high);
  const double forwards_deg = draw.below(2) == 1 ? angle_deg : 180 - angle_deg;
  return draw.below(2) == 1 ? forwards_deg : -forwards_deg;
}

void draw_curve(FreeWalk& walk, Draw& draw) {
  walk.way = "curve";
  walk.heading_deg = draw_heading_deg(0, 15, draw);
  walk.radius_m = draw.between(0.6, 1.5) * (draw.below(2) == 1 ? 1 : -1);
}

void draw_straight(const char* way, double low_deg, double high_deg, FreeWalk& walk, Draw& draw) {
  walk.way = way;
  walk.heading_deg = draw_heading_deg(low_deg, high_deg, draw);
}

void draw_way(std::uint64_t way, FreeWalk& walk, Draw& draw) {
  if (way == 0) return draw_straight("ahead", 0, 15, walk, draw);
  if (way == 1) return draw_straight("aslant", 30, 60, walk, draw);
  if (draw.below(2) == 1) return draw_curve(walk, draw);
  draw_straight("sideways", 75, 90, walk, draw);
}

void write_walk(const FreeWalk& walk, std::ostream& out) {
  const double heading_rad = walk.heading_deg * controller::kRadPerDegree;
  out << "script:\n  - {at_s: " << kFreeWalkStart_s << ", walk: {velocity_m_s: ["
      << kSpeed_m_s * std::cos(heading_rad) << ", " << kSpeed_m_s * std::sin(heading_rad)
      << ", 0], ";
  if (walk.radius_m == 0)
    out << "distance_m: " << kFreeWalk_m;
  else
    out << "turn_deg_s: [0, 0, " << kSpeed_m_s / walk.radius_m / controller::kRadPerDegree << "]";
  out << ", gait: free}}\n";
}

}  // namespace

FreeWalk draw_free_walk(std::uint64_t seed) {
  constexpr std::array kGrounds{kGround, kWall, kCeiling};
  const std::uint64_t k = seed - 1, robot = k % 7, ground = k / 7 % 3, way = k / 21 % 3;
  Draw draw(seed);
  FreeWalk walk;
  walk.seed = seed;
  walk.robot = kFreeWalkers[robot];
  walk.ground = kGrounds[ground];
  walk.fidelity = (robot + ground + way) % 3 == 0 ? "full" : "ideal";
  draw_way(way, walk, draw);
  return walk;
}

std::string scenario_text(const FreeWalk& walk) {
  std::ostringstream out;
  out << text_on(walk.ground, walk.robot, walk.fidelity) << "seed: " << walk.seed
      << "\nduration_s: " << kFreeWalk_s << "\n";
  if (walk.fidelity == "full") out << plant_text(kCalibrated);
  write_walk(walk, out);
  out << "asserts:\n  - {name: cups attached, signal: count.attached, at: end, min: 0}\n";
  return out.str();
}

}  // namespace ventosa::scenarios
