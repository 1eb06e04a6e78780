#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "papers/pantograph_dynamics.h"
#include "papers/row_source.h"

namespace ventosa::papers {

/// The way of a leg with bars in a run, less that which the equation of its bars (eq. 2) goes by
/// Newmark's scheme under the same commands. The leg is in the air, its hip fixed and level, its
/// drives ideal: torque = tau_ff + kp (q_d - q) + kd (q_d' - q').
class EquationWay {
 public:
  /// @param leg  "leg0"
  /// @throws models::InputError  the run has no such signals, or the leg no bars
  EquationWay(const std::string& leg, const RowSource& source);

  static constexpr std::size_t size() { return 3; }
  /// Difference of each drive's angle over half of its range; NaN once the bars do not reach. Rows
  /// in the order of time.
  std::span<const double> read(std::int64_t time_ns, std::span<const double> row) noexcept;

 private:
  using Columns = std::array<std::size_t, 3>;

  /// The drives' law for one row's command, along q.
  struct Law {
    Vector3d q, dq, tau_ff, kp, kd;

    Vector3d operator()(const LegState& at) const;
  };

  static Vector3d at(const Columns& columns, std::span<const double> row);
  Law law(std::span<const double> row) const;
  void advance(double time_s);  ///< from the last row; @throws if the bars do not reach
  void follow(double time_s) noexcept;

  DrivenLeg driven_;
  Vector3d per_rad_ = Vector3d::Ones();  ///< way of each coordinate per radian of its drive
  Vector3d half_range_ = Vector3d::Ones();
  Columns q_{}, dq_{}, q_d_{}, dq_d_{}, tau_ff_{}, kp_{}, kd_{};
  Law law_{};
  LegState state_{};
  double time_s_ = -1;  ///< time of the last row; negative before the first
  std::array<double, 3> values_{};
};

}  // namespace ventosa::papers
