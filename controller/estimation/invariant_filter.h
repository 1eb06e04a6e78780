#pragma once

#include "controller/estimation/error_covariance.h"
#include "controller/estimation/odometry.h"
#include "controller/estimation/slip_alarm.h"
#include "controller/model/config.h"

/// Contact-aided invariant extended Kalman filter. Hartley, Ghaffari, Eustice & Grizzle 2020.
///
/// State on the group SE_{2+n}(3): R, v, p of the body in W and the wrist points d_i of the
/// attached feet; and the biases of gyroscope and accelerometer. An attached cup has a passive
/// wrist, a ball joint: its wrist point does not move. The error is the right-invariant one,
///
///   X^ = exp(xi) X:  R^ = exp(xi_R) R,  v^ = exp(xi_R) v + J xi_v, the same for p and d_i,
///
/// in the order R, v, p, gyro bias, accelerometer bias, compass deviation, d_1 .. d_n. Its
/// propagation depends on the state only through the biases, and a measured wrist point y = R'(d -
/// p) + noise has the innovation  R^ y - (d^ - p^) = xi_p - xi_d + R^ noise:  a constant
/// measurement matrix. For a reading of age a, p - a v and xi_p - a xi_v take the places of p and
/// xi_p.
///
/// Play and lips displace a wrist point by b, with standard deviation s and correlation time tau. b
/// is not estimated: averaged over much longer than tau, it acts as white noise of variance s^2 2
/// tau / h, with h the time between two readings.
namespace ventosa::controller {

enum class FilterStatus : std::uint8_t {
  kOk,
  kBadInput,  ///< not finite or implausible; the filter is unchanged
  kDiverged,  ///< the covariance is invalid: the filter must be restarted
};

/// Timing of a sensor's readings, whose rate differs from the filter's.
struct Sampling {
  double age_s = 0;       ///< age of the last reading, in the last tick
  double interval_s = 0;  ///< between the last two
  double silent_s = 0;    ///< time since the last new reading arrived
};

/// True if a reading is new, not the one of the last tick grown older.
[[nodiscard]] bool is_news(double age_s, double period_s, Sampling& sampling) noexcept;

/// An IMU reading, taken at an instant and used until the next one.
struct ImuReading {
  Vector3d w_WB_B = Vector3d::Zero();
  Vector3d specific_force_B = Vector3d::Zero();
  bool taken = false;
  Sampling sampling;
  double gyro_variance = 0;   ///< [rad2/s2] of the rate over the time until the next reading
  double accel_variance = 0;  ///< [m2/s4]
};

/// State of the filter.
struct InvariantFilter {
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d v_WB = Vector3d::Zero();          ///< [m/s]
  Vector3d gyro_bias_B = Vector3d::Zero();   ///< [rad/s]
  Vector3d accel_bias_B = Vector3d::Zero();  ///< [m/s2]
  double deviation_rad = 0;                  ///< compass reading minus heading
  int n_feet = 0;
  PerLeg<int> leg{};                       ///< leg of the k-th contact point
  PerLeg<Vector3d> p_WW = zero_vectors();  ///< [m] contact points d_k
  PerLeg<double> nis{};  ///< normalised innovations of the last tick, by leg; 0: no measurement
  PerLeg<SlipWatch> watch{};    ///< slip detection of each leg's foot
  PerLeg<Sampling> sampling{};  ///< timing of each leg's readings
  double turned_rad = 0;        ///< [rad] contradiction between gyroscope and feet: slip_alarm.h
  ImuReading last;
  ErrorCovariance P;  ///< square, kCoreError + 3 n_feet rows, one more with a deviation
};

/// True if the compass' deviation is a state of the filter.
inline bool has_deviation(const InvariantFilter& f) {
  return f.P.rows() > kCoreError + 3 * f.n_feet;
}

inline int foot_row(const InvariantFilter& f, int k) { return foot_row(f.P, f.n_feet, k); }

/// Filter for a body at rest at X_WB, without feet.
[[nodiscard]] InvariantFilter start_filter(const FilterConfig& config,
                                           const Isometry3d& X_WB) noexcept;

/// One tick: predicts with the IMU, removes feet that are not in the input, corrects with those
/// that are, and adds new ones. A foot with an improbable innovation is excluded unless most are; a
/// foot with an alarm may move.
[[nodiscard]] FilterStatus advance(const FilterConfig& config, const OdometryInput& input,
                                   InvariantFilter& filter) noexcept;

/// Like advance(); a filter that has diverged restarts at X_WB_last, without feet.
[[nodiscard]] FilterStatus advance_or_restart(const FilterConfig& config,
                                              const OdometryInput& input,
                                              const Isometry3d& X_WB_last,
                                              InvariantFilter& filter) noexcept;

/// Resets the uncertainty of the gyroscope's bias to its initial value.
void doubt_gyro(const FilterConfig& config, InvariantFilter& filter) noexcept;

/// Rotates body, velocity and contact points about the body's origin.
void turn_about_body(const Matrix3d& turn, InvariantFilter& filter) noexcept;

/// Covariance of rotation and position, in the coordinates of pose_error().
[[nodiscard]] Matrix6d pose_covariance(const InvariantFilter& filter) noexcept;

/// The right-invariant error xi of an estimated pose: rotation [rad], then position [m], in W.
[[nodiscard]] Vector6d pose_error(const Isometry3d& X_WB_estimate, const Isometry3d& X_WB) noexcept;

// ---- the steps of advance(), public for tests

/// Propagates state and covariance over one period with the IMU reading.
void predict(const FilterConfig& config, const OdometryInput& input,
             InvariantFilter& filter) noexcept;

/// X <- exp(-error) X
void apply(const ErrorVector& error, InvariantFilter& filter) noexcept;

}  // namespace ventosa::controller
