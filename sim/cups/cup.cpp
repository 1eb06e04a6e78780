#include "sim/cups/cup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/model/ground.h"

namespace ventosa::sim {

using controller::CupCommand;
using controller::CupMode;
using controller::Isometry3d;
using controller::Patch;
using controller::Vector3d;
using controller::Vector6d;

namespace {

constexpr double kSettleSpeed_m_s = 5e-3;
constexpr double kSettleRate_rad_s = 0.1;
constexpr double kFlushTolerance = 1e-9;  // [m, rad]

/// Ratio of load to limit; 0 without load, even if the limit is 0.
double ratio(double load, double limit) {
  if (load <= 0) return 0;
  return limit > 0 ? load / limit : std::numeric_limits<double>::infinity();
}

/// shortest rotation from unit vector a to b, limited to `max_rad`
Eigen::AngleAxisd rotation_towards(const Vector3d& a, const Vector3d& b, double max_rad) {
  const Vector3d axis = a.cross(b);
  const double angle = std::atan2(axis.norm(), a.dot(b));
  if (angle < 1e-12) return Eigen::AngleAxisd::Identity();
  return Eigen::AngleAxisd(std::min(angle, max_rad), axis.normalized());
}

double sliding_N(const Vector6d& wrench_S, double lip_radius_m) {
  return std::hypot(wrench_S[0], wrench_S[1], wrench_S[5] / lip_radius_m);
}

double tilting_Nm(const Vector6d& wrench_S) { return std::hypot(wrench_S[3], wrench_S[4]); }

/// Factor that brings a load down to its limit.
double share(double load, double limit) { return load > limit ? limit / load : 1; }

void rotate(const Vector3d& angle_W, Isometry3d& X_WA) {
  const double angle_rad = angle_W.norm();
  if (angle_rad > 0)
    X_WA.linear() = Eigen::AngleAxisd(angle_rad, angle_W / angle_rad) * X_WA.linear();
}

/// Position and tilt of a lip over a patch.
struct Gap {
  double height_m = 0;
  double cosine = 0, sine = 0;  ///< cosine and sine of the angle between lip and patch
};

Gap gap_over(const Patch& patch, const Isometry3d& X_WF) {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const double cosine = -n_W.dot(X_WF.linear().col(2));
  return {.height_m = n_W.dot(X_WF.translation() - patch.X_WS.translation()),
          .cosine = cosine,
          .sine = std::sqrt(std::max(0.0, 1 - cosine * cosine))};
}

}  // namespace

CupLoad cup_load(const Vector6d& wrench_S, const CupGrip& grip) noexcept {
  const double pull_N = -wrench_S[2];
  const double pressed_N = grip.vacuum_N - pull_N;
  const double arm_m = grip.moment_arm_k * grip.lip_radius_m;
  return {.pull = ratio(pull_N, grip.vacuum_N),
          .slide = ratio(sliding_N(wrench_S, grip.lip_radius_m), grip.friction * pressed_N),
          .peel = ratio(tilting_Nm(wrench_S), pressed_N * arm_m)};
}

Vector6d bearable(const Vector6d& wrench_S, const CupGrip& grip) noexcept {
  Vector6d borne_S = wrench_S;
  borne_S[2] = std::max(wrench_S[2], -grip.vacuum_N);
  const double pressed_N = grip.vacuum_N + borne_S[2];
  const double arm_m = grip.moment_arm_k * grip.lip_radius_m;
  const double sliding = share(sliding_N(wrench_S, grip.lip_radius_m), grip.friction * pressed_N);
  const double tilting = share(tilting_Nm(wrench_S), arm_m * pressed_N);
  borne_S.head<2>() *= sliding;
  borne_S[5] *= sliding;
  borne_S.segment<2>(3) *= tilting;
  return borne_S;
}

double safety_factor(const CupLoad& load) noexcept {
  const double worst = std::max({load.pull, load.slide, load.peel});
  return worst * kMaxSafetyFactor > 1 ? 1 / worst : kMaxSafetyFactor;
}

int sealing_patch(const CupConfig& config, const Isometry3d& X_WF,
                  const controller::PatchList& patches) noexcept {
  for (int i = 0; i < patches.n; ++i) {
    const Patch& patch = patches.patch[i];
    if (is_open(config, patch, X_WF)) continue;
    const Vector3d p_SF = patch.X_WS.inverse() * X_WF.translation();
    if (carries(patches, i, {p_SF.head<2>(), config.lip_radius_m})) return i;
  }
  return -1;
}

bool is_open(const CupConfig& config, const Patch& patch, const Isometry3d& X_WF) noexcept {
  const Gap gap = gap_over(patch, X_WF);
  const bool level = gap.cosine > 0 && std::atan2(gap.sine, gap.cosine) <= config.seal_tilt_rad;
  return !level || std::abs(gap.height_m) + config.lip_radius_m * gap.sine > config.seal_gap_m;
}

void accept(const CupConfig& config, const CupCommand& command, CupState& cup) noexcept {
  const auto set = [&cup](double turbine, double goal_N) {
    cup.turbine = std::clamp(turbine, 0.0, 1.0);
    cup.goal_N = goal_N;
  };
  if (command.mode == CupMode::kRelease)
    set(0, 0);
  else if (command.mode == CupMode::kGrip && std::isfinite(command.turbine))
    set(command.turbine, 0);
  else if (command.mode == CupMode::kAttach && std::isfinite(command.goal_N))
    // vacuum grows with the square of the turbine's speed
    set(std::sqrt(std::max(0.0, command.goal_N) / config.max_force_N),
        std::max(0.0, command.goal_N));
  else if (cup.phase == CupPhase::kAttached)
    set(1, 0);
}

void step_ideal_rotor(CupState& cup) noexcept {
  cup.fan.duty = cup.powered ? cup.turbine : 0;
  cup.fan.speed = cup.fan.motor_share * cup.fan.duty;
}

void step_ideal_vacuum(const CupConfig& config, CupState& cup) noexcept {
  const double goal_Pa = config.max_vacuum_Pa * cup.fan.speed * cup.fan.speed;
  const double share = goal_Pa > cup.vacuum_Pa ? config.rise_share : config.fall_share;
  cup.vacuum_Pa += share * (goal_Pa - cup.vacuum_Pa);
}

CupPhase held_phase(const CupConfig& config, const CupState& cup) noexcept {
  if (cup.turbine == 0) return CupPhase::kReleasing;
  if (cup.phase == CupPhase::kAttached) return CupPhase::kAttached;
  const double goal_Pa = config.max_vacuum_Pa * cup.turbine * cup.turbine;
  return cup.vacuum_Pa >= config.attached_ratio * goal_Pa ? CupPhase::kAttached
                                                          : CupPhase::kSealing;
}

double vacuum_force_N(const CupConfig& config, const CupState& cup) noexcept {
  return cup.vacuum_Pa * config.area_m2;
}

bool settle_anchor(const CupConfig& config, const Patch& patch, Isometry3d& X_WA) noexcept {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const Vector3d z_W = X_WA.linear().col(2);
  const double lift_m = -n_W.dot(X_WA.translation() - patch.X_WS.translation());
  if (std::abs(lift_m) < kFlushTolerance && (z_W + n_W).norm() < kFlushTolerance) return false;

  const double reach_m = kSettleSpeed_m_s * config.step_s;
  X_WA.translation() += std::clamp(lift_m, -reach_m, reach_m) * n_W;
  X_WA.linear() = rotation_towards(z_W, -n_W, kSettleRate_rad_s * config.step_s) * X_WA.linear();
  return true;
}

double drag_anchor(GivesWay way, const Patch& patch, const Isometry3d& X_WF,
                   Isometry3d& X_WA) noexcept {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const Vector3d ahead_W = X_WF.translation() - X_WA.translation();
  const Vector3d lifted_W = n_W.dot(ahead_W) * n_W;
  const Vector3d slid_W = ahead_W - lifted_W;
  const Eigen::AngleAxisd turn(X_WF.linear() * X_WA.linear().transpose());
  const Vector3d turned_W = turn.angle() * turn.axis();
  const Vector3d twisted_W = n_W.dot(turned_W) * n_W;

  if (way == GivesWay::kLifts) X_WA.translation() += lifted_W;
  if (way == GivesWay::kTilts) rotate(turned_W - twisted_W, X_WA);
  if (way != GivesWay::kSlides) return 0;
  X_WA.translation() += slid_W;
  rotate(twisted_W, X_WA);
  return slid_W.norm();
}

}  // namespace ventosa::sim
