#pragma once

#include <optional>

#include "view/panels/panels.h"

/// Groups of the controls panel.
namespace ventosa::view {

/// Slider that stays within its range, also for typed numbers.
void input_number(const char* name, double& value, double low, double high, const char* format);

/// Six buttons in a line.
/// @return unit vector of the pressed direction, in B; no value: nothing pressed
std::optional<controller::Vector3d> way_buttons(const char* id);

/// Body paths: circle, square, via points.
void path_controls(const Frame& frame, Ui& ui, const Ask& ask);

/// Faults for parts of the selected leg or of the body.
void fault_controls(const Frame& frame, Ui& ui, const Ask& ask);

/// Controls of the selected leg: detach, attach, move.
void leg_controls(const Frame& frame, Ui& ui, const Ask& ask);

}  // namespace ventosa::view
