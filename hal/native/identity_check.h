#pragma once

#include <cmath>

#include "controller/model/robot_model.h"
#include "hal/native/layout.h"
#include "hal/wire/start_up_text.h"

/// Comparison of a device's identity with the robot file.
namespace ventosa::hal::native {

/// Calls visit(Difference) if a number of the module differs.
void compare(const char* what, double expected, double found, auto&& visit) {
  constexpr double kRounding = 1e-6;
  if (!(std::abs(expected - found) <= kRounding))
    visit(Difference{StartCheck::kLimits, "", 0, what, expected, found});
}

/// Calls visit(Difference) if the module has a part and should have none, or the reverse.
void compare_part(const char* what, bool expected, bool found, auto&& visit) {
  const auto count = [](bool has) { return std::string_view(has ? "one" : "none"); };
  if (expected != found)
    visit(Difference{StartCheck::kLimits, "", 0, what, count(expected), count(found)});
}

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

/// Calls visit(Difference) for what differs between two feet of the same kind. @{
void compare(const NoFoot&, const NoFoot&, auto&&) {}
void compare(const CupIdentity& expected, const CupIdentity& found, auto&& visit) {
  compare("wrist to lip [m]", expected.wrist_to_lip_m, found.wrist_to_lip_m, visit);
}
void compare(const PointIdentity& expected, const PointIdentity& found, auto&& visit) {
  compare_part("force sensor", expected.sensor.has_value(), found.sensor.has_value(), visit);
  if (expected.sensor && found.sensor)
    compare("range of the force sensor [N]", expected.sensor->range_N, found.sensor->range_N,
            visit);
}
/// @}
void compare(const FootIdentity& expected, const FootIdentity& found, auto&& visit) {
  if (expected.index() != found.index())
    return visit(Difference{StartCheck::kLimits, "", 0, "foot", kFootKinds[expected.index()],
                            kFootKinds[found.index()]});
  std::visit([&]<class Kind>(const Kind& kind) { compare(kind, std::get<Kind>(found), visit); },
             expected);
}

/// Properties that a device must have.
struct Expected {
  const controller::RobotModel& model;
  std::int64_t period_ns = 0;
  controller::Parts place{};  ///< sensors of the body: kFix, kHeading
};

/// Calls visit(Difference) for each value of a device that differs, whatever it is.
void compare_device(const Expected& expected, std::string_view name, const Identity& found,
                    auto&& visit) {
  const auto text = [&](const char* what, std::string_view due, std::string_view is) {
    if (due != is) visit(Difference{StartCheck::kName, "", 0, what, due, is});
  };
  text("robot", expected.model.name, found.robot.view());
  compare("control period [ns]", static_cast<double>(expected.period_ns),
          static_cast<double>(found.period_ns), visit);
  text("name", name, found.module.view());
}

/// Calls visit(Difference) for each value of a leg's module that differs.
void compare(const Expected& expected, std::size_t leg, const Identity& found, auto&& visit) {
  const controller::Leg& due = expected.model.leg[leg];
  compare_device(expected, due.name, found, visit);
  compare("joints", due.n_joints, found.n_joints, visit);
  compare(identity_of(due.foot), found.foot, visit);
  compare_part("pack", expected.model.has_packs, found.pack, visit);
  for (int j = 0; j < std::min(due.n_joints, found.n_joints); ++j)
    compare(due.joint[static_cast<std::size_t>(j)], found.joint[static_cast<std::size_t>(j)],
            due.joint_number(j), visit);
}

/// Calls visit(Difference) for each value of the body's device that differs. It may have receivers
/// that are not used.
void compare_body(const Expected& expected, const Identity& found, auto&& visit) {
  using controller::Equipment;
  compare_device(expected, "body", found, visit);
  if (expected.place.contains(Equipment::kFix)) compare_part("GPS", true, found.tells.gps, visit);
  if (expected.place.contains(Equipment::kHeading))
    compare_part("compass", true, found.tells.compass, visit);
}

}  // namespace ventosa::hal::native
