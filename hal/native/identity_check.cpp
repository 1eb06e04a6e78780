#include "hal/native/identity_check.h"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace ventosa::hal::native {

namespace {

/// Compares what a module says of itself with what the robot's file says.
class IdentityCheck {
 public:
  IdentityCheck(std::string device, std::vector<std::string>& wrong)
      : device_(std::move(device)), wrong_(wrong) {}

  void text(const char* what, std::string_view expected, std::string_view found) {
    if (expected != found) fail(what, std::string(expected), std::string(found));
  }
  void number(const std::string& what, double expected, double found) {
    constexpr double kRounding = 1e-6;
    if (std::abs(expected - found) <= kRounding) return;
    fail(what, text_of(expected), text_of(found));
  }

 private:
  static std::string text_of(double x) {
    std::ostringstream text;
    text << std::setprecision(9) << x;
    return text.str();
  }
  void fail(const std::string& what, const std::string& expected, const std::string& found) {
    wrong_.push_back(device_ + ": " + what + ": expected " + expected + ", found " +
                     (found.empty() ? "none" : found));
  }
  std::string device_;
  std::vector<std::string>& wrong_;
};

void compare(const controller::Joint& joint, const JointIdentity& found, int j,
             IdentityCheck& check) {
  const std::string name = "joint " + std::to_string(j + 1);
  check.number(name + " least angle [rad]", joint.q_min_rad, found.q_min_rad);
  check.number(name + " greatest angle [rad]", joint.q_max_rad, found.q_max_rad);
  check.number(name + " torque limit [N m]", joint.torque_limit_Nm, found.torque_limit_Nm);
  static constexpr const char* kAxis[] = {" x", " y", " z"};
  for (int k = 0; k < 3; ++k)
    check.number(name + " place [m]" + kAxis[k], joint.p_PJ[k], found.p_PJ_m[k]);
}

void compare(const controller::Leg& leg, const Identity& found, IdentityCheck& check) {
  check.text("name", leg.name, found.module.view());
  check.number("joints", leg.n_joints, found.n_joints);
  check.number("wrist to lip [m]", leg.wrist_to_lip_m, found.wrist_to_lip_m);
  for (int j = 0; j < std::min(leg.n_joints, found.n_joints); ++j)
    compare(leg.joint[static_cast<std::size_t>(j)], found.joint[static_cast<std::size_t>(j)], j,
            check);
}

}  // namespace

void compare(const controller::RobotModel& model, const controller::Leg* leg,
             std::int64_t period_ns, const Identity& found, std::vector<std::string>& wrong) {
  IdentityCheck check(leg != nullptr ? leg->name : "body", wrong);
  check.text("robot", model.name, found.robot.view());
  check.number("control period [ns]", static_cast<double>(period_ns),
               static_cast<double>(found.period_ns));
  if (leg != nullptr)
    compare(*leg, found, check);
  else
    check.text("name", "body", found.module.view());
}

}  // namespace ventosa::hal::native
