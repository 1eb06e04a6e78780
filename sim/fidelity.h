#pragma once

#include <cstdint>

namespace ventosa::sim {

/// What the effects of a twin are unless its configuration says otherwise.
enum class Fidelity : std::uint8_t {
  kIdeal,  ///< perfect drives, cups, sensors and links: a control law shows its own errors alone
  kFull,   ///< everything that the robot file describes
};

}  // namespace ventosa::sim
