#include <algorithm>
#include <cmath>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/joint_limits.h"
#include "models/leg_reader.h"
#include "models/mass_properties.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

using controller::Leg;
using controller::Vector3d;

constexpr Range kWithin_m = between(-10, 10), kLength_m = above(0, 10);

/// Largest length that a part of the linkage can have.
double longest_m(const Pantograph& linkage) {
  return std::max({linkage.thigh_m, linkage.shank_m, linkage.p_A0_m.norm(), linkage.p_B0_m.norm()});
}

void read_linkage_parts(const Node& node, Pantograph& linkage) {
  constexpr auto kNames = enumerators(PantographPart{});
  for (std::size_t k = 0; k < kPantographParts; ++k) {
    const Node part = node.at(kNames[k]);
    linkage.part[k] = read_mass_properties(part);
    check_extent(part, linkage.part[k], longest_m(linkage));
  }
}

Pantograph read_linkage(const Node& node) {
  Pantograph linkage;
  linkage.amplification = node.at("amplification").as_double(between(1.1, 100));
  linkage.p_A0_m = node.at("vertical_slider_m").as_vector<2>(kWithin_m);
  linkage.p_B0_m = node.at("radial_slider_m").as_vector<2>(kWithin_m);
  linkage.thigh_m = node.at("thigh_m").as_double(kLength_m);
  linkage.shank_m = node.at("shank_m").as_double(kLength_m);
  read_linkage_parts(node.at("parts"), linkage);
  return linkage;
}

/// Way of a slider per radian of its drive  [m/rad]
double read_screw(const Node& joint) {
  return joint.at("lead_m").as_double(above(0, 1)) / (2 * M_PI);
}

void read_stroke(const Node& node, double screw_m_rad, controller::Joint& joint) {
  const Node stroke = node.at("stroke_m");
  const Vector2d limit_m = stroke.as_vector<2>(kWithin_m);
  if (limit_m[0] >= limit_m[1]) stroke.fail("the minimum must be below the maximum");
  joint.q_min_rad = limit_m[0] / screw_m_rad;
  joint.q_max_rad = limit_m[1] / screw_m_rad;
}

/// Joints 2 and 3: the foot's way out and up per radian of their drives.
/// @param way_m_rad  of the sliders: screw_ways()
void set_serial_joints(const Pantograph& linkage, const Vector2d& way_m_rad, Leg& leg) {
  const double k = linkage.amplification;
  const Vector2d p_P0 = k * linkage.p_B0_m - (k - 1) * linkage.p_A0_m;
  const Vector2d& p_A0 = linkage.p_A0_m;
  leg.n_joints = leg.n_arm = 3;
  leg.joint[0].axis = leg.joint[2].axis = Vector3d::UnitZ();
  leg.joint[1].axis = Vector3d::UnitX();
  leg.joint[1].slide_m_rad = k * way_m_rad[0];
  leg.joint[2].slide_m_rad = -(k - 1) * way_m_rad[1];
  leg.joint[1].p_PJ = Vector3d(p_A0.x(), 0, p_A0.y());
  leg.joint[2].p_PJ = Vector3d(p_P0.x() - p_A0.x(), 0, 0);
  // the foot points down: x_F = x, y_F = -y, z_F = -z
  leg.X_JF.linear() = Vector3d(1, -1, -1).asDiagonal();
  leg.X_JF.translation() = Vector3d(0, 0, p_P0.y() - p_A0.y());
}

/// Refuses a linkage that is straight, folded or apart with both sliders at 0.
void check_closes(const Node& node, const Pantograph& linkage) {
  if (pantograph_pose(linkage, 0, 0)) return;
  const double k = linkage.amplification, a = linkage.thigh_m, b = linkage.shank_m;
  const double r_m = k * (linkage.p_B0_m - linkage.p_A0_m).norm();
  node.at(r_m < std::abs(a - b) ? "radial_slider_m" : "thigh_m")
      .fail("the linkage does not close: from A to P it is amplification |AB| = " +
                decimal(r_m, 4) + " m, and the bars reach from " + decimal(std::abs(a - b), 4) +
                " to " + decimal(a + b, 4) + " m",
            "with both sliders at 0");
}

controller::Knee read_knee(const Node& node, const Pantograph& linkage, const Vector2d& way_m_rad) {
  const double k = linkage.amplification;
  const Node range = node.at("knee_deg");
  const Vector2d limit_rad = range.as_vector_rad<2>(between(0, 180));
  if (limit_rad[0] >= limit_rad[1]) range.fail("the minimum must be below the maximum");
  if (limit_rad[0] <= 0 || limit_rad[1] >= M_PI)
    range.fail("must lie between 0 and 180", "at 0 the leg is folded, at 180 it is straight");
  const controller::Knee knee{.upper_m = linkage.thigh_m,
                              .lower_m = linkage.shank_m,
                              .p_AP = k * (linkage.p_B0_m - linkage.p_A0_m),
                              .slope_m_rad = {k * way_m_rad[0], -k * way_m_rad[1]},
                              .min_rad = limit_rad[0],
                              .max_rad = limit_rad[1]};
  if (!controller::knee_permits(knee, Vector2d::Zero()))
    range.fail("with both sliders at 0 " + knee_text(knee, Vector2d::Zero()),
               "change the range, the bars or the sliders' places");
  return knee;
}

/// Angles of the sliders in the default stance, which the knee must permit.
Vector2d read_stance_sliders(const Node& stance, LegType& type) {
  type.stance = read_default_stance(stance);
  const Vector2d slider_rad =
      controller::slider_angles(type.leg, {type.stance.radius_m, -type.stance.drop_m});
  if (!controller::knee_permits(*type.leg.knee, slider_rad))
    stance.fail("the foot cannot reach this stance: " + knee_text(*type.leg.knee, slider_rad),
                "radius from the hip, drop below it");
  return slider_rad;
}

/// Sets the serial links, which have the linkage's weight and inertia in the default stance.
void set_serial_links(const Vector2d& slider_rad, const Vector2d& way_m_rad, LegType& type) {
  const Vector2d way_m = way_m_rad.cwiseProduct(slider_rad);
  const auto links = serial_links(*type.linkage, way_m[0], way_m[1]);
  std::copy(links.begin(), links.end(), type.leg.link.begin());
}

void read_radius(const Node& node, Leg& leg) {
  if (const auto radius = node.find("radius_m"))
    for (std::size_t j = 0; j < 3; ++j) leg.link[j].radius_m = radius->as_double(above(0, 1));
}

}  // namespace

/// The leg of a walker with two screws: turn (z), out (x), up (z); the screws' nuts are the sliders
/// of the pantograph (pantograph.h), whose foot the serial joint table describes.
LegType read_pantograph_leg(const Node& node, const Drives& drives) {
  LegType type;
  type.linkage = read_linkage(node);
  check_closes(node, *type.linkage);
  const auto joints = node.at("joints").elements(3, 3);
  const Vector2d way_m_rad(read_screw(joints[1]), read_screw(joints[2]));
  set_serial_joints(*type.linkage, way_m_rad, type.leg);
  read_stroke(joints[1], way_m_rad[0], type.leg.joint[1]);
  read_stroke(joints[2], way_m_rad[1], type.leg.joint[2]);
  type.leg.knee = read_knee(node, *type.linkage, way_m_rad);
  read_joints(node, drives, type);
  read_motors(node, "see motor_zero_deg and motor_sign", type);
  set_serial_links(read_stance_sliders(node.at("stance"), type), way_m_rad, type);
  read_radius(node, type.leg);
  return type;
}

}  // namespace ventosa::models
