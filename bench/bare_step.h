#pragma once

#include <memory>

#include "sim/twin.h"

namespace ventosa::bench {

/// mj_step alone on the model of a twin with its cups attached, to compare with the twin's own
/// step. The robot first comes to rest under its modules' gains; then its torques stay constant,
/// and every period starts from that state.
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
