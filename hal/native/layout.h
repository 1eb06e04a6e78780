#pragma once

#include "hal/native/messages.h"

/// Parts of a device on which the layout of its messages depends.
namespace ventosa::hal::native {

struct Layout {
  int n_joints = 0;
  controller::Parts parts{};
};

/// Identity of a foot, as in the robot file; without the modes of a cup, which are the module's.
inline FootIdentity identity_of(const controller::Foot& foot) noexcept {
  struct Kinds {
    double standoff_m;
    FootIdentity operator()(const controller::Cup&) const { return CupIdentity{standoff_m}; }
    FootIdentity operator()(const controller::PointFoot& point) const {
      if (!point.sensor) return PointIdentity{};
      return PointIdentity{ForceSensorIdentity{point.sensor->rate_hz, point.sensor->range_N}};
    }
  };
  return std::visit(Kinds{foot.standoff_m}, foot.hold);
}

/// Parts of a foot. @{
inline controller::Parts parts_of(const NoFoot&) noexcept { return {}; }
inline controller::Parts parts_of(const CupIdentity&) noexcept {
  return {controller::Equipment::kCup};
}
inline controller::Parts parts_of(const PointIdentity& point) noexcept {
  controller::Parts parts{controller::Equipment::kPointFoot};
  if (point.sensor) parts.insert(controller::Equipment::kForceSensor);
  return parts;
}
inline controller::Parts parts_of(const FootIdentity& foot) noexcept {
  return std::visit([](const auto& kind) { return parts_of(kind); }, foot);
}
/// @}

/// Layout of the messages of a robot's module, by the robot file.
inline Layout layout_of(const controller::RobotModel& model, std::size_t leg) noexcept {
  Layout layout{model.leg[leg].n_joints, parts_of(identity_of(model.leg[leg].foot))};
  if (model.has_packs) layout.parts.insert(controller::Equipment::kPack);
  return layout;
}

/// Layout of a device's messages, by its identity.
inline Layout layout_of(const Identity& identity) noexcept {
  Layout layout{identity.n_joints, parts_of(identity.foot)};
  if (identity.pack) layout.parts.insert(controller::Equipment::kPack);
  if (identity.tells.gps) layout.parts.insert(controller::Equipment::kFix);
  if (identity.tells.compass) layout.parts.insert(controller::Equipment::kHeading);
  return layout;
}

/// Calls visit(sampled_ns) for the time of each sample of a leg's reading.
void for_each_sample(const Layout& layout, controller::Is<controller::LegReading> auto& leg,
                     auto&& visit) {
  using controller::Equipment;
  visit(leg.sampled_ns);
  if (layout.parts.contains(Equipment::kCup)) visit(leg.cup.sampled_ns);
  if (layout.parts.contains(Equipment::kForceSensor)) visit(leg.foot.sampled_ns);
  if (layout.parts.contains(Equipment::kPack)) visit(leg.pack.sampled_ns);
}

}  // namespace ventosa::hal::native
