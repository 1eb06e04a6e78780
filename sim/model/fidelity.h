#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::sim {

/// Preset of all effects of a twin; its configuration may override each of them.
enum class Fidelity : std::uint8_t {
  kIdeal,  ///< perfect drives, cups, sensors and links: only the control law's own errors remain
  kFull,   ///< every effect that the robot file describes
};
constexpr auto enumerators(Fidelity) { return controller::words("ideal", "full"); }

}  // namespace ventosa::sim
