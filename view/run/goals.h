#pragma once

#include <optional>

#include "view/run/frame.h"

/// What buttons, keys and sticks ask for.
namespace ventosa::view {

/// How the body should walk, in its own frame.
struct Walk {
  double forwards_m_s = 0, left_m_s = 0, turn_rad_s = 0;
  std::optional<int> gait{};  ///< none: as before
  bool operator==(const Walk&) const = default;
  bool stands() const { return forwards_m_s == 0 && left_m_s == 0 && turn_rad_s == 0; }
};

inline constexpr double kFastest_m_s = 0.025, kFastest_rad_s = 0.06;  ///< that can be asked for

/// Walking from where the body should be now; of nothing at all: standing.
controller::Goal walking(const Frame& frame, const Walk& walk);

/// The body elsewhere, over feet that stay: from where it is asked to be, else where it should be.
/// @param way_B  [m]
controller::Goal shifted(const Frame& frame, const controller::Vector3d& way_B);

inline constexpr double kShift_m = 0.01;  ///< by one button or key

/// What the button of the operator asks for: HOLD while the robot moves. The key H never arms.
hal::OperatorAction hold_or_go_on(hal::GuardMode mode);

}  // namespace ventosa::view
