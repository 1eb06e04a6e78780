#include "sim/cups/lip_ring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/model/dragged_anchor.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::kMaxPatches;
using controller::Matrix3d;
using controller::Patch;
using controller::Vector3d;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDeepest_m = 0.03;  ///< deepest penetration of a patch that counts as contact
constexpr double kMinCosine = 0.5;   ///< between the cup's axis and the patch's normal

/// Unit vectors around the ring.
using RingDirections = std::array<controller::Vector2d, kFineLipSegments>;
const RingDirections kRingDirections = [] {
  RingDirections direction;
  for (int i = 0; i < kFineLipSegments; ++i) {
    const double angle = 2 * kPi * i / kFineLipSegments;
    direction[static_cast<std::size_t>(i)] = {std::cos(angle), std::sin(angle)};
  }
  return direction;
}();

/// A patch below a ring, the ring's motion relative to it, and the contact sums.
struct PatchContact {
  int patch = -1;
  double half_x_m = 0, half_y_m = 0;
  double roughness_m = 0;
  Matrix3d R_SF;
  Vector3d p_SF, v_S, w_S;
  double normal_N = 0, mx_Nm = 0, my_Nm = 0;  ///< accumulated over the segments
};

struct PatchContacts {
  int n = 0;
  std::array<PatchContact, kMaxPatches> contact;
  bool whole = false;  ///< the whole ring is above a single patch
};

/// True if the ring may touch the patch; then fills in `contact`.
bool find_contact(const LipConfig& config, const Patch& patch, const Isometry3d& X_WF,
                  const LipTwist& twist, PatchContact& contact) {
  const auto R_WS = patch.X_WS.linear();
  if (-R_WS.col(2).dot(X_WF.linear().col(2)) < kMinCosine) return false;
  contact.p_SF = R_WS.transpose() * (X_WF.translation() - patch.X_WS.translation());
  const double r = config.radius_m;
  if (std::abs(contact.p_SF.z()) > r + config.free_height_m + kDeepest_m ||
      std::abs(contact.p_SF.x()) > patch.half_extent_m.x() + r ||
      std::abs(contact.p_SF.y()) > patch.half_extent_m.y() + r)
    return false;
  contact.half_x_m = patch.half_extent_m.x();
  contact.half_y_m = patch.half_extent_m.y();
  contact.R_SF = R_WS.transpose() * X_WF.linear();
  contact.v_S = R_WS.transpose() * as_vector(twist.v_WF);
  contact.w_S = R_WS.transpose() * as_vector(twist.w_WF);
  contact.normal_N = contact.mx_Nm = contact.my_Nm = 0;
  return true;
}

PatchContacts find_contacts(const LipConfig& config, const Terrain& terrain, const Isometry3d& X_WF,
                            const LipTwist& twist) {
  PatchContacts found;
  for (int k = 0; k < terrain.patches.n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    PatchContact& contact = found.contact[static_cast<std::size_t>(found.n)];
    if (!find_contact(config, terrain.patches.patch[at], X_WF, twist, contact)) continue;
    contact.patch = k;
    contact.roughness_m = terrain.roughness_m[at];
    ++found.n;
  }
  const PatchContact& only = found.contact[0];
  found.whole = found.n == 1 && std::abs(only.p_SF.x()) + config.radius_m <= only.half_x_m &&
                std::abs(only.p_SF.y()) + config.radius_m <= only.half_y_m;
  return found;
}

/// highest patch below the segment at d_F from the lip's centre, null if none; d_S: d_F in its axes
PatchContact* contact_under(PatchContacts& contacts, const controller::Vector2d& d_F,
                            Vector3d& d_S) {
  PatchContact* best = nullptr;
  double lowest_m = 0;
  for (int k = 0; k < contacts.n; ++k) {
    PatchContact& contact = contacts.contact[static_cast<std::size_t>(k)];
    const Vector3d to_S = contact.R_SF.leftCols<2>() * d_F;
    const Vector3d p_S = contact.p_SF + to_S;
    const bool inside = contacts.whole || (std::abs(p_S.x()) <= contact.half_x_m &&
                                           std::abs(p_S.y()) <= contact.half_y_m);
    if (!inside || p_S.z() < -kDeepest_m || (best && p_S.z() >= lowest_m)) continue;
    best = &contact;
    lowest_m = p_S.z();
    d_S = to_S;
  }
  return best;
}

