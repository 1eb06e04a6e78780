#include "view/window/overlays.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "controller/kinematics/forward_kinematics.h"
#include "view/window/colours.h"

namespace ventosa::view {

using controller::Vector3d;
using sim::Mark;
using sim::Rgba;

namespace {

constexpr double kThin_m = 0.003, kArrowRadius_m = 0.008, kDot_m = 0.012;
constexpr double kShortest_m = 0.004;
constexpr double kGravityArrow_m = 0.15;

/// List of marks.
class Marks {
 public:
  void arrow(const Vector3d& from, const Vector3d& way, const Rgba& colour) {
    if (way.norm() < kShortest_m || !way.allFinite()) return;
    all.push_back({Mark::Kind::kArrow, from, from + way, kArrowRadius_m, colour});
  }
  void line(const Vector3d& from, const Vector3d& to, const Rgba& colour) {
    all.push_back({Mark::Kind::kLine, from, to, kThin_m, colour});
  }
  void dot(const Vector3d& at, const Rgba& colour) {
    all.push_back({Mark::Kind::kSphere, at, at, kDot_m, colour});
  }
  std::vector<Mark> all;
};

/// Adds true, estimated and planned forces, side by side at the rim.
void add_forces(const Frame& frame, const Overlays& overlays, const Vector3d& towards_W,
                Marks& marks) {
  constexpr double kApart_m = 0.025;
  const controller::Matrix3d R_WB = frame.shown.X_WB.linear();
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const ShownLeg& leg = frame.shown.leg[i];
    if (!leg.surface) continue;
    const controller::Matrix3d R_WS = leg.surface->X_WS.linear();
    const auto add = [&](bool shown, int place, const Vector3d& f_W, const Rgba& colour) {
      const Mark arrow = sim::force_arrow(leg.X_WF.translation(), R_WS.col(2),
                                          frame.robot().leg[i].foot.radius_m(), towards_W,
                                          arrow_m_N(frame) * f_W, kApart_m * place);
      if (shown) marks.arrow(arrow.from_W, arrow.to_W - arrow.from_W, colour);
    };
    if (frame.truth) add(overlays.true_forces, -1, R_WB * frame.truth->leg[i].f_W_B, kTrue);
    add(overlays.estimated_forces, 0, R_WB * frame.plan.contact_force[i].fused_B, kEstimated);
    add(overlays.planned_forces, 1, R_WB * frame.plan.f_W_B[i], kPlanned);
  }
}

/// Adds the cones of admissible forces by friction and vacuum, with the apex at the pull-off force.
void add_limits(const Frame& frame, Marks& marks) {
  constexpr int kSides = 12;
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const ShownLeg& leg = frame.shown.leg[i];
    const double vacuum_N = leg.vacuum_force_N;
    if (!leg.surface || !(vacuum_N > 0)) continue;
    const controller::Matrix3d R_WS = leg.surface->X_WS.linear();
    const double length_m = arrow_m_N(frame) * vacuum_N;
    const Vector3d lip_W = leg.X_WF.translation();
    const Vector3d apex_W = lip_W - length_m * R_WS.col(2);
    const auto rim = [&](int k) -> Vector3d {
      const double angle = 2 * std::numbers::pi * k / kSides;
      const Vector3d side_S(std::cos(angle), std::sin(angle), 0);
      return lip_W + leg.surface->friction * length_m * (R_WS * side_S);
    };
    for (int k = 0; k < kSides; ++k) {
      marks.line(rim(k), rim(k + 1), kSky);
      if (k % 3 == 0) marks.line(apex_W, rim(k), kSky);
    }
  }
}

/// Depth of the feet with load below a point, along gravity [m], on average; 0 unless all are
/// below.
double feet_below_m(const Frame& frame, const Vector3d& p_W, const Vector3d& down_W) {
  double sum_m = 0;
  int n = 0;
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const ShownLeg& leg = frame.shown.leg[i];
    if (!leg.held) continue;
    const double below_m = (leg.X_WF.translation() - p_W).dot(down_W);
    if (below_m <= 0) return 0;
    sum_m += below_m;
    ++n;
  }
  return n > 0 ? sum_m / n : 0;
}

/// Adds the centre of mass and, if it is above the feet, the point of the ground below it.
void add_centre_of_mass(const Frame& frame, const Vector3d& com_W, Marks& marks) {
  marks.dot(com_W, kYellow);
  const Vector3d down_W = frame.scenario->twin.gravity_W.normalized();
  const double below_m = feet_below_m(frame, com_W, down_W);
  if (below_m <= 0) return;
  marks.line(com_W, com_W + below_m * down_W, kYellow);
  marks.dot(com_W + below_m * down_W, kYellow);
}

