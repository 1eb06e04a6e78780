#include "scenarios/session/required_capabilities.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "controller/estimation/estimator_rules.h"

namespace ventosa::scenarios {

using controller::ControllerConfig;
using controller::JointMode;
using controller::ServoLoop;
using hal::Impedance;

namespace {

void require(bool ok, const std::string& what) {
  if (!ok) throw std::invalid_argument(what);
}

bool takes_gains(const hal::Capabilities& robot, ServoLoop loop) {
  switch (loop) {
    case ServoLoop::kModule:
      return robot.impedance != Impedance::kNone;
    case ServoLoop::kController:  // torque only: an equilibrium mode moves by its stiffness
      return robot.impedance != Impedance::kEquilibrium;
    case ServoLoop::kServo:
      return true;
  }
  return false;
}

void check_modes(const hal::Capabilities& robot, const controller::RobotModel& model,
                 ServoLoop loop) {
  const bool servo = loop == ServoLoop::kServo;
  const JointMode mode = servo ? JointMode::kPosition : JointMode::kImpedance;
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    for (int j = 0; j < model.leg[i].n_joints; ++j)
      require(robot.joint_modes[i][static_cast<std::size_t>(j)].contains(mode),
              model.leg[i].name + " joint " + std::to_string(model.leg[i].joint_number(j)) +
                  " has no " + (servo ? "position" : "impedance") +
                  " mode: choose another gains.loop");
}

}  // namespace

void check_fit(const hal::Capabilities& robot, const controller::RobotModel& model,
               const ControllerConfig& options) {
  require(std::llround(1e9 * options.period_s) == robot.control_period_ns,
          "period_s must be the robot's control period");
  require(robot.telemetry.imu || !controller::needs_imu(options.body.estimator),
          "the robot has no IMU, which body.estimator: filter needs: choose registration");
  require(options.surfaces.source == controller::SurfaceSource::kSurveyed ||
              robot.telemetry.depth_camera,
          "surfaces.source: seen needs a depth camera");
  require(options.gains.law != controller::ControlLaw::kComputedTorque ||
              robot.impedance != Impedance::kEquilibrium,
          "gains.law: computed_torque needs drives with a torque mode, which the robot's have not");
  require(takes_gains(robot, options.gains.loop),
          "the robot's drives do not support gains.loop: " +
              std::string(controller::name(options.gains.loop)));
  check_modes(robot, model, options.gains.loop);
}

const char* lacking(const hal::Capabilities& robot, const controller::Goal& goal) noexcept {
  const auto switches = [](const auto& relay) { return relay.has_value(); };
  if (!goal.pd && robot.impedance == Impedance::kEquilibrium)
    return "pd: false needs drives with a torque mode";
  if (!robot.relays && std::any_of(goal.relay.begin(), goal.relay.end(), switches))
    return "relay needs packs that can be switched";
  if (!robot.gaze && goal.gaze) return "gaze needs a pan-tilt";
  return nullptr;
}

}  // namespace ventosa::scenarios
