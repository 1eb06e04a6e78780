#pragma once

#include "controller/estimation/low_pass.h"
#include "controller/model/description.h"
#include "scenarios/session/recorder.h"

/// Signals of point feet, topic `feet`: low-passed force, and with a twin the ratio of friction to
/// normal force. No control stage uses them.
namespace ventosa::scenarios {

/// Cap of a force ratio: the force does not push.
inline constexpr double kMostRatio = 100;

struct FootSignals {
  /// [N] low-passed reading of the force sensor, along the axes of the foot; unknown before the
  /// first usable reading
  controller::Vector3d filtered_F = controller::Vector3d::Constant(controller::kUnknown);
  double step_slip_m = 0;  ///< true way that the foot has slid since it was last lifted
  bool loaded = false;     ///< the true force of the ground is at least the foot's `bear_N`
  /// |Ft| / Fn of the true force on a loaded foot, at most kMostRatio; unknown if it is not loaded.
  /// @{
  double surface_ratio = controller::kUnknown;  ///< across and along the ground's normal
  double world_ratio = controller::kUnknown;    ///< across and along W's z axis
  /// @}
};

struct FeetSignals {
  controller::PerLeg<FootSignals> leg{};
  bool has_truth = false;
};

void describe(auto& field, controller::Is<FeetSignals> auto& feet) {
  if (!field.has(controller::Equipment::kPointFoot)) return;
  field.group("feet", [&](auto& topic) {
    topic.per_leg("leg", [&](auto& leg, int i) {
      auto& foot = feet.leg[static_cast<std::size_t>(i)];
      if (leg.has(controller::Equipment::kForceSensor)) leg("filtered", foot.filtered_F, "N");
      if (!feet.has_truth) return;
      leg("loaded", foot.loaded);
      leg("step_slip", foot.step_slip_m, "m");
      leg("surface_ratio", foot.surface_ratio);
      leg("world_ratio", foot.world_ratio);
    });
  });
}

/// Memory of one foot between ticks.
struct FootMemory {
  controller::LowPassState low_pass;
  bool swings = false;        ///< its leg swung in the last tick
  double slip_at_lift_m = 0;  ///< way that it had slid when it was last lifted
};
using FeetState = controller::PerLeg<FootMemory>;

/// @param low_pass  for the control period: at every tick it takes the last usable reading
FeetSignals feet_signals(const controller::RobotModel& robot, const controller::LowPass& low_pass,
                         const Tick& tick, FeetState& state) noexcept;

}  // namespace ventosa::scenarios
