#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "controller/model/robot_model.h"

/// The linkage of a pantograph leg, in the leg's plane (x out of the hip, z up), which turns about
/// the vertical axis of the hip with the carriage.
///
///              K            A slides up and down, B out and in
///           E /  \          thigh A-K, shank K-P, knee K up
///            /    \         rods B-D and B-E, a parallelogram D-K-E-B
///           . B..  \ D
///          /        A
///         P
///
/// With k = AK / AD = KP / KE the foot obeys  P = k B - (k - 1) A: it moves k times as far out as
/// the radial slider and k - 1 times as far down as the vertical one moves up, whatever the bars'
/// lengths (Bombled and Verlinden 2010).
namespace ventosa::models {

using controller::Vector2d;

/// The bodies of the linkage. Frames: that of the carriage is the hip's, turned; those of the
/// sliders are parallel to it, at A and B; those of the bars begin at their first point, with x
/// along the bar and y out of the plane.
enum class PantographPart : std::uint8_t {
  kCarriage,
  kVerticalSlider,  ///< A
  kThigh,           ///< A to K
  kShank,           ///< K to P, with the foot
  kRadialSlider,    ///< B
  kUpperRod,        ///< B to D, parallel to the shank
  kLowerRod,        ///< B to E, parallel to the thigh
};
constexpr auto enumerators(PantographPart) {
  return controller::words("carriage", "vertical_slider", "thigh", "shank", "radial_slider",
                           "upper_rod", "lower_rod");
}
inline constexpr std::size_t kPantographParts = 7;

/// Joint of the leg's table whose drive moves the part; -1: none.
int joint_of(PantographPart part) noexcept;

/// Link of the table that a part counts to: the carriage; radial slider and rods; the rest.
int link_of(PantographPart part) noexcept;

struct Pantograph {
  double amplification = 0;            ///< k, above 1
  Vector2d p_A0_m = Vector2d::Zero();  ///< A with the vertical slider at 0
  Vector2d p_B0_m = Vector2d::Zero();  ///< B with the radial slider at 0
  double thigh_m = 0;                  ///< A to K
  double shank_m = 0;                  ///< K to P
  std::array<controller::Link, kPantographParts> part{};

  double upper_rod_m() const { return shank_m / amplification; }
  double lower_rod_m() const { return thigh_m * (1 - 1 / amplification); }
  const controller::Link& of(PantographPart p) const { return part[static_cast<std::size_t>(p)]; }
};

void describe(auto& field, controller::Is<Pantograph> auto& linkage) {
  field("amplification", linkage.amplification);
  field("A_x_m", linkage.p_A0_m.x(), "m");
  field("A_z_m", linkage.p_A0_m.y(), "m");
  field("B_x_m", linkage.p_B0_m.x(), "m");
  field("B_z_m", linkage.p_B0_m.y(), "m");
  field("thigh_m", linkage.thigh_m, "m");
  field("shank_m", linkage.shank_m, "m");
  field.list("part", linkage.part);
}

/// Ways of the sliders per radian of their drives (out, up), from the leg's joint table  [m/rad]
Vector2d screw_ways(const Pantograph& linkage, const controller::Leg& table);

/// Points of the linkage in the leg's plane [m], and directions of its bars.
struct PantographPose {
  Vector2d A, B, D, E, K, P;
  double thigh_rad = 0;  ///< direction of A-K, from x towards z, and of the lower rod, from B to E
  double shank_rad = 0;  ///< direction of K-P; that of the upper rod, from B to D, is opposite
};

/// @param out_m, up_m  ways of the radial and of the vertical slider
/// @return no value if the bars do not reach from A to P
std::optional<PantographPose> pantograph_pose(const Pantograph& linkage, double out_m, double up_m);

/// Mass properties of the linkage's parts in that pose, in the carriage's frame.
std::array<controller::Link, kPantographParts> parts_in_carriage(const Pantograph& linkage,
                                                                 const PantographPose& pose);

/// Links of the serial joint table (turn, out, up) with the linkage's mass, centre of mass and
/// inertia in one pose, and its weight on the vertical slider: each part is shared between the
/// first link and the foot's by the share of the foot's way up that its centre of mass takes; the
/// radial slider is the second link. Frames, parallel to the carriage's with the sliders at 0: the
/// hip, A above the hip's x, and that point straight above the foot.
/// @param out_m, up_m  ways of the sliders in that pose, where the bars reach
std::array<controller::Link, 3> serial_links(const Pantograph& linkage, double out_m, double up_m);

/// Angle of the knee, beyond its range: "the knee would have 155.2 deg: must be from 30 to 150
/// deg".
std::string knee_text(const controller::Knee& knee, const Vector2d& slider_rad);

}  // namespace ventosa::models