void add_segment_force(const LipConfig& config, double share, double compression_m,
                       const Vector3d& d_S, PatchContact& contact) {
  const double rate_m_s = contact.v_S.z() + contact.w_S.x() * d_S.y() - contact.w_S.y() * d_S.x();
  const double deflection_m = compression_m - config.damping_s * rate_m_s;
  const double f_N = share * config.stiffness_N_m * std::max(0.0, deflection_m);
  contact.normal_N += f_N;
  contact.mx_Nm += d_S.y() * f_N;
  contact.my_Nm -= d_S.x() * f_N;
}

void sum_contacts(const Terrain& terrain, const PatchContacts& contacts, int held,
                  RingContact& ring) {
  double most_N = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < contacts.n; ++k) {
    const PatchContact& contact = contacts.contact[static_cast<std::size_t>(k)];
    const auto at = static_cast<std::size_t>(contact.patch);
    const auto R_WS = terrain.patches.patch[at].X_WS.linear();
    ring.f_W += contact.normal_N * R_WS.col(2);
    ring.m_W += contact.mx_Nm * R_WS.col(0) + contact.my_Nm * R_WS.col(1);
    ring.pressed_N += contact.normal_N;
    if (contact.normal_N > 0) least = std::min(least, terrain.patches.patch[at].friction);
    const double weighted_N = contact.patch == held ? 2 * contact.normal_N : contact.normal_N;
    if (weighted_N <= most_N) continue;
    most_N = weighted_N;
    ring.patch = contact.patch;
  }
  if (ring.patch >= 0) ring.friction = least;
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

RingContact ring_contact(const LipConfig& config, const Terrain& terrain, const Isometry3d& X_WF,
                         const LipTwist& twist, int held) noexcept {
  PatchContacts contacts = find_contacts(config, terrain, X_WF, twist);
  const int n = contacts.whole ? kLipSegments : kFineLipSegments;
  const double length_m = 2 * kPi * config.radius_m / n;
  RingContact ring;
  for (int i = 0; i < n; ++i) {
    const auto direction = static_cast<std::size_t>(i * (kFineLipSegments / n));
    Vector3d d_S;
    PatchContact* contact =
        contact_under(contacts, config.radius_m * kRingDirections[direction], d_S);
    const double gap_m = contact ? contact->p_SF.z() + d_S.z() - config.free_height_m : kDeepest_m;
    const double open_m = contact ? std::clamp(gap_m, 0.0, config.open_gap_m) : config.open_gap_m;
    ring.leak_m2 += length_m * (open_m + (contact ? contact->roughness_m : 0));
    ring.widest_gap_m = std::max(ring.widest_gap_m, open_m);
    if (contact && gap_m < 0) add_segment_force(config, 1.0 / n, -gap_m, d_S, *contact);
  }
  sum_contacts(terrain, contacts, held, ring);
  return ring;
}

FrictionForce step_friction(const LipConfig& config, const Patch& patch, const Isometry3d& X_WF,
                            double limit_N, LipState& lip) noexcept {
  const auto R_WS = patch.X_WS.linear();
  const Vector3d p_S = R_WS.transpose() * (X_WF.translation() - patch.X_WS.translation());
  const Vector3d x_S = R_WS.transpose() * X_WF.linear().col(0);
  const Vector3d v_S = R_WS.transpose() * as_vector(lip.twist.v_WF);
  const double turn_rad_s = R_WS.col(2).dot(as_vector(lip.twist.w_WF));
  const Vector3d pose(p_S.x(), p_S.y(), std::atan2(x_S.y(), x_S.x()));

  // spring deflections in metres and forces in newtons, twist measured along the lip
  const double r = config.radius_m;
  Vector3d deflection = pose - as_vector(lip.anchor);
  deflection.z() = r * std::remainder(deflection.z(), 2 * kPi);
  const Vector3d rate(v_S.x(), v_S.y(), r * turn_rad_s);
  const auto [force, dragged] =
      grip({config.shear_N_m, config.damping_s}, deflection, rate, limit_N);
  as_vector(lip.anchor) += Vector3d(dragged.x(), dragged.y(), dragged.z() / r);
  return {.load_S = {force.x(), force.y(), force.z() * r}, .slip_m = dragged.norm()};
}

}  // namespace ventosa::sim