void add_support(const Frame& frame, Marks& marks) {
  const Vector3d p_W = frame.shown.X_WB.translation();
  const controller::Matrix3d R_WB = frame.shown.X_WB.linear();
  std::vector<std::pair<double, Vector3d>> feet;  // sorted by their direction from the body
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    if (!frame.shown.leg[i].held) continue;
    const Vector3d foot_W = frame.shown.leg[i].X_WF.translation();
    const Vector3d d_B = R_WB.transpose() * (foot_W - p_W);
    feet.emplace_back(std::atan2(d_B.y(), d_B.x()), foot_W);
  }
  std::sort(feet.begin(), feet.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < feet.size(); ++k)
    marks.line(feet[k].second, feet[(k + 1) % feet.size()].second, kGreen);
}

void add_footholds(const Frame& frame, Marks& marks) {
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const controller::FootPhase phase = frame.plan.phase[i];
    const bool steps =
        phase != controller::FootPhase::kStance && phase != controller::FootPhase::kFree;
    if (steps) marks.dot(frame.plan.foothold[i].p_W, kPlanned);
  }
}

/// Adds the edges of surfaces, slightly above them.
void add_edges(const controller::PatchList& patches, const Rgba& colour, Marks& marks) {
  constexpr double kAbove_m = 0.002;
  for (int n = 0; n < patches.n; ++n) {
    const controller::Patch& patch = patches.patch[static_cast<std::size_t>(n)];
    const auto corner = [&](int k) -> Vector3d {
      const double x = (k == 0 || k == 3 ? -1 : 1) * patch.half_extent_m.x();
      const double y = (k < 2 ? -1 : 1) * patch.half_extent_m.y();
      return patch.X_WS * Vector3d(x, y, kAbove_m);
    };
    for (int k = 0; k < 4; ++k) marks.line(corner(k), corner((k + 1) % 4), colour);
  }
}

/// Adds the reference of the body and the line to its start.
void add_path(const Frame& frame, Marks& marks) {
  const Vector3d reference_W = frame.plan.X_WB_reference.translation();
  marks.dot(reference_W, kPlanned);
  marks.line(frame.scenario->twin.X_WB.translation(), reference_W, kPlanned);
}

/// Adds the forces applied to the robot, always shown, each starting at the surface of its part.
void add_push(const Frame& frame, Marks& marks) {
  const auto add = [&](const Vector3d& p_WC, double radius_m, const Vector3d& f_W) {
    marks.arrow(p_WC + radius_m * f_W.stableNormalized(), arrow_m_N(frame) * f_W, kYellow);
  };
  for (const sim::TimedForce& push : frame.stimulus.push) {
    if (push.part.leg < 0) {
      add(frame.shown.X_WB.translation(), frame.robot().body_box.front().half_extent_m.norm(),
          sim::as_vector(push.f_W));
      continue;
    }
    const auto i = static_cast<std::size_t>(push.part.leg);
    const auto link = static_cast<std::size_t>(push.part.link);
    const controller::Leg& leg = frame.robot().leg[i];
    add(frame.shown.X_WB * leg_pose(leg, frame.shown.leg[i].q_rad).p_BC[link],
        leg.link[link].radius_m, sim::as_vector(push.f_W));
  }
}

}  // namespace

double arrow_m_N(const Frame& frame) {
  constexpr double kLeast_m_N = 0.004, kWeight_m = 0.4;
  const double weight_N = frame.robot().total_mass_kg() * frame.options.gravity_W.norm();
  const double doublings = std::round(std::log2(kWeight_m / (kLeast_m_N * weight_N)));
  return kLeast_m_N * std::exp2(std::max(0.0, doublings));
}

std::vector<Mark> marks_of(const Frame& frame, const Overlays& overlays,
                           const Vector3d& towards_W) {
  Marks marks;
  add_forces(frame, overlays, towards_W, marks);
  if (overlays.limits) add_limits(frame, marks);
  const Vector3d com_W = frame.shown.X_WB * frame.plan.p_BC;
  if (overlays.centre_of_mass) add_centre_of_mass(frame, com_W, marks);
  if (overlays.gravity)
    marks.arrow(com_W, kGravityArrow_m * frame.scenario->twin.gravity_W.normalized(), kGrey);
  if (overlays.support) add_support(frame, marks);
  if (overlays.footholds) add_footholds(frame, marks);
  if (overlays.edges) add_edges(frame.scenario->twin.patches, kGrey, marks);
  if (overlays.known) add_edges(frame.known, kEstimated, marks);
  if (overlays.path) add_path(frame, marks);
  add_push(frame, marks);
  return std::move(marks.all);
}

std::vector<Rgba> cup_colours(const Frame& frame) {
  std::vector<Rgba> colours;
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const ShownLeg& leg = frame.shown.leg[i];
    colours.push_back(leg.held ? margin_colour(leg.safety_factor) : kGrey);
  }
  return colours;
}

}  // namespace ventosa::view
