#include "models/pantograph.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics/joint_limits.h"
#include "models/mass_properties.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

using controller::Link;
using controller::Matrix3d;
using controller::Vector3d;

Vector3d in_space(const Vector2d& p) { return {p.x(), 0, p.y()}; }

/// Vector of a bar's direction in the leg's plane.
Vector2d along(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

double angle_of(const Vector2d& r) { return std::atan2(r.y(), r.x()); }

/// A link whose frame is at `p` and turned in the leg's plane, in the carriage's frame.
Link placed(const Link& link, const Vector2d& p, double angle_rad) {
  const Matrix3d R = Eigen::AngleAxisd(-angle_rad, Vector3d::UnitY()).toRotationMatrix();
  return {.mass_kg = link.mass_kg,
          .p_JC = in_space(p) + R * link.p_JC,
          .I_C = R * link.I_C * R.transpose()};
}

Link shared(const Link& link, double share) {
  return {.mass_kg = share * link.mass_kg, .p_JC = link.p_JC, .I_C = share * link.I_C};
}

/// Rates of the bars' directions per way up of the vertical slider  [rad/m]
struct BarRates {
  double thigh_rad_m, shank_rad_m;
};

/// With A' = (0, 1) and P' = (0, 1 - k) the bars r = AK and s = KP obey
///   r' + s' = (0, -k),  r' = thigh' (-r_z, r_x),  s' = shank' (-s_z, s_x)
BarRates rates_of_bars(const Pantograph& linkage, const PantographPose& at) {
  const Vector2d r = at.K - at.A, s = at.P - at.K;
  const double area = r.x() * s.y() - r.y() * s.x();
  return {-linkage.amplification * s.y() / area, linkage.amplification * r.y() / area};
}

/// Way up of the parts' centres of mass per way up of the vertical slider.
std::array<double, kPantographParts> rise_of_parts(const Pantograph& linkage,
                                                   const PantographPose& at,
                                                   const std::array<Link, kPantographParts>& part) {
  const auto [thigh_rad_m, shank_rad_m] = rates_of_bars(linkage, at);
  const auto beside = [&](PantographPart p, const Vector2d& joint) {
    return part[static_cast<std::size_t>(p)].p_JC.x() - joint.x();
  };
  const double rise_of_K = 1 + thigh_rad_m * (at.K.x() - at.A.x());
  return {0,
          1,
          1 + thigh_rad_m * beside(PantographPart::kThigh, at.A),
          rise_of_K + shank_rad_m * beside(PantographPart::kShank, at.K),
          0,
          shank_rad_m * beside(PantographPart::kUpperRod, at.B),
          thigh_rad_m * beside(PantographPart::kLowerRod, at.B)};
}

/// Shares of the parts in the foot's link. The vertical slider moves against the foot: it has none,
/// and lightens the other parts' shares.
std::array<double, kPantographParts> shares_of_foot(
    const Pantograph& linkage, const PantographPose& pose,
    const std::array<Link, kPantographParts>& part) {
  std::array<double, kPantographParts> share = rise_of_parts(linkage, pose, part);
  double all_kg = 0, positive_kg = 0;
  for (std::size_t i = 0; i < kPantographParts; ++i) {
    share[i] /= 1 - linkage.amplification;
    all_kg += share[i] * part[i].mass_kg;
    share[i] = std::max(0.0, share[i]);
    positive_kg += share[i] * part[i].mass_kg;
  }
  for (double& each : share) each *= all_kg / positive_kg;
  return share;
}

}  // namespace

int joint_of(PantographPart part) noexcept {
  switch (part) {
    case PantographPart::kCarriage:
      return 0;
    case PantographPart::kRadialSlider:
      return 1;
    case PantographPart::kVerticalSlider:
      return 2;
    default:
      return -1;
  }
}

int link_of(PantographPart part) noexcept {
  switch (part) {
    case PantographPart::kCarriage:
      return 0;
    case PantographPart::kRadialSlider:
    case PantographPart::kUpperRod:
    case PantographPart::kLowerRod:
      return 1;
    default:
      return 2;
  }
}

Vector2d screw_ways(const Pantograph& linkage, const controller::Leg& table) {
  const double k = linkage.amplification;
  return {table.joint[1].slide_m_rad / k, -table.joint[2].slide_m_rad / (k - 1)};
}

std::optional<PantographPose> pantograph_pose(const Pantograph& linkage, double out_m,
                                              double up_m) {
  const double k = linkage.amplification, a = linkage.thigh_m, b = linkage.shank_m;
  PantographPose pose;
  pose.A = linkage.p_A0_m + Vector2d(0, up_m);
  pose.B = linkage.p_B0_m + Vector2d(out_m, 0);
  pose.P = k * pose.B - (k - 1) * pose.A;
  const Vector2d r = pose.P - pose.A;
  const double knee_cosine = (a * a + b * b - r.squaredNorm()) / (2 * a * b);
  if (!(std::abs(knee_cosine) < 1)) return std::nullopt;  // straight, folded or apart
  const double cosine = (a * a + r.squaredNorm() - b * b) / (2 * a * r.norm());
  pose.thigh_rad = angle_of(r) + std::acos(std::clamp(cosine, -1.0, 1.0));  // knee up
  pose.K = pose.A + a * along(pose.thigh_rad);
  pose.shank_rad = angle_of(pose.P - pose.K);
  pose.D = pose.A + (pose.K - pose.A) / k;
  pose.E = pose.K + (pose.P - pose.K) / k;
  return pose;
}

std::array<Link, kPantographParts> parts_in_carriage(const Pantograph& linkage,
                                                     const PantographPose& pose) {
  using P = PantographPart;
  const auto put = [&](P part, const Vector2d& p, double angle_rad) {
    return placed(linkage.of(part), p, angle_rad);
  };
  return {put(P::kCarriage, Vector2d::Zero(), 0),
          put(P::kVerticalSlider, pose.A, 0),
          put(P::kThigh, pose.A, pose.thigh_rad),
          put(P::kShank, pose.K, pose.shank_rad),
          put(P::kRadialSlider, pose.B, 0),
          put(P::kUpperRod, pose.B, angle_of(pose.D - pose.B)),
          put(P::kLowerRod, pose.B, angle_of(pose.E - pose.B))};
}

std::array<Link, 3> serial_links(const Pantograph& linkage, double out_m, double up_m) {
  const PantographPose pose = pantograph_pose(linkage, out_m, up_m).value();
  const auto part = parts_in_carriage(linkage, pose);
  const auto share = shares_of_foot(linkage, pose, part);
  const auto radial = static_cast<std::size_t>(PantographPart::kRadialSlider);
  Link first, foot;
  for (std::size_t i = 0; i < kPantographParts; ++i) {
    if (i == radial) continue;
    first = joined(first, shared(part[i], 1 - share[i]));
    foot = joined(foot, shared(part[i], share[i]));
  }
  const Vector2d p_A0 = linkage.p_A0_m;
  const double k = linkage.amplification;
  Link out = part[radial];
  out.p_JC -= in_space(p_A0 + Vector2d(k * out_m, 0));
  foot.p_JC -= in_space({pose.P.x(), p_A0.y() - (k - 1) * up_m});
  return {first, out, foot};
}

std::string knee_text(const controller::Knee& knee, const Vector2d& slider_rad) {
  const auto degrees = [](double rad) { return decimal(rad / controller::kRadPerDegree, 4); };
  return "the knee would have " + degrees(controller::knee_rad(knee, slider_rad)) +
         " deg: must be from " + degrees(knee.min_rad) + " to " + degrees(knee.max_rad) + " deg";
}

}  // namespace ventosa::models
