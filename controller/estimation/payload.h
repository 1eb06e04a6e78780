#pragma once

#include <cstdint>

#include "controller/dynamics/stance.h"
#include "controller/estimation/measured_force.h"
#include "controller/model/config.h"
#include "controller/model/description.h"

/// Payload of the body beyond its model, weighed by the feet of a robot at standstill.
///
/// The measured leg forces carry more than the modelled weight; the difference is the payload:
///
///   sum G_i F_i - w_model = A x,  x = [m; m c],  A = [-g 0; 0 [g]x]
///
/// This is linear in x, so least squares are recursive: each reading adds A' R^-1 A to the
/// precision of x, R being the covariance of the wrench. No reading measures the centre of mass
/// along gravity: its precision stays that of the prior until the robot has another attitude, and
/// its standard deviation shows that. A negative payload means that the model is too heavy.
namespace ventosa::controller {

using Matrix4d = Eigen::Matrix4d;
using Vector4d = Eigen::Vector4d;

/// Status of the weighing.
enum class PayloadStatus : std::uint8_t {
  kOff,
  kMoving,      ///< not at standstill, or not for long enough
  kHeaving,     ///< weighing by a vertical motion
  kNotAWeight,  ///< an external force that is not along gravity: a push
  kChanged,     ///< the payload has changed: the old estimate is discarded
  kBadReading,  ///< no foot measures a force
  kWeighed,
};
constexpr auto enumerators(PayloadStatus) {
  return words("off", "moving", "heaving", "not_a_weight", "changed", "bad_reading", "weighed");
}

/// Payload of the body beyond its model. Coordinates of the centre that were not measured are those
/// of B's origin, with the standard deviation of the prior.
struct PayloadEstimate {
  PayloadStatus status = PayloadStatus::kOff;
  double mass_kg = 0;
  double mass_sd_kg = 0;
  Vector3d p_B = Vector3d::Zero();  ///< [m] centre of mass; zero while the mass is not significant
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

/// Sum of weighings, as precision and precision-weighted x; zero: none.
struct Weighing {
  Matrix4d precision = Matrix4d::Zero();
  Vector4d weighted = Vector4d::Zero();
};

/// Sums of a heave's readings, for the lowering and the lifting half.
struct HeaveReadings {
  struct Way {
    std::int32_t n = 0;
    Vector6d w = Vector6d::Zero();           ///< sum
    Matrix6d covariance = Matrix6d::Zero();  ///< sum, with friction of unknown sign
  };
  Way lowering = {}, lifting = {};
};

/// Information of all rests. The first readings of a rest share their error: their mean counts as
/// one reading.
struct PayloadInformation {
  Weighing all = {};
  Weighing earlier = {};                 ///< sum over the rests before this one
  std::int32_t n_readings = 0;           ///< number of readings in this rest
  Vector6d surprise = Vector6d::Zero();  ///< [N, N m] mean difference from the prediction
  HeaveReadings heave = {};
  bool has_heaved = false;  ///< readings at rest with sticking joints are then ignored
};

/// Starts a new rest, after the robot has moved.
void begin_rest(PayloadInformation& information) noexcept;

/// Wrench at B's origin in B, force first, with covariance.
struct WrenchReading {
  Vector6d w = Vector6d::Zero();
  Matrix6d covariance = Matrix6d::Zero();
};

/// Load of the attached legs beyond the model: sum G_i F_i - w_model.
/// @param force  force on each attached leg at its wrist point; others are ignored
WrenchReading unmodelled_load(const RobotModel& robot, const Stance& stance,
                              const PerLeg<ForceEstimate>& force) noexcept;

/// Adds a reading at standstill.
///
/// @param sticks  the joints have friction: only the first readings of a rest count, none after a
/// heave
/// @return kWeighed; kNotAWeight if no payload explains the reading (a push does); kChanged if the
/// payload has changed: the estimate restarts; otherwise kBadReading, with the estimate unchanged
[[nodiscard]] PayloadStatus weigh(const PayloadConfig& config, const Vector3d& g_B,
                                  const WrenchReading& reading, double period_s, bool sticks,
                                  PayloadInformation& information) noexcept;

/// Adds a reading of a heave, if it is fast enough that all gears slide. At the end of the heave,
/// rate 0, the mean of both directions counts as one reading; a heave with one direction only is
/// dropped.
/// @param rate  rate of the heave, -1..1
/// @return kHeaving, or weigh() of the whole
PayloadStatus weigh_heaving(const PayloadConfig& config, const Vector3d& g_B,
                            const WrenchReading& reading, double rate,
                            PayloadInformation& information) noexcept;

/// True if a heave's readings wait for its end.
bool is_being_heaved(const PayloadInformation& information) noexcept;

/// Most likely payload, with the prior around zero.
MassMoment carried(const PayloadConfig& config, const PayloadInformation& information) noexcept;

/// True if the mass differs from zero by 2.5 standard deviations.
bool is_sure(const PayloadEstimate& payload) noexcept;

/// Most likely payload with its standard deviations.
PayloadEstimate payload(const PayloadConfig& config,
                        const PayloadInformation& information) noexcept;

}  // namespace ventosa::controller
