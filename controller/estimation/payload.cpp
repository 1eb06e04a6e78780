#include "controller/estimation/payload.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "controller/dynamics/stance.h"
#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

// quantiles of chi squared, exceeded with probability 1e-4, with 3 and 6 degrees of freedom
constexpr double kOddsOf3 = 21;
constexpr double kOddsOf6 = 28;

// model error of the robot without payload: keeps R regular with one or two feet
constexpr double kModel_N = 0.1;
constexpr double kModel_Nm = 0.02;

constexpr double kSliding = 0.6;  // share of the heave's highest speed above which all gears slide

using LoadMatrix = Eigen::Matrix<double, 6, 4>;

/// A = [-g 0; 0 [g]x]
LoadMatrix load_matrix(const Vector3d& g_B) {
  LoadMatrix A = LoadMatrix::Zero();
  A.topLeftCorner<3, 1>() = -g_B;
  A.bottomRightCorner<3, 3>() = skew(g_B);
  return A;
}

Matrix4d prior(const PayloadConfig& config) {
  const Vector4d sd(config.mass_sd_kg, config.moment_sd_kgm, config.moment_sd_kgm,
                    config.moment_sd_kgm);
  return sd.array().square().inverse().matrix().asDiagonal();
}

struct Guess {
  Vector4d x;
  Matrix4d covariance;
};

Guess guess(const PayloadConfig& config, const PayloadInformation& information) {
  const Matrix4d covariance = (information.all.precision + prior(config)).inverse();
  return {covariance * information.all.weighted, covariance};
}

/// Adds a reading. The mean of a rest's first readings counts as one reading, and so do all
/// readings within each later correlation time.
void add(const Weighing& reading, double period_s, bool sticks, PayloadInformation& information) {
  Weighing &all = information.all, &earlier = information.earlier;
  const double time_s = information.n_readings * period_s;
  if (sticks && (information.has_heaved || time_s >= PayloadConfig::kWeigh_s)) return;
  ++information.n_readings;
  const bool first = time_s < PayloadConfig::kCorrelation_s;
  const double share =
      first ? 1.0 / information.n_readings : period_s / PayloadConfig::kCorrelation_s;
  const Weighing base =
      first ? Weighing{all.precision - earlier.precision, all.weighted - earlier.weighted}
            : Weighing{};
  all.precision += share * (reading.precision - base.precision);
  all.weighted += share * (reading.weighted - base.weighted);
}

/// Squared Mahalanobis distance e' S^-1 e.
double odds(const Vector6d& e, const Matrix6d& S) { return e.dot(S.ldlt().solve(e)); }

/// @return kBadReading, kNotAWeight if no payload explains the reading, or kWeighed
PayloadStatus weigh_alone(const PayloadConfig& config, const LoadMatrix& A,
                          const WrenchReading& reading, Weighing& alone) {
  const Eigen::LDLT<Matrix6d> R(reading.covariance);
  const LoadMatrix RA = R.solve(A);
  alone = {A.transpose() * RA, RA.transpose() * reading.w};
  if (!alone.precision.allFinite() || !alone.weighted.allFinite() || !R.isPositive())
    return PayloadStatus::kBadReading;
  const Vector6d rest = reading.w - A * guess(config, {.all = alone}).x;
  return rest.dot(R.solve(rest)) > kOddsOf3 ? PayloadStatus::kNotAWeight : PayloadStatus::kWeighed;
}

/// True if the estimated payload does not explain the reading.
bool is_surprising(const LoadMatrix& A, const Vector6d& surprise, const WrenchReading& reading,
                   const Guess& expected) {
  return odds(surprise, reading.covariance + A * expected.covariance * A.transpose()) > kOddsOf6;
}

/// True if a rest contradicts the mass from a heave, for example because someone lifted the robot
/// during it.
bool contradicts(const PayloadConfig& config, const Weighing& alone, const Guess& expected,
                 bool has_heaved) {
  constexpr double kDeviations = 2.5;
  const Guess now = guess(config, {.all = alone});
  const double apart_kg = now.x[0] - expected.x[0];
  return has_heaved && std::abs(apart_kg) > kDeviations * std::sqrt(now.covariance(0, 0) +
                                                                    expected.covariance(0, 0));
}

void add(const WrenchReading& reading, HeaveReadings::Way& way) {
  ++way.n;
  way.w += reading.w;
  way.covariance += reading.covariance;
}

