#include "sim/cups/lip_ring.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ventosa::sim {

using controller::Isometry3d;
using controller::kMaxPatches;
using controller::Matrix3d;
using controller::Patch;
using controller::Vector3d;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDeepest_m = 0.03;   ///< a lip may be pressed this deep into a patch
constexpr double kLeastFacing = 0.5;  ///< cosine between cup and patch: no lip stands steeper

/// Directions around a ring.
using Round = std::array<controller::Vector2d, kFineLipPieces>;
const Round kRound = [] {
  Round round;
  for (int i = 0; i < kFineLipPieces; ++i) {
    const double angle = 2 * kPi * i / kFineLipPieces;
    round[static_cast<std::size_t>(i)] = {std::cos(angle), std::sin(angle)};
  }
  return round;
}();

/// A patch under a ring, and the ring seen from there.
struct Footing {
  int patch = -1;
  double half_x_m = 0, half_y_m = 0;
  double roughness_m = 0;
  Matrix3d R_SF;
  Vector3d p_SF, v_S, w_S;
  double normal_N = 0, mx_Nm = 0, my_Nm = 0;  ///< so far
};

struct Footings {
  int n = 0;
  std::array<Footing, kMaxPatches> footing;
  bool whole = false;  ///< all of the ring is over the only one
};

/// whether the ring may reach the patch; fills in all that it needs to know then
bool find_footing(const LipConfig& config, const Patch& patch, const Isometry3d& X_WF,
                  const LipTwist& twist, Footing& foot) {
  const auto R_WS = patch.X_WS.linear();
  if (-R_WS.col(2).dot(X_WF.linear().col(2)) < kLeastFacing) return false;
  foot.p_SF = R_WS.transpose() * (X_WF.translation() - patch.X_WS.translation());
  const double r = config.radius_m;
  if (std::abs(foot.p_SF.z()) > r + config.free_height_m + kDeepest_m ||
      std::abs(foot.p_SF.x()) > patch.half_extent_m.x() + r ||
      std::abs(foot.p_SF.y()) > patch.half_extent_m.y() + r)
    return false;
  foot.half_x_m = patch.half_extent_m.x();
  foot.half_y_m = patch.half_extent_m.y();
  foot.R_SF = R_WS.transpose() * X_WF.linear();
  foot.v_S = R_WS.transpose() * as_vector(twist.v_WF);
  foot.w_S = R_WS.transpose() * as_vector(twist.w_WF);
  foot.normal_N = foot.mx_Nm = foot.my_Nm = 0;
  return true;
}

Footings find_footings(const LipConfig& config, const Terrain& terrain, const Isometry3d& X_WF,
                       const LipTwist& twist) {
  Footings found;
  for (int k = 0; k < terrain.patches.n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    Footing& foot = found.footing[static_cast<std::size_t>(found.n)];
    if (!find_footing(config, terrain.patches.patch[at], X_WF, twist, foot)) continue;
    foot.patch = k;
    foot.roughness_m = terrain.roughness_m[at];
    ++found.n;
  }
  const Footing& only = found.footing[0];
  found.whole = found.n == 1 && std::abs(only.p_SF.x()) + config.radius_m <= only.half_x_m &&
                std::abs(only.p_SF.y()) + config.radius_m <= only.half_y_m;
  return found;
}

/// the highest patch under a piece of the lip at d_F from its centre; d_S: the same in its axes
Footing* footing_under(Footings& footings, const controller::Vector2d& d_F, Vector3d& d_S) {
  Footing* best = nullptr;
  double least_m = 0;
  for (int k = 0; k < footings.n; ++k) {
    Footing& foot = footings.footing[static_cast<std::size_t>(k)];
    const Vector3d to_S = foot.R_SF.leftCols<2>() * d_F;
    const Vector3d p_S = foot.p_SF + to_S;
    const bool inside = footings.whole ||
                        (std::abs(p_S.x()) <= foot.half_x_m && std::abs(p_S.y()) <= foot.half_y_m);
    if (!inside || p_S.z() < -kDeepest_m || (best && p_S.z() >= least_m)) continue;
    best = &foot;
    least_m = p_S.z();
    d_S = to_S;
  }
  return best;
}

