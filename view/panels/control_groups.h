#pragma once

#include "view/panels/panels.h"

/// The groups of the panel of controls.
namespace ventosa::view {

/// A slider that keeps to its range also when a number is typed in.
void input_number(const char* name, double& value, double low, double high, const char* format);

/// Circle, square, via points.
void path_controls(const Frame& frame, Ui& ui, const Ask& ask);

/// Of the selected leg: detach, attach, move.
void leg_controls(const Frame& frame, Ui& ui, const Ask& ask);

}  // namespace ventosa::view
