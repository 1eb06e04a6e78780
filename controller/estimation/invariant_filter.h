#pragma once

#include "controller/estimation/error_covariance.h"
#include "controller/estimation/odometry.h"
#include "controller/estimation/slip_alarm.h"
#include "controller/model/config.h"

/// Contact-aided invariant extended Kalman filter. Hartley, Ghaffari, Eustice & Grizzle 2020.
///
/// State on the group SE_{2+n}(3): R, v, p of the body in W and the wrist points d_i of the feet
/// that are attached; and the biases of gyroscope and accelerometer. A held cup has a passive
/// wrist, a ball joint: its wrist point stands still. The error is the right-invariant one,
///
///   X^ = exp(xi) X:  R^ = exp(xi_R) R,  v^ = exp(xi_R) v + J xi_v, the same for p and d_i,
///
/// in the order R, v, p, gyro bias, accelerometer bias, d_1 .. d_n. In it the propagation does not
/// depend on the state but for the biases, and a measured wrist point y = R'(d - p) + noise has the
/// innovation  R^ y - (d^ - p^) = xi_p - xi_d + R^ noise:  a constant matrix of ones. A reading of
/// age a is one of p - a v: xi_p - a xi_v takes the place of xi_p.
///
/// Play and lips displace a wrist point by b, with deviation s, for a time tau. It is
/// never learned: averaged over much longer than tau, b counts as white noise of s^2 2 tau / h,
/// with h the time between two readings.
namespace ventosa::controller {

enum class FilterStatus : std::uint8_t {
  kOk,
  kBadInput,  ///< not finite, or no reading of this world; the filter is as it was
  kDiverged,  ///< the covariance is none any more: the filter must start anew
};

/// When a sensor's readings come: a filter may tick faster than they do, or slower.
struct Sampling {
  double age_s = 0;       ///< of the last reading, when it was last looked at
  double interval_s = 0;  ///< between the last two
  double silent_s = 0;    ///< since the last one came, however old it was then
};

/// Whether a reading is another one than that of the last tick: one that has only grown older
/// carries no new information.
[[nodiscard]] bool is_news(double age_s, double period_s, Sampling& sampling) noexcept;

/// A reading is one of an instant, and stands until the next.
struct ImuReading {
  Vector3d w_WB_B = Vector3d::Zero();
  Vector3d specific_force_B = Vector3d::Zero();
  bool taken = false;
  Sampling sampling;
  double gyro_variance = 0;   ///< [rad2/s2] of the rates that it stands for
  double accel_variance = 0;  ///< [m2/s4]
};

/// The filter's memory.
struct InvariantFilter {
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d v_WB = Vector3d::Zero();          ///< [m/s]
  Vector3d gyro_bias_B = Vector3d::Zero();   ///< [rad/s]
  Vector3d accel_bias_B = Vector3d::Zero();  ///< [m/s2]
  int n_feet = 0;
  PerLeg<int> leg{};                       ///< of the k-th contact point
  PerLeg<Vector3d> p_WW = zero_vectors();  ///< [m] contact points d_k
  PerLeg<double> nis{};                    ///< by leg, of the last tick; 0 without a measurement
  PerLeg<SlipWatch> watch{};               ///< by leg
  PerLeg<Sampling> sampling{};             ///< by leg
  double turned_rad = 0;  ///< by so much otherwise than the gyroscope tells: slip_alarm.h
  ImuReading last;
  ErrorCovariance P;  ///< kCoreError + 3 n_feet
};

/// A body at rest at X_WB, on no feet yet.
[[nodiscard]] InvariantFilter start_filter(const FilterConfig& config,
                                           const Isometry3d& X_WB) noexcept;

/// One tick: moves on by the IMU, lets go of the feet that are not in the input, corrects by those
/// that are, and takes up those that are new. A foot whose innovation is improbable is left out,
/// unless most are; one with an alarm may move.
[[nodiscard]] FilterStatus advance(const FilterConfig& config, const OdometryInput& input,
                                   InvariantFilter& filter) noexcept;

/// The same; a filter that has diverged starts anew at X_WB_last, on no feet.
[[nodiscard]] FilterStatus advance_or_restart(const FilterConfig& config,
                                              const OdometryInput& input,
                                              const Isometry3d& X_WB_last,
                                              InvariantFilter& filter) noexcept;

/// The gyroscope's bias counts as unknown as it was at the start.
void doubt_gyro(const FilterConfig& config, InvariantFilter& filter) noexcept;

/// Turns body, velocity and contact points about the body by what is known from elsewhere.
void turn_about_body(const Matrix3d& turn, InvariantFilter& filter) noexcept;

/// Of rotation and position, in the coordinates of pose_error().
[[nodiscard]] Matrix6d pose_covariance(const InvariantFilter& filter) noexcept;

/// The right-invariant error xi of an estimated pose: rotation [rad], then position [m], in W.
[[nodiscard]] Vector6d pose_error(const Isometry3d& X_WB_estimate, const Isometry3d& X_WB) noexcept;

// ---- the steps of advance(), for tests

/// The IMU's reading carries state and covariance over one period.
void predict(const FilterConfig& config, const OdometryInput& input,
             InvariantFilter& filter) noexcept;

}  // namespace ventosa::controller
