#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/observation.h"

/// The one seam between the controller and whatever it drives: twin, emulated modules, real
/// modules.
namespace ventosa::hal {

enum class ExchangeStatus : std::uint8_t {
  kOk,
  kUnstable,  ///< the physics failed: the run must end
};

class Robot {
 public:
  virtual ~Robot() = default;  ///< releases nothing: cups keep gripping

  /// Sends `command`, lets one control period pass, fills `seen` with what is then known.
  /// Time passes here and nowhere else.
  [[nodiscard]] virtual ExchangeStatus exchange(const controller::Command& command,
                                                controller::Observation& seen) noexcept = 0;
};

}  // namespace ventosa::hal
