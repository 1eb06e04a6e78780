#pragma once

#include "controller/model/description.h"
#include "scenarios/session/recorder.h"

/// Way and turn of the body and their cost, topic `travel`: since the start of the run, and ratios
/// to the way of the body. Only with a twin.
namespace ventosa::scenarios {

/// The way is measured in pieces of this length, so that a body that sways less does not travel.
inline constexpr double kPiece_m = 0.001;

struct TravelSignals {
  double way_m = 0;    ///< length of the body's true path
  double yaw_rad = 0;  ///< true turn about the body's z axis at the start
  double work_J = 0;   ///< work of the drives on the joints, without that of braking joints
  /// Ratios to the way; unknown before the first piece of it. @{
  double mechanical_J_m = controller::kUnknown;
  double electrical_J_m = controller::kUnknown;  ///< from the rail; unknown for ideal drives
  double slip_m_m = controller::kUnknown;        ///< all point feet together
  /// @}
};

void describe(auto& field, controller::Is<TravelSignals> auto& signals) {
  field.group("travel", [&](auto& travel) {
    travel("way", signals.way_m, "m");
    travel("yaw", signals.yaw_rad, "rad");
    travel("work", signals.work_J, "J");
    travel("mechanical_per_metre", signals.mechanical_J_m, "J/m");
    travel("electrical_per_metre", signals.electrical_J_m, "J/m");
    if (travel.has(controller::Equipment::kPointFoot))
      travel("slip_per_metre", signals.slip_m_m, "m/m");
  });
}

/// Memory between ticks.
struct TravelState {
  bool started = false;
  controller::Matrix3d R_WB_start = controller::Matrix3d::Identity();
  controller::Vector3d p_WB = controller::Vector3d::Zero();  ///< end of the last piece
  double way_m = 0;
  double work_J = 0;
};

struct TravelScene {
  const controller::RobotModel& robot;
  double period_s = 0;        ///< between two control ticks
  bool ideal_drives = false;  ///< they know no electric power
};

/// Torques and rates are those at the ticks.
TravelSignals travel_signals(const TravelScene& scene, const sim::Truth& truth,
                             TravelState& state) noexcept;

}  // namespace ventosa::scenarios
