#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "models/strict_yaml.h"

namespace ventosa::scenarios {

/// Kind of an entry; motions, relays and looks each replace the one before it.
enum class EntryKind : std::uint8_t { kMotion, kRelay, kLook, kDisturbance };

/// Start times of a script's entries, which must be in ascending order.
class EntryTimes {
 public:
  EntryTimes(double duration_s, double period_s) : duration_s_(duration_s), period_s_(period_s) {}

  /// Reads `at_s`: not before the last one in the list, and at least one control tick before the
  /// end.
  /// @throws models::InputError
  double read(const models::Node& entry);

  /// Records the start of an entry. Two entries of one kind must not start in the same control
  /// tick: the later would replace the earlier.
  /// @throws models::InputError
  void begin(const models::Node& entry, EntryKind kind, double at_s);

 private:
  struct Begun {
    std::string entry;  ///< key path of the entry
    std::size_t tick = 0;
  };

  const double duration_s_, period_s_;
  double last_s_ = 0;
  std::map<EntryKind, Begun> last_;  ///< last entry per kind
};

}  // namespace ventosa::scenarios
