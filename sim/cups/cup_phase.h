#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::sim {

/// Phase of one cup's hold.
enum class CupPhase : std::uint8_t {
  kFree,       ///< no seal
  kSealing,    ///< on the surface; turbine on, vacuum below the attached level
  kAttached,   ///< on the surface; the vacuum has reached the attached level
  kReleasing,  ///< on the surface; turbine off, vacuum falling
};
constexpr auto enumerators(CupPhase) {
  return controller::words("free", "sealing", "attached", "releasing");
}

}  // namespace ventosa::sim
