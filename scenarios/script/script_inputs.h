#pragma once

#include "scenarios/script/inputs.h"
#include "scenarios/script/script.h"

namespace ventosa::scenarios {

/// The inputs of a scenario's script.
class ScriptInputs final : public Inputs {
 public:
  /// @param script  must outlive this
  /// @param X_WB0   the body's pose at the start
  ScriptInputs(const Script& script, const Isometry3d& X_WB0, double period_s)
      : script_(script), X_WB0_(X_WB0), period_s_(period_s) {}

  Input at(std::int64_t tick) noexcept override;

 private:
  const Script& script_;
  const Isometry3d X_WB0_;
  const double period_s_;
};

}  // namespace ventosa::scenarios