void push_piece(const LipConfig& config, double share, double compression_m, const Vector3d& d_S,
                Footing& foot) {
  const double rate_m_s = foot.v_S.z() + foot.w_S.x() * d_S.y() - foot.w_S.y() * d_S.x();
  const double give_m = compression_m - config.damping_s * rate_m_s;
  const double f_N = share * config.stiffness_N_m * std::max(0.0, give_m);
  foot.normal_N += f_N;
  foot.mx_Nm += d_S.y() * f_N;
  foot.my_Nm -= d_S.x() * f_N;
}

void sum_up(const Terrain& terrain, const Footings& footings, int held, RingContact& contact) {
  double most_N = 0;
  for (int k = 0; k < footings.n; ++k) {
    const Footing& foot = footings.footing[static_cast<std::size_t>(k)];
    const auto at = static_cast<std::size_t>(foot.patch);
    const auto R_WS = terrain.patches.patch[at].X_WS.linear();
    contact.f_W += foot.normal_N * R_WS.col(2);
    contact.m_W += foot.mx_Nm * R_WS.col(0) + foot.my_Nm * R_WS.col(1);
    contact.pressed_N += foot.normal_N;
    const double weight_N = foot.patch == held ? 2 * foot.normal_N : foot.normal_N;
    if (weight_N <= most_N) continue;
    most_N = weight_N;
    contact.patch = foot.patch;
  }
}

}  // namespace

LipConfig lip_config(const models::CupPlant& cup, double radius_m) {
  return {.radius_m = radius_m,
          .stiffness_N_m = cup.lip.stiffness_N_m,
          .shear_N_m = cup.lip.shear_stiffness_N_m,
          .damping_s = cup.lip.damping_s,
          .free_height_m = cup.lip.free_height_m,
          .open_gap_m = cup.fan.open_gap_m};
}

RingContact press(const LipConfig& config, const Terrain& terrain, const Isometry3d& X_WF,
                  const LipTwist& twist, int held) noexcept {
  Footings footings = find_footings(config, terrain, X_WF, twist);
  const int n = footings.whole ? kLipPieces : kFineLipPieces;
  const double length_m = 2 * kPi * config.radius_m / n;
  RingContact contact;
  for (int i = 0; i < n; ++i) {
    const auto direction = static_cast<std::size_t>(i * (kFineLipPieces / n));
    Vector3d d_S;
    Footing* foot = footing_under(footings, config.radius_m * kRound[direction], d_S);
    const double gap_m = foot ? foot->p_SF.z() + d_S.z() - config.free_height_m : kDeepest_m;
    const double open_m = foot ? std::clamp(gap_m, 0.0, config.open_gap_m) : config.open_gap_m;
    contact.leak_m2 += length_m * (open_m + (foot ? foot->roughness_m : 0));
    contact.widest_gap_m = std::max(contact.widest_gap_m, open_m);
    if (foot && gap_m < 0) push_piece(config, 1.0 / n, -gap_m, d_S, *foot);
  }
  sum_up(terrain, footings, held, contact);
  return contact;
}

Grip hold_by_friction(const LipConfig& config, const Patch& patch, const Isometry3d& X_WF,
                      double pressed_N, LipState& lip) noexcept {
  const auto R_WS = patch.X_WS.linear();
  const Vector3d p_S = R_WS.transpose() * (X_WF.translation() - patch.X_WS.translation());
  const Vector3d x_S = R_WS.transpose() * X_WF.linear().col(0);
  const Vector3d v_S = R_WS.transpose() * as_vector(lip.twist.v_WF);
  const double turn_rad_s = R_WS.col(2).dot(as_vector(lip.twist.w_WF));
  const Vector3d at(p_S.x(), p_S.y(), std::atan2(x_S.y(), x_S.x()));

  // springs, twist measured at the lip: all three in metres and newtons
  const double r = config.radius_m;
  Vector3d give = at - as_vector(lip.rest);
  give.z() = r * std::remainder(give.z(), 2 * kPi);
  const Vector3d rate(v_S.x(), v_S.y(), r * turn_rad_s);
  Vector3d force = -config.shear_N_m * (give + config.damping_s * rate);
  const double limit_N = patch.friction * pressed_N;
  const double size_N = force.norm();
  Grip grip;
  if (size_N > limit_N) {
    force *= limit_N / size_N;
    const Vector3d dragged = give + force / config.shear_N_m;
    as_vector(lip.rest) += Vector3d(dragged.x(), dragged.y(), dragged.z() / r);
    grip.slip_m = dragged.norm();
  }
  grip.load_S = {force.x(), force.y(), force.z() * r};
  return grip;
}

}  // namespace ventosa::sim
