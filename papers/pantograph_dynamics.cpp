#include "papers/pantograph_dynamics.h"

#include <Eigen/LU>
#include <numbers>

namespace ventosa::papers {
namespace {

using controller::Vector2d;
using Eigen::Matrix2d;
using Eigen::RowVector2d;
using models::kPantographParts;
using models::Pantograph;

// derivatives are by the sliders' ways (u, v); a bias is the second derivative by time at u'' = v''
// = 0

/// A point in the leg's plane.
struct Point {
  Vector2d at = Vector2d::Zero();
  Matrix2d J = Matrix2d::Zero();
  Vector2d bias = Vector2d::Zero();
};

/// Direction of a bar, from x towards z.
struct Direction {
  double rad = 0;
  RowVector2d J = RowVector2d::Zero();
  double rate = 0;
  double bias = 0;

  Vector2d along() const { return {std::cos(rad), std::sin(rad)}; }
  Vector2d across() const { return {-std::sin(rad), std::cos(rad)}; }
};

struct PlanePose {
  Point origin;
  Direction direction;
};

Point end_of_bar(const Point& from, double length_m, const Direction& bar) {
  return {from.at + length_m * bar.along(), from.J + length_m * bar.across() * bar.J,
          from.bias + length_m * (bar.bias * bar.across() - bar.rate * bar.rate * bar.along())};
}

struct BarDirections {
  Direction thigh, shank;
};

/// Directions of thigh and shank, from  P - A = a e(alpha) + b e(beta),  whose left side is linear
/// in (u, v).
BarDirections bar_directions(const Pantograph& bars, const Vector2d& way_m, const Vector2d& rate) {
  const double a = bars.thigh_m, b = bars.shank_m, k = bars.amplification;
  const auto pose = pantograph_pose(bars, way_m.x(), way_m.y()).value();
  Direction thigh{.rad = pose.thigh_rad}, shank{.rad = pose.shank_rad};
  Matrix2d W, J_AP;
  W << a * thigh.across(), b * shank.across();
  J_AP << k, 0, 0, -k;
  const Matrix2d J = W.inverse() * J_AP;
  thigh.J = J.row(0), shank.J = J.row(1);
  thigh.rate = thigh.J * rate, shank.rate = shank.J * rate;
  const Vector2d bias = W.inverse() * (a * thigh.rate * thigh.rate * thigh.along() +
                                       b * shank.rate * shank.rate * shank.along());
  thigh.bias = bias.x(), shank.bias = bias.y();
  return {thigh, shank};
}

/// Frames of all parts in the leg's plane, in the order of PantographPart.
std::array<PlanePose, kPantographParts> frames_of(const Pantograph& bars, const Vector2d& way_m,
                                                  const Vector2d& rate) {
  const auto [thigh, shank] = bar_directions(bars, way_m, rate);
  Direction upper = shank;
  upper.rad += std::numbers::pi;  // from B to D, against the shank
  Point A{bars.p_A0_m + Vector2d(0, way_m.y())}, B{bars.p_B0_m + Vector2d(way_m.x(), 0)};
  A.J(1, 1) = B.J(0, 0) = 1;
  const Point K = end_of_bar(A, bars.thigh_m, thigh);
  return {{{{}, {}}, {A, {}}, {A, thigh}, {K, shank}, {B, {}}, {B, upper}, {B, thigh}}};
}

Vector3d in_space(const Vector2d& p) { return {p.x(), 0, p.y()}; }

/// Adds one part. All vectors are in the axes of the carriage, which turns with theta about z.
void add_part(const controller::Link& part, const PlanePose& frame, const Vector3d& rate,
              const Vector3d& g, LegEquation& sum) {
  const Vector3d z = Vector3d::UnitZ(), down = -Vector3d::UnitY();
  const Matrix3d R = Eigen::AngleAxisd(frame.direction.rad, down).toRotationMatrix();
  const Vector3d r = R * part.p_JC, c = in_space(frame.origin.at) + r;
  const Matrix3d I = R * part.I_C * R.transpose();

  // velocities  v = Jv q',  w = Jw q'
  Matrix3d Jv, Jw;
  Jv.col(0) = z.cross(c);
  Jw.col(0) = z;
  for (int k = 0; k < 2; ++k) {
    Jw.col(k + 1) = frame.direction.J[k] * down;
    Jv.col(k + 1) = in_space(frame.origin.J.col(k)) + Jw.col(k + 1).cross(r);
  }

  // accelerations at q'' = 0
  const Vector3d turn = rate[0] * z, bend = frame.direction.rate * down, w = turn + bend;
  const Vector3d v_in_plane = Jv.rightCols<2>() * rate.tail<2>();
  const Vector3d alpha = frame.direction.bias * down + turn.cross(bend);
  const Vector3d a = in_space(frame.origin.bias) + frame.direction.bias * down.cross(r) +
                     bend.cross(bend.cross(r)) + 2 * turn.cross(v_in_plane) +
                     turn.cross(turn.cross(c));

  sum.M += part.mass_kg * Jv.transpose() * Jv + Jw.transpose() * I * Jw;
  sum.h += part.mass_kg * Jv.transpose() * a + Jw.transpose() * (I * alpha + w.cross(I * w));
  sum.dV_dq -= part.mass_kg * Jv.transpose() * g;
  sum.V_J -= part.mass_kg * g.dot(c);
}

Vector3d residual(const DrivenLeg& driven, const LegState& at, double time_s) {
  const LegEquation terms = leg_equation(driven.leg, at);
  return terms.M * at.ddq + terms.h + terms.dV_dq - driven.forces(at, time_s);
}

/// State at the end of a step with these accelerations there.
LegState newmark_end(const LegState& now, const Vector3d& ddq, double step_s) {
  constexpr double kGamma = 0.5, kBeta = 0.25;
  LegState end;
  end.q = now.q + step_s * now.dq + step_s * step_s * ((0.5 - kBeta) * now.ddq + kBeta * ddq);
  end.dq = now.dq + step_s * ((1 - kGamma) * now.ddq + kGamma * ddq);
  end.ddq = ddq;
  return end;
}

}  // namespace

PantographLeg pantograph_leg(const Pantograph& bars, const controller::Leg& table,
                             const Vector3d& gravity_L) {
  const Vector2d way_m_rad = screw_ways(bars, table);
  PantographLeg leg{.bars = bars, .gravity_L = gravity_L};
  leg.armature = {table.joint[0].armature_kgm2,
                  table.joint[1].armature_kgm2 / (way_m_rad.x() * way_m_rad.x()),
                  table.joint[2].armature_kgm2 / (way_m_rad.y() * way_m_rad.y())};
  return leg;
}

LegEquation leg_equation(const PantographLeg& leg, const LegState& at) {
  LegEquation sum;
  sum.M = leg.armature.asDiagonal();
  const Vector3d g = Eigen::AngleAxisd(-at.q[0], Vector3d::UnitZ()) * leg.gravity_L;
  const auto frames = frames_of(leg.bars, at.q.tail<2>(), at.dq.tail<2>());
  for (std::size_t k = 0; k < kPantographParts; ++k)
    add_part(leg.bars.part[k], frames[k], at.dq, g, sum);
  return sum;
}

double energy_J(const PantographLeg& leg, const LegState& at) {
  const LegEquation terms = leg_equation(leg, at);
  return 0.5 * at.dq.dot(terms.M * at.dq) + terms.V_J;
}

Vector3d accelerations(const DrivenLeg& driven, const LegState& at, double time_s) {
  const LegEquation terms = leg_equation(driven.leg, at);
  const Vector3d force = driven.forces(at, time_s) - terms.h - terms.dV_dq;
  return terms.M.inverse() * force;
}

LegState newmark_step(const DrivenLeg& driven, const LegState& now, double time_s, double step_s) {
  constexpr int kMaxIterations = 10;
  constexpr double kDelta = 1e-5, kDone = 1e-10;
  Vector3d ddq = now.ddq;
  const auto r = [&](const Vector3d& a) {
    return residual(driven, newmark_end(now, a, step_s), time_s);
  };
  for (int i = 0; i < kMaxIterations; ++i) {
    const Vector3d r0 = r(ddq);
    Matrix3d slope;
    for (int k = 0; k < 3; ++k) slope.col(k) = (r(ddq + kDelta * Vector3d::Unit(k)) - r0) / kDelta;
    const Vector3d change = slope.inverse() * r0;
    ddq -= change;
    if (change.norm() <= kDone * (1 + ddq.norm())) break;
  }
  return newmark_end(now, ddq, step_s);
}

}  // namespace ventosa::papers
