#pragma once

#include <optional>

#include "view/panels/panels.h"

/// The groups of the panel of controls.
namespace ventosa::view {

/// A slider that keeps to its range also when a number is typed in.
void input_number(const char* name, double& value, double low, double high, const char* format);

/// Six buttons in a line.
/// @return the unit vector of the one that was pressed, in the body's frame
std::optional<controller::Vector3d> way_buttons(const char* id);

/// Circle, square, via points.
void path_controls(const Frame& frame, Ui& ui, const Ask& ask);

/// Breaks parts of the selected leg or of the body.
void fault_controls(const Frame& frame, Ui& ui, const Ask& ask);

/// Of the selected leg: detach, attach, move.
void leg_controls(const Frame& frame, Ui& ui, const Ask& ask);

}  // namespace ventosa::view
