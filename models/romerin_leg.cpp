#include <algorithm>
#include <array>
#include <cmath>

#include "models/leg_reader.h"

namespace ventosa::models {
namespace {

using controller::Vector3d;

constexpr std::size_t kChain = 6, kArm = 3;  // without joint 0

/// L0 to L6; L0 is 0 on the six-joint leg.
using Lengths = std::array<double, kChain + 1>;

double teeth_ratio(const Node& node) {
  const auto teeth = node.elements(2, 2);
  return static_cast<double>(teeth[0].as_int(1, 1000)) / teeth[1].as_int(1, 1000);
}

void set_geometry(const Lengths& L, std::size_t n_lead, controller::Leg& leg) {
  const auto [x, y, z] = std::array{Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};
  const std::array<Vector3d, kChain> axis{z, -y, y, -x, -y, x};
  const std::array<Vector3d, kChain> p_PJ{Vector3d(L[0], 0, 0),     Vector3d(L[1], 0, 0),
                                          Vector3d(L[2], 0, -L[3]), Vector3d(L[4], 0, L[5]),
                                          Vector3d::Zero(),         Vector3d::Zero()};
  leg.joint[0].axis = x;
  for (std::size_t j = 0; j < kChain; ++j) {
    leg.joint[n_lead + j].axis = axis[j];
    leg.joint[n_lead + j].p_PJ = p_PJ[j];
  }
  leg.n_joints = static_cast<int>(n_lead + kChain);
  leg.n_arm = static_cast<int>(n_lead + kArm);
  leg.foot.standoff_m = L[6];
  // the cup points along the last link: x_F = y, y_F = z, z_F = x
  leg.X_JF.linear() << y, z, x;
  leg.X_JF.translation() = Vector3d(L[6], 0, 0);
}

// joint 4 is geared; motors 5 and 6 turn both their joints through a gear differential f. Up to
// zeros and signs
//   m5 = q5 - q6/f,  m6 = q5 + q6/f  ->  τ5 = τ_m5 + τ_m6,  τ6 = (τ_m6 - τ_m5) / f
// so each joint alone has both drives, and armature and viscous friction do not couple. The
// motors' range about their middle couples the joint angles: |q5| + |q6|/f.
void read_gears(const Node& node, std::size_t n_lead, LegType& type) {
  const double f = teeth_ratio(node.at("differential_teeth"));
  type.leg.differential = {
      .ratio = 1 / f, .limit_rad = node.at("differential_limit_rad").as_double(above(0, 2 * M_PI))};
  const auto j4 = static_cast<Eigen::Index>(n_lead + kArm);
  type.gears(j4, j4) = teeth_ratio(node.at("wrist_gear_teeth"));
  type.gears.block<2, 2>(j4 + 1, j4 + 1) << 1, -1 / f, 1, 1 / f;
}

void check_differential(const Node& node, const LegType& type) {
  const auto last = static_cast<std::size_t>(type.leg.n_joints) - 1;
  if (type.drive[last - 1].name != type.drive[last].name)
    node.at("joints").elements().back().at("drive").fail("must be that of joint 5",
                                                         "they share a gear differential");
}

}  // namespace

/// The ROMERIN leg: shoulder (z, -y), elbow (+y), wrist (-x, -y, +x) whose axes meet.
///
///        joint 2      L2        joint 3 (L3 below the line)      wrist point    lip
///   L1 ──── o ────────────────── o ─────────── L4 (L5 up) ────────── o ── L6 ── |
///
/// Prados 2023, Table 1, as offsets between parallel frames instead of DH parameters. The
/// seven-joint module has a joint 0 before these, which rolls the whole leg about x, and the length
/// L0 from it to joint 1.
LegType read_romerin_leg(const Node& node, const Drives& drives, int n_lead) {
  const auto lead = static_cast<std::size_t>(n_lead);
  Lengths L{};
  read_lengths(node, std::span(L).subspan(1 - lead));
  LegType type;
  set_geometry(L, lead, type.leg);
  read_gears(node, lead, type);
  read_joints(node, drives, type);
  check_differential(node, type);
  read_motors(node, "see motor_zero_deg, motor_sign and differential_limit_rad", type);
  read_links(node, *std::max_element(L.begin(), L.end()), type);
  read_stance(node, {L[0] + L[1], std::hypot(L[2], L[3]), std::hypot(L[4], L[5])}, type);
  return type;
}

}  // namespace ventosa::models
