#pragma once

#include <span>

#include "models/leg_type.h"

/// Readers shared by all kinds of legs, once the kind has set axes, positions and number of joints.
namespace ventosa::models {

/// Reads `joints`: drives, behind the gears of the type, and the limits of hinges.  @throws
/// InputError
void read_joints(const Node& node, const Drives& drives, LegType& type);

/// Reads `links`.
/// @param longest_m  the leg's longest length; no link is larger  @throws InputError
void read_links(const Node& node, double longest_m, LegType& type);

/// Reads `motor_zero_deg` and `motor_sign`.
/// @param hint  keys that set what the motors turn  @throws InputError
void read_motors(const Node& node, const char* hint, LegType& type);

/// Lengths of an arm: from the hip ahead to its second joint, upper arm, forearm.
struct ArmLengths {
  double ahead_m = 0, upper_m = 0, lower_m = 0;
};

/// Reads `stance`.  @throws InputError
void read_stance(const Node& node, const ArmLengths& arm, LegType& type);

/// Reads `lengths_m`, as many as fit.  @throws InputError
void read_lengths(const Node& node, std::span<double> length_m);

/// Kinds of legs. @{  @throws InputError
LegType read_romerin_leg(const Node& node, const Drives& drives, int n_lead);
LegType read_three_joint_leg(const Node& node, const Drives& drives);
LegType read_pantograph_leg(const Node& node, const Drives& drives);
/// @}

}  // namespace ventosa::models
