#pragma once

#include <cstdint>

namespace ventosa::hal {

/// Time base of emulated modules.
enum class Pace : std::uint8_t {
  kRealTime,
  kLockStep,  ///< a period passes when every device has received its command for the present one
};

}  // namespace ventosa::hal