/// Mean of both directions of a heave: friction cancels, except for its difference between them.
WrenchReading mean_of(const HeaveReadings& heave) {
  constexpr double kLeft = 0.35;  // remaining share of the friction
  const auto &down = heave.lowering, &up = heave.lifting;
  return {.w = (down.w / down.n + up.w / up.n) / 2,
          .covariance = kLeft * kLeft * (down.covariance / down.n + up.covariance / up.n) / 2};
}

}  // namespace

WrenchReading unmodelled_load(const RobotModel& robot, const Stance& stance,
                              const PerLeg<ForceEstimate>& force) noexcept {
  const Wrench known = weight(stance.payload, stance.g_B);
  WrenchReading load;
  load.w = -required_wrench(robot, stance);
  load.w.head<3>() -= known.f;
  load.w.tail<3>() -= known.m;
  load.covariance.diagonal() << Vector3d::Constant(kModel_N * kModel_N),
      Vector3d::Constant(kModel_Nm * kModel_Nm);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    if (!stance.leg[i].attached) continue;
    Eigen::Matrix<double, 6, 3> G;
    G << Matrix3d::Identity(), skew(stance.leg[i].pose.p_BW);
    load.w += G * force[i].F_B;
    load.covariance += G * force[i].covariance_B * G.transpose();
  }
  return load;
}

void begin_rest(PayloadInformation& information) noexcept {
  information.earlier = information.all;
  information.n_readings = 0;
}

PayloadStatus weigh(const PayloadConfig& config, const Vector3d& g_B, const WrenchReading& reading,
                    double period_s, bool sticks, PayloadInformation& information) noexcept {
  const LoadMatrix A = load_matrix(g_B);
  Weighing alone;
  const PayloadStatus status = weigh_alone(config, A, reading, alone);
  if (status != PayloadStatus::kWeighed) return status;

  const double share = std::min(1.0, period_s / PayloadConfig::kCorrelation_s);
  const Guess expected = guess(config, information);
  const Vector6d surprise = reading.w - A * expected.x;
  information.surprise += share * (surprise - information.surprise);
  const bool changed = is_surprising(A, information.surprise, reading, expected) ||
                       contradicts(config, alone, expected, information.has_heaved);
  if (changed) information = {};
  add(alone, period_s, sticks, information);
  return changed ? PayloadStatus::kChanged : PayloadStatus::kWeighed;
}

bool is_being_heaved(const PayloadInformation& information) noexcept {
  return information.heave.lowering.n + information.heave.lifting.n > 0;
}

PayloadStatus weigh_heaving(const PayloadConfig& config, const Vector3d& g_B,
                            const WrenchReading& reading, double rate,
                            PayloadInformation& information) noexcept {
  if (rate != 0) {
    if (std::abs(rate) > kSliding)
      add(reading, rate < 0 ? information.heave.lowering : information.heave.lifting);
    return PayloadStatus::kHeaving;
  }
  const HeaveReadings heave = information.heave;
  information.heave = {};
  if (heave.lowering.n == 0 || heave.lifting.n == 0) return PayloadStatus::kMoving;
  const WrenchReading mean = mean_of(heave);
  const LoadMatrix A = load_matrix(g_B);
  Weighing alone;
  const PayloadStatus status = weigh_alone(config, A, mean, alone);
  if (status != PayloadStatus::kWeighed) return status;
  const Guess expected = guess(config, information);
  if (is_surprising(A, mean.w - A * expected.x, mean, expected)) information = {};
  information.all.precision += alone.precision;
  information.all.weighted += alone.weighted;
  information.has_heaved = true;
  return status;
}

bool is_sure(const PayloadEstimate& payload) noexcept {
  constexpr double kSure = 2.5;
  return std::abs(payload.mass_kg) >= kSure * payload.mass_sd_kg;
}

PayloadEstimate payload(const PayloadConfig& config,
                        const PayloadInformation& information) noexcept {
  const auto [x, P] = guess(config, information);
  PayloadEstimate estimate{.mass_kg = x[0], .mass_sd_kg = std::sqrt(P(0, 0))};
  estimate.p_sd_B.setConstant(config.moment_sd_kgm / config.mass_sd_kg);
  if (!is_sure(estimate)) return estimate;
  // c = h / m:  dc = (dh - c dm) / m
  const Vector3d c = x.tail<3>() / x[0];
  Eigen::Matrix<double, 3, 4> D;
  D << -c, Matrix3d::Identity();
  estimate.p_B = c;
  estimate.p_sd_B = (D * P * D.transpose()).diagonal().cwiseSqrt() / std::abs(x[0]);
  return estimate;
}

MassMoment carried(const PayloadConfig& config, const PayloadInformation& information) noexcept {
  const Vector4d x = guess(config, information).x;
  return {x[0], x.tail<3>()};
}

}  // namespace ventosa::controller
