#pragma once

#include <memory>

#include "sim/twin.h"

namespace ventosa::bench {

/// Bare mj_step on the model of a twin with its cups held, as the peer of the twin's own step. The
/// robot first comes to rest under its modules' gains; its torques then stay constant, and every
/// period starts from that rest.
class BareStep {
 public:
  /// @throws models::InputError, and std::runtime_error if the robot does not come to rest
  BareStep(const models::Robot& robot, const sim::TwinConfig& config);
  ~BareStep();

  void advance() noexcept;  ///< one control period

  /// Largest change of a generalised position in the last period  [m, rad]
  double largest_motion() const noexcept;
  /// Simulated time of the last period  [s]
  double elapsed_s() const noexcept;

 private:
  struct Rest;
  std::unique_ptr<Rest> rest_;
};

}  // namespace ventosa::bench
