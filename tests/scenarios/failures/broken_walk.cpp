#include "tests/scenarios/failures/broken_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "models/robot.h"
#include "tests/scenarios/failures/draw.h"

namespace ventosa::scenarios {

using sim::FaultKind;
using sim::FaultPlace;

namespace {

controller::RobotModel model_of(const std::string& robot) {
  return models::load(VENTOSA_SOURCE_DIR "/models/data/" + robot + ".yaml").nominal;
}

double draw_amount(FaultKind kind, Draw& draw) {
  switch (kind) {
    case FaultKind::kLeak:
      return 1e-3 * std::pow(10, draw.between(-0.5, 1));
    case FaultKind::kImuBiased:
      return draw.between(0.005, 0.1);
    case FaultKind::kImuSaturated:
      return draw.between(0.005, 0.1);
    case FaultKind::kRelayStuck:
      return draw.below(static_cast<int>(controller::kEnumerators<controller::Relay>.size()));
    default:
      return 0;
  }
}

Breakage draw_breakage(const controller::RobotModel& robot, Draw& draw) {
  sim::Fault fault;
  fault.kind = static_cast<FaultKind>(draw.below(kKindsOfRomerin));
  const int leg = draw.below(robot.n_legs());
  const int joint = draw.below(robot.leg[static_cast<std::size_t>(leg)].n_joints);
  if (sim::traits(fault.kind).place != FaultPlace::kBody) fault.leg = leg;
  if (sim::traits(fault.kind).place == FaultPlace::kJoint) fault.joint = joint;
  fault.amount = draw_amount(fault.kind, draw);
  const double at_s = draw.between(1.5, 25), lasts_s = draw.between(0.2, 8);
  const bool to_the_end = draw.below(2) == 1;
  return {at_s, to_the_end ? std::numeric_limits<double>::infinity() : lasts_s, fault};
}

void write_surface(Ground ground, std::ostream& out) {
  const char* const places[] = {"position_m: [0, 0, 0], normal: [0, 0, 1]",
                                "position_m: [0.5, 0, 2.5], normal: [-1, 0, 0]",
                                "position_m: [0, 0, 2.5], normal: [0, 0, -1]"};
  out << "surfaces:\n  - {name: plate, " << places[static_cast<std::size_t>(ground)]
      << ", size_m: [4, 4], friction: 0.6}\n";
  if (ground != Ground::kGround)
    out << "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [8, 8], friction: "
           "0.6}\n";
}

void write_amount(const sim::Fault& fault, std::ostream& out) {
  const sim::FaultAmount& amount = sim::traits(fault.kind).amount;
  if (amount.key == nullptr) return;
  out << ", " << amount.key << ": ";
  if (fault.kind == FaultKind::kRelayStuck)
    out << controller::name(static_cast<controller::Relay>(fault.amount));
  else
    out << fault.amount;
}

void write_fault(const Breakage& broken, const controller::RobotModel& robot, std::ostream& out) {
  const sim::Fault& fault = broken.fault;
  out << "  - {at_s: " << broken.at_s << ", fault: {kind: " << controller::name(fault.kind);
  if (fault.leg >= 0) out << ", leg: " << robot.leg[static_cast<std::size_t>(fault.leg)].name;
  if (fault.joint >= 0) out << ", joint: " << fault.joint;
  write_amount(fault, out);
  if (std::isfinite(broken.duration_s)) out << ", duration_s: " << broken.duration_s;
  out << "}}\n";
}

}  // namespace

BrokenWalk draw_pair(std::uint64_t seed) {
  static const std::vector<std::string> kRobots{"romerin4", "romerin4", "romerin6"};
  Draw draw(seed);
  BrokenWalk walk;
  walk.seed = seed;
  walk.ground = draw.below(2) == 1 ? Ground::kCeiling : Ground::kWall;
  walk.walker.robot = kRobots[static_cast<std::size_t>(draw.below(3))];
  const controller::RobotModel robot = model_of(walk.walker.robot);
  const auto gait = static_cast<std::size_t>(draw.below(static_cast<int>(robot.gait.size()) + 1));
  walk.walker.gait = gait < robot.gait.size() ? robot.gait[gait].name : "free";
  for (int k = 0; k < 2; ++k) walk.faults.push_back(draw_breakage(robot, draw));
  std::sort(walk.faults.begin(), walk.faults.end(),
            [](const Breakage& a, const Breakage& b) { return a.at_s < b.at_s; });
  return walk;
}

std::string scenario_text(const BrokenWalk& walk) {
  const controller::RobotModel robot = model_of(walk.walker.robot);
  std::ostringstream out;
  const bool has_cups = robot.cup() != nullptr;
  out << "schema: 1\ntitle: a walk on which parts break\nrobot: " << walk.walker.robot << "\n";
  write_surface(walk.ground, out);
  out << "placement: {surface: plate}\n"
      << walk.walker.lines << "seed: " << walk.seed << "\nduration_s: " << kBrokenWalk_s
      << "\nscript:\n"
      << "  - {at_s: 1, walk: {velocity_m_s: [" << walk.walker.speed_m_s
      << ", 0, 0], distance_m: " << kBrokenWalk_m << ", gait: " << walk.walker.gait << "}}\n";
  for (const Breakage& each : walk.faults) write_fault(each, robot, out);
  out << "asserts:\n  - {name: feet, signal: count." << (has_cups ? "attached" : "loaded")
      << ", at: end, min: 0}\n";
  return out.str();
}

std::string to_text(const sim::Fault& fault, const controller::RobotModel& robot) {
  std::string text(controller::name(fault.kind));
  if (fault.leg < 0) return text;
  const controller::Leg& leg = robot.leg[static_cast<std::size_t>(fault.leg)];
  text += " " + leg.name;
  if (fault.joint >= 0) text += " joint " + std::to_string(leg.joint_number(fault.joint));
  return text;
}

}  // namespace ventosa::scenarios
