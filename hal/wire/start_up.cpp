#include "hal/wire/start_up.h"

#include <cmath>

namespace ventosa::hal {
namespace {

using controller::Switch;

/// First joint with the property.
template <class Is>
std::optional<int> first_joint(const ModuleSituation& module, Is is) {
  for (int j = 0; j < module.n_joints; ++j)
    if (is(module.joint[static_cast<std::size_t>(j)])) return j;
  return std::nullopt;
}

Verdict passed_or(bool passed, Verdict otherwise) { return passed ? Verdict::kPassed : otherwise; }

bool has_error(const JointSituation& joint) { return joint.errors.value_or(0) != 0; }
bool lacks_mode(const JointSituation& joint) { return !joint.can_have_mode; }
bool is_outside(const JointSituation& joint) {
  return joint.q_rad < joint.q_min_rad - kAngleRoom_rad ||
         joint.q_rad > joint.q_max_rad + kAngleRoom_rad;
}
bool has_no_angle(const JointSituation& joint) { return !std::isfinite(joint.q_rad); }
bool is_not_still(const JointSituation& joint) { return !(joint.moved_rad <= kStill_rad); }

Verdict judge_drives(const ModuleSituation& module) {
  if (first_joint(module, has_error)) return Verdict::kFailed;
  const auto silent = [](const JointSituation& joint) { return !joint.errors; };
  return passed_or(!first_joint(module, silent), Verdict::kUnknown);
}

Verdict judge_supply(const ModuleSituation& module) {
  if (!module.power) return Verdict::kUnknown;
  return passed_or(module.power == Switch::kOn, Verdict::kFailed);
}

Verdict judge_angles(const ModuleSituation& module) {
  if (first_joint(module, is_outside)) return Verdict::kFailed;
  return passed_or(!first_joint(module, has_no_angle), Verdict::kWaiting);
}

Verdict judge_zero(const CupStart& cup) {
  if (!is_plausible_vacuum(cup.vacuum_Pa)) return Verdict::kUnknown;
  if (cup.zero == CupZero::kDistrusted)
    return cup.holds == CupKnowledge::kUnknown ? Verdict::kAsked : Verdict::kUnknown;
  return passed_or(cup.zero == CupZero::kTrusted, Verdict::kWaiting);
}

/// Verdict on a check of the foot; no value: the foot has no such check. @{
std::optional<Verdict> judge(StartCheck check, const CupStart& cup) {
  if (check == StartCheck::kVacuum)
    return passed_or(is_plausible_vacuum(cup.vacuum_Pa), Verdict::kWaiting);
  return check == StartCheck::kCupZero ? std::optional(judge_zero(cup)) : std::nullopt;
}
std::optional<Verdict> judge(StartCheck check, const PointStart& point) {
  if (check != StartCheck::kFootForce || !point.sensor) return std::nullopt;
  const bool usable = point.force.is_known() && is_usable(*point.sensor, point.force.f_F_N);
  return passed_or(usable, Verdict::kWaiting);
}
std::optional<Verdict> judge_foot(StartCheck check, const ModuleSituation& module) {
  return std::visit([&](const auto& foot) { return judge(check, foot); }, module.foot);
}
/// @}

Verdict judge_settings(const ModuleSituation& module) {
  const bool refused = first_joint(module, lacks_mode) || first_joint(module, has_error);
  return passed_or(module.settings_made, refused ? Verdict::kUnknown : Verdict::kWaiting);
}

Verdict judge_torque(const ModuleSituation& module) {
  const auto silent = [](const JointSituation& joint) { return !joint.torque; };
  return passed_or(!first_joint(module, silent), Verdict::kUnknown);
}

bool tells(const ModuleSituation& module) {
  return module.is_ours && module.readings != Freshness::kStale;
}

/// Trigger reported to the operator for a failed check.
Trigger trigger_of(StartCheck check) {
  switch (check) {
    case StartCheck::kReadings:
    case StartCheck::kFootForce:
      return Trigger::kStale;
    case StartCheck::kName:
      return Trigger::kLost;
    case StartCheck::kDrives:
    case StartCheck::kControlMode:
      return Trigger::kJointFault;
    case StartCheck::kSupply:
      return Trigger::kNoPower;
    case StartCheck::kVacuum:
    case StartCheck::kCupZero:
      return Trigger::kUnsafeCup;
    case StartCheck::kLimits:
    case StartCheck::kAngles:
    case StartCheck::kSettings:
    case StartCheck::kPlace:
    case StartCheck::kTorque:
      return Trigger::kLimit;
  }
  return Trigger::kLimit;
}

}  // namespace

bool applies(StartCheck check, const ModuleSituation& module) noexcept {
  const bool is_of_a_foot = check == StartCheck::kVacuum || check == StartCheck::kCupZero ||
                            check == StartCheck::kFootForce;
  return !is_of_a_foot || judge_foot(check, module).has_value();
}

Verdict verdict_of(StartCheck check, const ModuleSituation& module) noexcept {
  if (check == StartCheck::kReadings) return passed_or(tells(module), Verdict::kWaiting);
  if (!tells(module)) return Verdict::kUnknown;
  switch (check) {
    case StartCheck::kReadings:
      break;
    case StartCheck::kName:
      return passed_or(module.name_agrees, Verdict::kFailed);
    case StartCheck::kLimits:
      return passed_or(module.limits_agree, Verdict::kFailed);
    case StartCheck::kDrives:
      return judge_drives(module);
    case StartCheck::kSupply:
      return judge_supply(module);
    case StartCheck::kAngles:
      return judge_angles(module);
    case StartCheck::kVacuum:
    case StartCheck::kCupZero:
    case StartCheck::kFootForce:
      return judge_foot(check, module).value_or(Verdict::kUnknown);
    case StartCheck::kControlMode:
      return passed_or(!first_joint(module, lacks_mode), Verdict::kFailed);
    case StartCheck::kSettings:
      return judge_settings(module);
    case StartCheck::kPlace:
      return passed_or(!first_joint(module, is_not_still), Verdict::kWaiting);
    case StartCheck::kTorque:
      return judge_torque(module);
  }
  return Verdict::kUnknown;
}

Triggers objections(const ModuleSituation& module) noexcept {
  Triggers triggers;
  for_each_check(module, [&](StartCheck check) {
    if (forbids_torque(verdict_of(check, module))) triggers.insert(trigger_of(check));
  });
  return triggers;
}

std::optional<int> joint_at_fault(StartCheck check, const ModuleSituation& module) noexcept {
  switch (check) {
    case StartCheck::kDrives:
      return first_joint(module, has_error);
    case StartCheck::kAngles: {
      const std::optional<int> outside = first_joint(module, is_outside);
      return outside ? outside : first_joint(module, has_no_angle);
    }
    case StartCheck::kControlMode:
      return first_joint(module, lacks_mode);
    case StartCheck::kPlace:
      return first_joint(module, is_not_still);
    default:
      return std::nullopt;
  }
}

}  // namespace ventosa::hal
