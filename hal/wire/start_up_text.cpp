#include "hal/wire/start_up_text.h"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace ventosa::hal {
namespace {

using controller::Switch;

std::string number_text(double x, int digits) {
  std::ostringstream text;
  text << std::setprecision(digits) << x;
  return text.str();
}

std::string value_text(const Difference::Value& value) {
  if (const double* const number = std::get_if<double>(&value)) return number_text(*number, 9);
  const std::string_view text = std::get<std::string_view>(value);
  return text.empty() ? "none" : std::string(text);
}

const char* expected_of(StartCheck check) {
  switch (check) {
    case StartCheck::kReadings:
      return "fresh readings of a module with this master";
    case StartCheck::kName:
    case StartCheck::kLimits:
      return "as in the robot's file";
    case StartCheck::kDrives:
      return "none";
    case StartCheck::kSupply:
      return "on";
    case StartCheck::kAngles:
      return "each within its limits";
    case StartCheck::kVacuum:
      return "0 to 20000 Pa";
    case StartCheck::kCupZero:
      return "12 s at rest since boot";
    case StartCheck::kFootForce:
      return "readings within its range";
    case StartCheck::kControlMode:
      return "each joint is in its mode, or can be switched to it";
    case StartCheck::kSettings:
      return "speed and current limited";
    case StartCheck::kPlace:
      return "less than 1 deg in a period";
    case StartCheck::kTorque:
      return "reported";
  }
  return "";
}

std::string joint_name(int j, const ModuleSituation& module) {
  return "joint " + std::to_string(module.first_joint + j);
}

/// Finding of a check that fails because of one joint.
std::string found_at(int j, StartCheck check, const ModuleSituation& module) {
  const JointSituation& joint = module.joint[static_cast<std::size_t>(j)];
  const std::string name = joint_name(j, module);
  switch (check) {
    case StartCheck::kDrives:
      return name + ": bits " + std::to_string(*joint.errors) +
             ": let it cool, unload it, reboot the servo";
    case StartCheck::kAngles:
      if (!std::isfinite(joint.q_rad)) return name + ": not reported";
      return name + ": " + number_text(joint.q_rad, 4) + " rad, limits " +
             number_text(joint.q_min_rad, 4) + " and " + number_text(joint.q_max_rad, 4);
    case StartCheck::kControlMode:
      return name +
             ": another one, fixed while its torque is on: support the leg and switch its torque "
             "off";
    case StartCheck::kPlace:
      if (!controller::is_known(joint.moved_rad)) return name + ": only one reading so far";
      return name + ": " + number_text(joint.moved_rad / kRad_deg, 3) + " deg";
    default:
      return name;
  }
}

std::string supply_found(const ModuleSituation& module) {
  if (!module.power) return "not reported";
  return std::string(controller::name(*module.power));
}

std::string zero_found(const CupStart& cup) {
  if (!is_plausible_vacuum(cup.vacuum_Pa)) return "unknown";
  if (cup.zero != CupZero::kDistrusted) return std::string(controller::name(cup.zero));
  switch (cup.holds) {
    case CupKnowledge::kAttached:
      return "unverified; the cup is attached";
    case CupKnowledge::kFree:
      return "unverified; the cup is free";
    case CupKnowledge::kUnknown:
      break;
  }
  return "unverified; the cup may be attached";
}

std::string torque_found(const ModuleSituation& module) {
  int n_on = 0, n_reported = 0;
  for (int j = 0; j < module.n_joints; ++j) {
    const auto& torque = module.joint[static_cast<std::size_t>(j)].torque;
    n_reported += torque.has_value();
    n_on += torque == Switch::kOn;
  }
  if (n_reported == 0) return "not reported";
  return "on at " + std::to_string(n_on) + " of " + std::to_string(module.n_joints) + " joints";
}

std::string vacuum_found(double vacuum_Pa) {
  return std::isfinite(vacuum_Pa) ? std::to_string(std::lround(vacuum_Pa)) + " Pa" : "not reported";
}

/// Finding of a check of the foot. @{
std::string found_of(StartCheck check, const CupStart& cup) {
  return check == StartCheck::kVacuum ? vacuum_found(cup.vacuum_Pa) : zero_found(cup);
}
std::string found_of(StartCheck, const PointStart& point) {
  if (!point.force.is_known()) return "not reported";
  std::string text;
  for (const double f_N : point.force.f_F_N)
    text += (text.empty() ? "" : ", ") + number_text(f_N, 3);
  return text + " N";
}
/// @}

/// Finding of a check that passes or concerns the module as a whole.
std::string found_in(StartCheck check, Verdict verdict, const ModuleSituation& module) {
  const bool passed = verdict == Verdict::kPassed;
  switch (check) {
    case StartCheck::kReadings:
      if (!module.is_ours) return "none: it is off, unreachable, or has another master";
      return std::string(controller::name(module.readings));
    case StartCheck::kSupply:
      return supply_found(module);
    case StartCheck::kVacuum:
    case StartCheck::kCupZero:
    case StartCheck::kFootForce:
      return std::visit([&](const auto& foot) { return found_of(check, foot); }, module.foot);
    case StartCheck::kSettings:
      return passed ? "as expected" : "not yet";
    case StartCheck::kTorque:
      return torque_found(module);
    case StartCheck::kDrives:
      return passed ? "none" : "not reported";
    default:
      return passed ? "as expected" : "unknown";
  }
}

}  // namespace

std::string subject_of(const Difference& difference) {
  if (*difference.part == '\0') return difference.what;
  return std::string(difference.part) + " " + std::to_string(difference.number) + " " +
         difference.what;
}

std::string text_of(const Difference& difference) {
  return subject_of(difference) + ": expected " + value_text(difference.expected) + ", found " +
         value_text(difference.found);
}

ModuleCheck explain(StartCheck check, const ModuleSituation& situation,
                    const std::vector<Difference>& different) {
  const Verdict verdict = verdict_of(check, situation);
  ModuleCheck line{.check = check,
                   .verdict = verdict,
                   .expected = expected_of(check),
                   .found = found_in(check, verdict, situation)};
  if (verdict == Verdict::kUnknown) return line;
  if (const auto joint = joint_at_fault(check, situation))
    line.found = found_at(*joint, check, situation);
  for (const Difference& each : different)
    if (each.check == check) {
      line.expected = subject_of(each) + " " + value_text(each.expected);
      line.found = value_text(each.found);
      break;
    }
  return line;
}

std::string text_of(const ModuleCheck& check) {
  const std::string text = check.module + ": " + std::string(controller::name(check.check)) +
                           ": expected " + check.expected + ", found " + check.found;
  return check.verdict == Verdict::kAsked ? text + ": say " + answers_of(check.module) : text;
}

std::string answers_of(const std::string& leg) {
  return "`holds " + leg + "` or `free " + leg + "`";
}

std::string summary_of(std::size_t leg, const std::vector<ModuleCheck>& checks) {
  int n_passed = 0;
  std::string module, rest;
  for (const ModuleCheck& each : checks) {
    if (each.leg != leg) continue;
    module = each.module;
    n_passed += each.verdict == Verdict::kPassed;
    if (each.verdict == Verdict::kPassed) continue;
    rest += ", " + std::string(controller::name(each.check)) + " " + each.found;
  }
  return module + ": " + std::to_string(n_passed) + " checks passed" + rest;
}

}  // namespace ventosa::hal
