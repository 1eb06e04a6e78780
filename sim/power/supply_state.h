#pragma once

#include <cstdint>

namespace ventosa::sim {

/// Power state of one module.
enum class Supply : std::uint8_t {
  kOn,       ///< computer, drives and turbine run
  kDown,     ///< under-voltage: all are off
  kBooting,  ///< the computer boots; drives and turbine are still off
};

}  // namespace ventosa::sim
