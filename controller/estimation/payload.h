#pragma once

#include <cstdint>

#include "controller/dynamics/stance.h"
#include "controller/estimation/measured_force.h"
#include "controller/model/config.h"
#include "controller/model/description.h"

/// What the body carries beyond its model, weighed by the feet of a robot that stands still.
///
/// The forces that the legs feel hold up more than the model weighs; the rest is a payload:
///
///   sum G_i F_i - w_model = A x,  x = [m; m c],  A = [-g 0; 0 [g]x]
///
/// linear in x, so least squares are recursive: each reading adds A' R^-1 A to the precision of x,
/// R the covariance of the wrench. The payload's centre along gravity is in no reading: its
/// precision stays the prior's until the robot stands in another attitude, and its standard
/// deviation says so. A negative payload is a model that weighs too much.
namespace ventosa::controller {

using Matrix4d = Eigen::Matrix4d;
using Vector4d = Eigen::Vector4d;

/// Whether the feet could weigh what the body carries.
enum class PayloadStatus : std::uint8_t {
  kOff,
  kMoving,      ///< not standing still (long enough)
  kHeaving,     ///< it is being weighed by lowering and lifting it
  kNotAWeight,  ///< something pulls, but not like gravity: a push
  kChanged,     ///< what was known of the payload is no longer true
  kBadReading,  ///< no foot feels anything
  kWeighed,
};
constexpr auto enumerators(PayloadStatus) {
  return words("off", "moving", "heaving", "not_a_weight", "changed", "bad_reading", "weighed");
}

/// What the body carries beyond its model. A direction of the centre that was never seen across
/// gravity is at B's origin, with the standard deviation of a guess.
struct PayloadEstimate {
  PayloadStatus status = PayloadStatus::kOff;
  double mass_kg = 0;
  double mass_sd_kg = 0;
  Vector3d p_B = Vector3d::Zero();     ///< [m] centre of mass; zero while the mass is in doubt
  Vector3d p_sd_B = Vector3d::Zero();  ///< [m] standard deviation along B's axes
};

void describe(auto& field, Is<PayloadEstimate> auto& payload) {
  field("status", payload.status);
  field("mass", payload.mass_kg, "kg");
  field("mass_sd", payload.mass_sd_kg, "kg");
  field("x", payload.p_B.x(), "m");
  field("y", payload.p_B.y(), "m");
  field("z", payload.p_B.z(), "m");
  field("x_sd", payload.p_sd_B.x(), "m");
  field("y_sd", payload.p_sd_B.y(), "m");
  field("z_sd", payload.p_sd_B.z(), "m");
}

/// What was weighed, as precision and precision-weighted x; zero is nothing yet.
struct Weighing {
  Matrix4d precision = Matrix4d::Zero();
  Vector4d weighted = Vector4d::Zero();
};

/// Readings of a heave, while it lowers the body and while it lifts it.
struct HeaveReadings {
  struct Way {
    std::int32_t n = 0;
    Vector6d w = Vector6d::Zero();           ///< sum
    Matrix6d covariance = Matrix6d::Zero();  ///< sum, of gears that may stick either way
  };
  Way lowering = {}, lifting = {};
};

/// All rests together. The first readings of a rest share their error: their mean counts as one
/// reading.
struct PayloadInformation {
  Weighing all = {};
  Weighing earlier = {};                 ///< rests before this one
  std::int32_t n_readings = 0;           ///< of this rest
  Vector6d surprise = Vector6d::Zero();  ///< [N, N m] mean of what the belief did not expect
  HeaveReadings heave = {};
  bool has_heaved = false;  ///< what gears that stick tell at rest can only add doubt to that
};

/// The robot has moved since the last reading.
void begin_rest(PayloadInformation& belief) noexcept;

/// A wrench at B's origin in B, force first, and how far it is known.
struct WrenchReading {
  Vector6d w = Vector6d::Zero();
  Matrix6d covariance = Matrix6d::Zero();
};

/// What held legs carry beyond the model: sum G_i F_i - w_model.
/// @param force  force on each held leg at its wrist point; others are not looked at
WrenchReading unmodelled_load(const RobotModel& robot, const Stance& stance,
                              const PerLeg<ForceEstimate>& force) noexcept;

/// Takes a reading.
///
/// @param sticks  the joints have friction: only the first readings of a rest count, and none after
///                a heave
/// @return kWeighed, or what is wrong with it: kNotAWeight when no payload pulls like this (a push
/// does), kChanged when the payload is no longer what it was: the belief then starts anew. Else
/// kBadReading, and the belief stays.
[[nodiscard]] PayloadStatus weigh(const PayloadConfig& config, const Vector3d& g_B,
                                  const WrenchReading& reading, double period_s, bool sticks,
                                  PayloadInformation& belief) noexcept;

/// Takes a reading of a heave: near its fastest, where all gears slide, it counts. Once the heave
/// has ended, rate 0, the mean of both ways is taken as one reading; one of a single way is
/// dropped.
/// @param rate  of the heave, -1..1
/// @return kHeaving, or what weigh() says of the whole
PayloadStatus weigh_heaving(const PayloadConfig& config, const Vector3d& g_B,
                            const WrenchReading& reading, double rate,
                            PayloadInformation& belief) noexcept;

/// Whether a heave's readings wait for its end.
bool is_being_heaved(const PayloadInformation& belief) noexcept;

/// The most likely payload: the prior around none included.
MassMoment carried(const PayloadConfig& config, const PayloadInformation& belief) noexcept;

/// Whether there is one, or one less than none: 2.5 standard deviations from nothing.
bool is_sure(const PayloadEstimate& payload) noexcept;

/// The same with its standard deviations.
PayloadEstimate payload(const PayloadConfig& config, const PayloadInformation& belief) noexcept;

}  // namespace ventosa::controller
