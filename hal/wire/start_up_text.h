#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hal/wire/start_up.h"

/// The table of the start-up in words.
namespace ventosa::hal {

/// Something of a module that is other than its robot's file says.
struct Difference {
  using Value = std::variant<double, std::string_view>;

  StartCheck check = StartCheck::kLimits;  ///< or kName
  const char* part = "";                   ///< "joint", "motor"; empty: the module
  int number = 0;                          ///< of the part, from 1 on
  const char* what = "";                   ///< with its unit
  Value expected, found;                   ///< a text that is empty: none
};

inline void note_difference(const Difference& difference, ModuleSituation& module) noexcept {
  (difference.check == StartCheck::kName ? module.name_agrees : module.limits_agree) = false;
}

/// One line of the list, of one module.
struct ModuleCheck {
  std::size_t leg = 0;
  std::string module{};  ///< its name
  StartCheck check{};
  Verdict verdict{};
  std::string expected{}, found{};
};

/// "joint 2 least angle [rad]"
std::string subject_of(const Difference& difference);
/// "joint 2 least angle [rad]: expected -1.57, found -2"
std::string text_of(const Difference& difference);

/// A row of the table.  @param different  what of the module is other than its file says
ModuleCheck explain(StartCheck check, const ModuleSituation& situation,
                    const std::vector<Difference>& different);

/// "front_left: zero of its cup: expected 12 s at rest since boot, found settling"; of one that is
/// asked, what to type too.
std::string text_of(const ModuleCheck& check);

/// What an operator has to say of a cup: "`holds front_left` or `free front_left`".
std::string answers_of(const std::string& leg);

/// All of one module in a line: "front_left: 11 checks passed, zero of its cup distrusted: it
/// holds".
/// @param checks  of all modules
std::string summary_of(std::size_t leg, const std::vector<ModuleCheck>& checks);

}  // namespace ventosa::hal
