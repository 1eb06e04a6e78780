#pragma once

#include <string>
#include <vector>

#include "papers/experiment.h"

/// Parts of the figures of Asif 2012, of the front left leg or of all feet.
namespace ventosa::papers::asif2012 {

inline constexpr const char* kJointNames[] = {"coxa", "femur", "tibia"};

/// Angle, rate and acceleration of a joint, sensed and desired.
std::vector<PanelSpec> motion_panels(int joint);

/// Roll, pitch and yaw, or their rates.
/// @param end  of the signals' names: "" or "_rate"
PanelSpec attitude_panel(const record::Quantity& y, const std::string& end);

struct FigureLabel {
  std::string name{}, title{};
  std::string run{};  ///< key of the run
};

/// Joint torques, sensed and by the model for the measured forces.
FigureSpec torque_figure(const FigureLabel& label);
/// Also by the model for the planned forces.
FigureSpec planned_torque_figure(const FigureLabel& label);

/// Normal force and friction of each foot.
FigureSpec force_figure(const FigureLabel& label);

}  // namespace ventosa::papers::asif2012
