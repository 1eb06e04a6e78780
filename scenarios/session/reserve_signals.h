#pragma once

#include "controller/model/description.h"
#include "scenarios/session/recorder.h"

/// Distance of every joint and knee from its limits, topic `reserve`: 1 in the middle of its range,
/// 0 at a limit, negative beyond, and for a knee whose bars do not stand as its sliders say. By the
/// true angles of a twin, otherwise by the readings.
namespace ventosa::scenarios {

struct LegReserve {
  controller::PerJoint<double> joint{};
  double knee = 1;  ///< only of a leg whose sliders a knee couples
};

struct ReserveSignals {
  controller::PerLeg<LegReserve> leg{};
  controller::LegSet knees;  ///< legs that have one
};

void describe(auto& field, controller::Is<ReserveSignals> auto& signals) {
  field.group("reserve", [&](auto& reserve) {
    reserve.per_leg("leg", [&](auto& leg, int i) {
      const auto k = static_cast<std::size_t>(i);
      leg.per_joint("joint", signals.leg[k].joint);
      if (signals.knees[k]) leg("knee", signals.leg[k].knee);
    });
  });
}

controller::LegSet legs_with_knee(const controller::RobotModel& robot) noexcept;

ReserveSignals reserve_signals(const controller::RobotModel& robot, const Tick& tick) noexcept;

}  // namespace ventosa::scenarios
