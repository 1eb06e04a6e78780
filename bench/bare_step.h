#pragma once

#include <memory>

#include "sim/twin.h"

namespace ventosa::bench {

/// mj_step and nothing else, on the model of a twin with its cups held: what the twin's own work is
/// measured against. The robot first comes to rest under its module's own gains; then its torques
/// stay as they are, and every period begins anew from that rest.
class BareStep {
 public:
  /// @throws models::InputError, and std::runtime_error if the robot does not come to rest
  BareStep(const models::Robot& robot, const sim::TwinConfig& config);
  ~BareStep();

  void advance() noexcept;  ///< one control period

 private:
  struct Rest;
  std::unique_ptr<Rest> rest_;
};

}  // namespace ventosa::bench
