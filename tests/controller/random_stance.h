#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "controller/load_sharing/cup_limits.h"
#include "controller/load_sharing/load_sharing.h"

/// Seeded load-sharing problems, the same on every machine: feet around a body on surfaces of any
/// orientation, arms of three joints, grip forces from large to none. About a third is infeasible.
namespace ventosa::controller {

/// To be increased if a seed gives a different problem: then the answers in data/ are invalid.
inline constexpr int kRandomStanceVersion = 2;

/// splitmix64, because standard distributions differ between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}

  double uniform(double low, double high) { return low + (high - low) * unit(); }
  int integer(int low, int high) { return low + static_cast<int>(unit() * (high - low + 1)); }
  bool chance(double p) { return unit() < p; }

  Vector3d vector(double size) {
    const double x = uniform(-size, size);
    const double y = uniform(-size, size);
    return {x, y, uniform(-size, size)};
  }

  Matrix3d rotation() {
    const Vector3d v = vector(1);
    return Quaterniond(uniform(-1, 1), v.x(), v.y(), v.z()).normalized().toRotationMatrix();
  }

 private:
  double unit() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }

  std::uint64_t state_;
};

struct StanceMood {
  double grip_N;           ///< grip force of every cup, ± 20 %
  double torque_limit_Nm;  ///< for every joint
  Vector3d gravity;
  bool least_norm;  ///< false: torque objective
};

/// @param availability  availability of the foot's cup; drawn if empty
inline SharingFoot random_foot(const StanceMood& mood, const Vector3d& p_B, Dice& dice,
                               std::optional<double> availability = std::nullopt) {
  SharingFoot foot;
  foot.p_B = p_B;

  CupHold cup;
  cup.R_BS = dice.rotation();
  cup.grip_force_N = mood.grip_N * dice.uniform(0.8, 1.2);
  cup.friction = dice.uniform(0.3, 0.9);
  cup.lip_radius_m = 0.09;
  cup.wrist_to_lip_m = 0.087;
  cup.weight_B = 0.6 * mood.gravity;
  cup.peel_weight_B = 0.47 * mood.gravity;
  cup.max_push_N = dice.uniform(50, 150);
  if (dice.chance(0.15)) cup.availability = dice.chance(0.3) ? 0 : dice.uniform(0, 1);
  if (dice.chance(0.3)) cup.safety_factor = dice.uniform(1, 1.5);
  if (availability) cup.availability = *availability;
  add_foot_limits(cup, foot);

  ArmJacobian J_BW(3, 3);
  for (int j = 0; j < 3; ++j) J_BW.col(j) = dice.vector(0.35);
  ArmVector tau_g(3);
  for (int j = 0; j < 3; ++j) tau_g[j] = dice.uniform(-2, 2);
  const ArmVector limit = ArmVector::Constant(3, mood.torque_limit_Nm);
  add_torque_rows(J_BW, tau_g, limit, foot);

  if (!mood.least_norm) {
    const double d2 = 1 / (mood.torque_limit_Nm * mood.torque_limit_Nm);
    foot.H = d2 * J_BW * J_BW.transpose() + 1e-5 * Matrix3d::Identity();
    foot.c = -d2 * J_BW * tau_g;
  }
  return foot;
}

/// @param first_availability  availability of the first cup, if given; all other draws are
/// unaffected
inline SharingProblem random_stance(std::uint64_t seed,
                                    std::optional<double> first_availability = std::nullopt) {
  Dice dice(seed);
  SharingProblem problem;
  problem.n_feet = dice.integer(4, kMaxLegs);
  const double per_foot = 4.0 / problem.n_feet;
  StanceMood mood{.grip_N = dice.uniform(20, 200) * per_foot,
                  .torque_limit_Nm = dice.uniform(3, 12),
                  .gravity = dice.rotation().col(2) * 9.81,
                  .least_norm = dice.chance(0.3)};
  const double mass_kg = dice.uniform(2, 9);
  for (int i = 0; i < problem.n_feet; ++i) {
    const double angle = 2 * M_PI * i / problem.n_feet + dice.uniform(-0.3, 0.3);
    const double reach = dice.uniform(0.25, 0.5);
    const Vector3d p_B(reach * std::cos(angle), reach * std::sin(angle), dice.uniform(-0.3, 0));
    problem.foot[i] = random_foot(mood, p_B, dice, i == 0 ? first_availability : std::nullopt);
  }
  // the feet carry the body's weight
  problem.w.head<3>() = -mass_kg * mood.gravity;
  problem.w.tail<3>() = dice.vector(0.05).cross(Vector3d(-mass_kg * mood.gravity));
  return problem;
}

}  // namespace ventosa::controller
