#pragma once

#include <array>

namespace ventosa::hal {

/// Defects of the public firmware, each switchable, so that a test can show its effect and its
/// cure.
struct LegacyQuirks {
  bool stale_tails = false;     ///< a short frame is completed by old bytes in the buffer
  bool byte_stream = false;     ///< the parser continues across datagrams and senders
  bool overwrites = false;      ///< a newer message replaces a waiting one of the same id and motor
  bool queue_vanishes = false;  ///< the 40th unread message empties the queue
  bool false_zero = false;      ///< after a boot the cup's zero creeps up from a wrong value
  bool freezes = false;         ///< a dead servo freezes the readings of all joints
  bool last_octet = false;      ///< any sender with the master's last octet counts as the master
  bool compact_heat = false;    ///< compact telemetry has the temperature in place of the vacuum

  static constexpr LegacyQuirks none() { return {}; }
  static constexpr LegacyQuirks faithful() {
    return {true, true, true, true, true, true, true, true};
  }
  bool operator==(const LegacyQuirks&) const = default;
};

struct LegacyQuirk {
  const char* name;
  bool LegacyQuirks::*on;
};
inline constexpr std::array<LegacyQuirk, 8> kLegacyQuirks{{
    {"stale_tails", &LegacyQuirks::stale_tails},
    {"byte_stream", &LegacyQuirks::byte_stream},
    {"overwrites", &LegacyQuirks::overwrites},
    {"queue_vanishes", &LegacyQuirks::queue_vanishes},
    {"false_zero", &LegacyQuirks::false_zero},
    {"freezes", &LegacyQuirks::freezes},
    {"last_octet", &LegacyQuirks::last_octet},
    {"compact_heat", &LegacyQuirks::compact_heat},
}};

}  // namespace ventosa::hal
