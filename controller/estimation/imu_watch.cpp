#include "controller/estimation/imu_watch.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

bool is_at_end(const Vector3d& reading, double range) {
  constexpr double kStep = 1e-3;  // quantisation of readings
  return range > 0 && reading.cwiseAbs().maxCoeff() >= (1 - kStep) * range;
}

bool is_saturated(const FilterConfig& config, const BodyReading& body) {
  return is_at_end(body.w_WB_B, config.gyro_range_rad_s) ||
         is_at_end(body.specific_force_B, config.accel_range_m_s2);
}

bool is_held(const FeetWitness& feet) {
  constexpr int kHeld = 3;
  return feet.n_attached >= kHeld;
}

bool is_possible(const FilterConfig& config, const FeetWitness& feet, const BodyReading& body) {
  constexpr double kMostRate_rad_s = 2;
  return !is_saturated(config, body) && !(is_held(feet) && body.w_WB_B.norm() > kMostRate_rad_s);
}

/// False for a specific force far from gravity; only a shock causes that, for a moment.
bool feels_gravity(const Vector3d& gravity_W, const BodyReading& body) {
  constexpr double kMostShake_m_s2 = 5;
  return std::abs(body.specific_force_B.norm() - gravity_W.norm()) < kMostShake_m_s2;
}

double age_s(const Observation& seen) {
  return 1e-9 * (static_cast<double>(seen.now_ns) - static_cast<double>(seen.body.sampled_ns));
}

/// True if the contradiction is explained by play and lip deflection, which let the body turn a
/// little unseen by the feet: a small rotation that stays small.
bool is_of_play(double turned_rad, const ImuWatch& watch) {
  constexpr double kPlay_rad = 0.01, kCreep_rad_s = 0.01;
  const double grown_rad = turned_rad - watch.contradicted_from_rad;
  return turned_rad < kPlay_rad && grown_rad < kCreep_rad_s * watch.contradicted_s;
}

/// Least duration of a contradiction. Since a reading is held for a period, a swaying body
/// contradicts it for a few readings.
double doubt_s(double period_s) {
  constexpr int kReadings = 5;
  return std::max(kImuDoubt_s, kReadings * period_s);
}

void count_doubt(double period_s, double turned_rad, ImuWatch& watch) {
  if (watch.contradicted_s <= 0) watch.contradicted_from_rad = turned_rad;
  watch.contradicted_s = turned_rad > 0 ? watch.contradicted_s + period_s : 0;
  if (watch.contradicted_s < doubt_s(period_s) || is_of_play(turned_rad, watch)) return;
  watch.left_out_s = kImuLeftOut_s;
  watch.contradicted_s = 0;
}

ImuHealth health_of(const ImuWatch& watch) {
  if (watch.left_out_s > 0 || watch.weightless_s > kImuStale_s) return ImuHealth::kWrong;
  if (watch.unusable_s <= kImuStale_s) return ImuHealth::kGood;
  return watch.impossible ? ImuHealth::kWrong : ImuHealth::kSilent;
}

}  // namespace

UsableImu watch_imu(const ControllerConfig& config, const Observation& seen,
                    const FeetWitness& feet, ImuWatch& watch) noexcept {
  const double period_s = config.period_s;
  const bool known = seen.body.is_known();
  const bool was_left_out = watch.left_out_s > 0;
  watch.impossible = known && !is_possible(config.filter, feet, seen.body);
  const bool weightless = known && is_held(feet) && !feels_gravity(config.gravity_W, seen.body);
  watch.weightless_s = weightless ? std::min(2 * kImuStale_s, watch.weightless_s + period_s) : 0;
  watch.unusable_s = known && !watch.impossible
                         ? std::max(0.0, age_s(seen))
                         : std::min(2 * kImuStale_s, watch.unusable_s + period_s);
  watch.left_out_s = std::max(0.0, watch.left_out_s - period_s);
  count_doubt(period_s, feet.turned_rad, watch);
  UsableImu imu{.health = health_of(watch)};
  if (imu.health == ImuHealth::kGood && known && !watch.impossible) imu.reading = seen.body;
  imu.tried_again = was_left_out && watch.left_out_s <= 0;
  return imu;
}

}  // namespace ventosa::controller
