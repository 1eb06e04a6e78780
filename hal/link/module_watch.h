#pragma once

#include "controller/model/observation.h"
#include "hal/guard/freshness.h"
#include "hal/guard/trigger.h"

/// Health check of one module's readings.
namespace ventosa::hal {

/// Time for a cup's zero to settle after a boot; until then its vacuum is not used.
inline constexpr std::int64_t kCupSettles_ns = 12'000'000'000;

class ModuleWatch {
 public:
  ModuleWatch(const FreshnessPolicy& policy, int n_joints, const controller::Foot& foot) noexcept
      : policy_(policy), n_joints_(n_joints), foot_(foot) {}

  /// @param reading    the newest one, with times on the clock of `now_ns`
  /// @param period_ns  expected period of the readings
  Triggers judge(const controller::LegReading& reading, std::int64_t period_ns,
                 std::int64_t now_ns) noexcept;

 private:
  bool is_stale(const controller::LegReading& reading, std::int64_t period_ns,
                std::int64_t now_ns) const noexcept;
  bool has_rebooted(const controller::ModuleReading& module, std::int64_t now_ns) noexcept;
  bool are_frozen(const controller::LegReading& reading) noexcept;
  bool has_fault(const controller::LegReading& reading) const noexcept;
  bool is_number(const controller::LegReading& reading) const noexcept;

  FreshnessPolicy policy_;
  int n_joints_;
  controller::Foot foot_;
  std::optional<std::int32_t> boots_{};
  std::optional<std::int64_t> rebooted_ns_{};
  double usual_loop_s_ = controller::kUnknown;
  controller::LegReading last_{};
  int n_frozen_ = 0;  ///< successive equal readings with a slow loop
};

}  // namespace ventosa::hal
