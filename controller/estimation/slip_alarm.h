#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

/// Detects a foot that slips or comes off, from the innovations of the wrist points. What all feet
/// share is an error of the body, not theirs: each foot is held against the mean of the others,
///
///   r_i = z_i - mean_j!=i z_j,   e_i <- (1 - a) e_i + a r_i,   T_i = e_i' (a / (2 - a) S_i)^-1 e_i
///
/// with S_i the covariance of r_i, times the ticks that a reading stands for. T is chi-square(3)
/// while the foot stands: its innovations are white, but by what play and lips displace it. That
/// has a bound, of which e_i is freed first. The foot with the largest T gets an alarm when that
/// has been high for a time, and stops when it has been low for a longer one. The others are those
/// that ring no alarm, at least two of them.
///
/// A foot that nothing holds any more races away under the force that was meant for its surface:
/// r_i itself is then improbable, in two readings on end (a = 1). That tells of it 50 to 140 ms
/// after a cup has let go, where the reading of a vacuum takes 0.16 s. Of a foot whose load has
/// gone at once, one reading is enough, and one that is less improbable.
///
/// A gyroscope that errs turns the expected wrist points about the body, all together: no foot is
/// to blame for what one turn explains, fitted to the feet that have stood for long enough to show
/// it. A foot that slides among three others leaves half of its way unexplained, one that comes off
/// a third. Of three feet any way off their surface is a turn: there each must be felt to bear a
/// load as it begins. A turn goes on for as long as it explains two feet.
namespace ventosa::controller {

/// What the innovations of the filter say of an attached foot.
enum class FootAlarm : std::uint8_t {
  kNone,
  kSlip,        ///< its wrist point moves along the surface
  kDetachment,  ///< or away from it, or races
};
constexpr auto enumerators(FootAlarm) { return words("none", "slip", "detachment"); }

/// Chance 1e-6 that a standing foot passes it.
inline constexpr double kImprobable = 30.66;
inline constexpr int kLeastOthers = 2;  ///< quiet feet; one alone cannot tell which of two moves

struct SlipWatch {
  Vector3d drift_W = Vector3d::Zero();  ///< [m] e: how far the foot runs ahead of its anchor
  std::int32_t ticks = 0;               ///< on the way to the next alarm, or out of this one
  std::int32_t racing = 0;              ///< readings on end
  double stood_s = 0;                   ///< since it was taken up
  FootAlarm alarm = FootAlarm::kNone;
};

/// One foot in one tick.
struct FootInnovation {
  int leg = -1;
  double age_s = 0;
  double interval_s = 0;                   ///< between this reading and the one before
  bool news = true;                        ///< a reading that the last tick did not have
  bool unburdened = false;                 ///< its load has gone at once: burden.h
  bool bears = false;                      ///< a load, as its drives feel
  Vector3d z_W = Vector3d::Zero();         ///< [m] measured less expected wrist point
  Matrix3d noise = Matrix3d::Zero();       ///< [m2] covariance of the measurement
  Matrix3d S = Matrix3d::Zero();           ///< [m2] of the innovation, but for its slow part:
  double offset_m2 = 0;                    ///< a displacement that lasts longer than the mean takes
  double nis = 0;                          ///< z' S^-1 z
  Vector3d outwards_W = Vector3d::Zero();  ///< unit normal of the surface, towards the robot
  Vector3d lever_W = Vector3d::Zero();     ///< [m] of the wrist point, from the body
};

struct Innovations {
  int n = 0;
  bool turns = false;  ///< one turn has explained those of the last tick
  PerLeg<FootInnovation> foot;
};

/// @param watch  by leg
/// @return [rad] the turn of the body that explains what an alarm would have rung of: no foot has
///         moved; 0: there is none
double watch_slip(const Innovations& seen, double period_s, PerLeg<SlipWatch>& watch) noexcept;

}  // namespace ventosa::controller
