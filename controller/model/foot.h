#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <variant>

#include "controller/model/description.h"

/// The foot of a leg: what all feet have is a number, how a foot holds is a type of its own.
/// Functions that depend on how it holds visit `Foot::hold` without a default case, so that a new
/// kind of foot does not compile before it has all its answers.
namespace ventosa::controller {

/// A suction cup and the limits of its grip. Its collision shape is the hull of three discs on its
/// axis: the lip, the rim of the same radius behind it, and the neck, where the last link ends.
struct Cup {
  double lip_radius_m = 0;
  double rim_m = 0;     ///< from the lip plane to the rim
  double height_m = 0;  ///< from the lip plane to the neck
  double neck_radius_m = 0;
  double area_m2 = 0;
  double max_force_N = 0;       ///< vacuum times area with the turbine at full speed, sealed
  double goal_force_N = 0;      ///< default goal
  double attached_ratio = 0.8;  ///< attached when the suction force reaches this share of the goal
};

void describe(auto& field, Is<Cup> auto& cup) {
  field("lip_radius_m", cup.lip_radius_m, "m", above(0, 1));
  field("rim_m", cup.rim_m, "m", above(0, cup.height_m));
  field("height_m", cup.height_m, "m", above(0, 1));
  field("neck_radius_m", cup.neck_radius_m, "m", above(0, cup.lip_radius_m));
  field("area_m2", cup.area_m2, "m2", positive());
  field("max_force_N", cup.max_force_N, "N", positive());
  field("goal_force_N", cup.goal_force_N, "N", above(0, cup.max_force_N));
  field("attached_ratio", cup.attached_ratio, "1", above(0, 1));
}

/// Three-axis force sensor of a foot, by its data sheet.
struct ForceSensing {
  double rate_hz = 0;
  double noise_N = 0;  ///< standard deviation of a reading, per axis; 0: none
  double range_N = 0;  ///< to both sides, per axis
};

void describe(auto& field, Is<ForceSensing> auto& sensor) {
  field("rate_hz", sensor.rate_hz, "Hz", positive());
  field("noise_N", sensor.noise_N, "N", not_negative());
  field("range_N", sensor.range_N, "N", positive());
}

/// True if a reading is finite and within the sensor's range.
inline bool is_usable(const ForceSensing& sensor, const std::array<double, 3>& f_F_N) noexcept {
  return std::all_of(f_F_N.begin(), f_F_N.end(),
                     [&](double f_N) { return std::abs(f_N) <= sensor.range_N; });
}

/// A foot that touches the ground in one point and can only push.
struct PointFoot {
  double touch_N = 0;     ///< contact force from which the foot touches the ground
  double bear_N = 0;      ///< contact force from which the foot may take its load
  double max_push_N = 0;  ///< largest force along the surface normal
  double seek_m = 0;      ///< how far below the expected ground the foot seeks contact
  double seek_m_s = 0;    ///< how fast
  std::optional<ForceSensing> sensor{};  ///< no value: the foot has none
};

void describe(auto& field, Is<PointFoot> auto& point) {
  field("touch_N", point.touch_N, "N", above(0, point.bear_N));
  field("bear_N", point.bear_N, "N", above(0, point.max_push_N));
  field("max_push_N", point.max_push_N, "N", positive());
  field("seek_m", point.seek_m, "m", between(0, 1));
  field("seek_m_s", point.seek_m_s, "m/s", above(0, 10));
  field("sensor", point.sensor);
}

/// False: the phase of the step decides whether the foot stands. @{
constexpr bool senses_contact(const Cup&) { return true; }
constexpr bool senses_contact(const PointFoot& point) { return point.sensor.has_value(); }
/// @}

struct Foot {
  /// Distance along the surface normal from the surface to the wrist point, which is the end of the
  /// arm: the length L6 of a ROMERIN wrist with its cup, 0 of a leg that ends in a point foot.
  double standoff_m = 0;
  std::variant<Cup, PointFoot> hold;

  /// Radius of the contact area.
  double radius_m() const {
    const Cup* cup = std::get_if<Cup>(&hold);
    return cup ? cup->lip_radius_m : 0;
  }
  /// Null: the foot has none.
  const ForceSensing* sensor() const {
    const PointFoot* point = std::get_if<PointFoot>(&hold);
    return point && point->sensor ? &*point->sensor : nullptr;
  }
  bool senses_contact() const {
    return std::visit([](const auto& kind) { return controller::senses_contact(kind); }, hold);
  }
  /// Speed at which the foot seeks ground of uncertain height; 0: it cannot.
  double seek_m_s() const {
    const PointFoot* point = std::get_if<PointFoot>(&hold);
    return point && point->sensor ? point->seek_m_s : 0;
  }
};

/// Name of a kind of foot.
constexpr const char* kind_of(const Cup&) { return "cup"; }
constexpr const char* kind_of(const PointFoot&) { return "point"; }

void describe(auto& field, Is<Foot> auto& foot) {
  field("standoff_m", foot.standoff_m, "m");
  std::visit([&field](auto& hold) { field(kind_of(hold), hold); }, foot.hold);
}

}  // namespace ventosa::controller
