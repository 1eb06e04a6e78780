#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::sim {

/// Power state of one module.
enum class Supply : std::uint8_t {
  kOn,       ///< computer, drives and turbine run
  kDown,     ///< under-voltage: all are off
  kBooting,  ///< the computer boots; drives and turbine are still off
};
constexpr auto enumerators(Supply) { return controller::words("on", "down", "booting"); }

}  // namespace ventosa::sim
