#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

/// Detects feet that slip or come off, from the innovations of their wrist points. Innovations
/// common to all feet come from the body. Each foot is therefore compared with the mean of the
/// others,
///
///   r_i = z_i - mean_j!=i z_j,   e_i <- (1 - a) e_i + a r_i,   T_i = e_i' (a / (2 - a) S_i)^-1 e_i
///
/// with S_i the covariance of r_i, times the ticks per reading. T is chi-square(3) for an attached
/// foot, whose innovations are white except for displacements by play and lips. These are bounded,
/// and the bound is first subtracted from e_i. The foot with the largest T gets an alarm when T has
/// been high for a time; the alarm ends when T has been low for longer. The others are the feet
/// without alarm, at least two.
///
/// A lost foot moves fast under the force that was meant for its surface: r_i itself is then
/// improbable, in two successive readings (a = 1). This detects it 50 to 140 ms after the cup has
/// come off; the vacuum reading takes 0.16 s. If the foot's load has gone suddenly, one reading and
/// a lower threshold suffice.
///
/// A gyroscope error rotates all predicted wrist points together. If one rotation, fitted to the
/// feet that were attached for long enough, explains the innovations, no foot gets an alarm. A foot
/// that slides among three others leaves half of its motion unexplained, a foot that comes off a
/// third. With three feet any motion off the surfaces is a rotation: then each foot must carry a
/// load when it begins. A rotation in progress needs only two feet.
namespace ventosa::controller {

/// Alarm of an attached foot: by the filter's innovations, or because it has crept.
enum class FootAlarm : std::uint8_t {
  kNone,
  kSlip,        ///< the wrist point moves along the surface
  kDetachment,  ///< the wrist point moves away from the surface, or fast
  kCreep,       ///< it has moved along the surface, and may stand again: creep_watch.h
};
constexpr auto enumerators(FootAlarm) { return words("none", "slip", "detachment", "creep"); }

/// True for the filter's alarms: the foot moves now.
constexpr bool moves_now(FootAlarm alarm) {
  return alarm == FootAlarm::kSlip || alarm == FootAlarm::kDetachment;
}

/// Chi-square(3) threshold: an attached foot exceeds it with probability 1e-6.
inline constexpr double kImprobable = 30.66;
/// Feet without alarm; with one, it is open which of two feet moves.
inline constexpr int kLeastOthers = 2;

struct SlipWatch {
  Vector3d drift_W = Vector3d::Zero();  ///< [m] e: mean motion of the foot relative to its anchor
  std::int32_t ticks = 0;               ///< time of high T before an alarm, or of low T during one
  std::int32_t racing = 0;              ///< successive improbable readings
  double stood_s = 0;                   ///< time since the foot was added to the filter
  FootAlarm alarm = FootAlarm::kNone;
};

/// Innovation of one foot in one tick.
struct FootInnovation {
  int leg = -1;
  double age_s = 0;
  double interval_s = 0;              ///< between this reading and the one before
  bool news = true;                   ///< the reading is new in this tick
  bool unburdened = false;            ///< the load has gone suddenly: burden.h
  bool bears = false;                 ///< the motors measure a load
  Vector3d z_W = Vector3d::Zero();    ///< [m] measured minus predicted wrist point
  Matrix3d noise = Matrix3d::Zero();  ///< [m2] covariance of the measurement
  Matrix3d S = Matrix3d::Zero();      ///< [m2] covariance of z_W, without slow displacements
  double offset_m2 = 0;  ///< variance of the displacements that last longer than the mean
  double nis = 0;        ///< z' S^-1 z
  Vector3d outwards_W = Vector3d::Zero();  ///< unit normal of the surface, towards the robot
  Vector3d lever_W = Vector3d::Zero();     ///< [m] wrist point from the body's origin
};

struct Innovations {
  int n = 0;
  bool turns = false;  ///< the last tick's innovations were explained by a rotation
  PerLeg<FootInnovation> foot;
};

/// @param watch  slip detection of each leg's foot
/// @return [rad] angle of the body's rotation that explains the innovations, so that no foot has
/// moved; 0: none
double watch_slip(const Innovations& seen, double period_s, PerLeg<SlipWatch>& watch) noexcept;

}  // namespace ventosa::controller
