#pragma once

#include <array>

namespace ventosa::hal {

/// What the public firmware does that no module should: each on its own, so that a test can show
/// what it brings about and what cures it.
struct LegacyQuirks {
  bool stale_tails = false;  ///< a frame that is too short runs with what lay in the buffer
  bool byte_stream = false;  ///< the parser goes on across datagrams, all senders' in one
  bool overwrites = false;   ///< a newer message of the same id and motor takes the older's place
  bool queue_vanishes = false;  ///< with the 40th unread message all are gone
  bool false_zero = false;      ///< the cup's zero creeps up from a wrong one after boot
  bool freezes = false;         ///< with one servo dead the readings of all joints stay
  bool last_octet = false;      ///< who has the master's last octet is the master
  bool compact_heat = false;    ///< compact telemetry has the temperature where the vacuum belongs

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
