#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hal/wire/start_up.h"

/// Texts of the start-up checks.
namespace ventosa::hal {

/// A value of a module that differs from the robot file.
struct Difference {
  using Value = std::variant<double, std::string_view>;

  StartCheck check = StartCheck::kLimits;  ///< kLimits or kName
  const char* part = "";                   ///< "joint", "motor"; empty: the module
  int number = 0;                          ///< number of the part, as in messages
  const char* what = "";                   ///< quantity with its unit
  Value expected, found;                   ///< the two values; empty text: no value
};

inline void note_difference(const Difference& difference, ModuleSituation& module) noexcept {
  (difference.check == StartCheck::kName ? module.name_agrees : module.limits_agree) = false;
}

/// Result of one check of one module.
struct ModuleCheck {
  std::size_t leg = 0;
  std::string module{};  ///< name of the module
  StartCheck check{};
  Verdict verdict{};
  std::string expected{}, found{};
};

/// Text of the quantity that differs: "joint 2 least angle [rad]"
std::string subject_of(const Difference& difference);
/// Text of a difference: "joint 2 least angle [rad]: expected -1.57, found -2"
std::string text_of(const Difference& difference);

/// Result of a check.  @param different  differences of the module from the robot file
ModuleCheck explain(StartCheck check, const ModuleSituation& situation,
                    const std::vector<Difference>& different);

/// Text such as "front_left: zero of its cup: expected 12 s at rest since boot, found settling"; if
/// an operator is asked, also what to type.
std::string text_of(const ModuleCheck& check);

/// Possible answers of an operator about a cup: "`holds front_left` or `free front_left`".
std::string answers_of(const std::string& leg);

/// Summary of one module: "front_left: 11 checks passed, zero of its cup unverified; the
/// cup is attached".
/// @param checks  checks of all modules
std::string summary_of(std::size_t leg, const std::vector<ModuleCheck>& checks);

}  // namespace ventosa::hal
