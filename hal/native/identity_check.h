#pragma once

#include <cmath>

#include "controller/model/robot_model.h"
#include "hal/native/messages.h"
#include "hal/wire/start_up_text.h"

/// Comparison of a device's identity with the robot file.
namespace ventosa::hal::native {

/// Calls visit(Difference) for each number that differs.
void compare(const controller::Joint& joint, const JointIdentity& found, int number, auto&& visit) {
  const auto compare = [&](const char* what, double expected, double is) {
    constexpr double kRounding = 1e-6;
    if (!(std::abs(expected - is) <= kRounding))
      visit(Difference{StartCheck::kLimits, "joint", number, what, expected, is});
  };
  compare("least angle [rad]", joint.q_min_rad, found.q_min_rad);
  compare("greatest angle [rad]", joint.q_max_rad, found.q_max_rad);
  compare("torque limit [N m]", joint.torque_limit_Nm, found.torque_limit_Nm);
  static constexpr const char* kPlace[] = {"position [m] x", "position [m] y", "position [m] z"};
  for (int k = 0; k < 3; ++k) compare(kPlace[k], joint.p_PJ[k], found.p_PJ_m[k]);
}

/// Calls visit(Difference) for each value that differs.
/// @param leg  leg of the module; null: the body's device
void compare(const controller::RobotModel& model, const controller::Leg* leg,
             std::int64_t period_ns, const Identity& found, auto&& visit) {
  const auto text = [&](const char* what, std::string_view expected, std::string_view is) {
    if (expected != is) visit(Difference{StartCheck::kName, "", 0, what, expected, is});
  };
  const auto number = [&](const char* what, double expected, double is) {
    constexpr double kRounding = 1e-6;
    if (!(std::abs(expected - is) <= kRounding))
      visit(Difference{StartCheck::kLimits, "", 0, what, expected, is});
  };
  text("robot", model.name, found.robot.view());
  number("control period [ns]", static_cast<double>(period_ns),
         static_cast<double>(found.period_ns));
  text("name", leg != nullptr ? std::string_view(leg->name) : "body", found.module.view());
  if (leg == nullptr) return;
  number("joints", leg->n_joints, found.n_joints);
  number("wrist to lip [m]", leg->foot.standoff_m, found.wrist_to_lip_m);
  for (int j = 0; j < std::min(leg->n_joints, found.n_joints); ++j)
    compare(leg->joint[static_cast<std::size_t>(j)], found.joint[static_cast<std::size_t>(j)],
            leg->joint_number(j), visit);
}

}  // namespace ventosa::hal::native
