#pragma once

#include "sim/drives/servo.h"

/// The play between a drive's rotor, seen at the output, and the joint.
///
///      -b/2        0        b/2
///        |----- [rotor] -----|      x = q_rotor - q_joint
///      flank -1   gap      flank 1
///
/// On a flank the two are one body: the rotor's inertia is the joint's. In the gap each moves
/// alone, the rotor with its motor and its friction, the joint with neither. They meet as two lumps
/// that stick: momentum stays, energy goes. They part when the flank would have to pull.
namespace ventosa::sim {

struct BacklashConfig {
  double width_rad = 0;    ///< b; 0: none
  double rotor_kgm2 = 0;   ///< what the joint loses in the gap
  double remain_kgm2 = 0;  ///< and what it keeps: the last wheel
  double step_s = 0;
};

struct BacklashState {
  int flank = 0;
  ShaftMotion rotor;
  double joint_dq_rad_s = 0;  ///< at the last step
  double into_joint_Nm = 0;   ///< in the last step
};

BacklashConfig backlash_config(const models::Drive& drive, bool wanted, double step_s);

/// The rotor rests in the middle of its play.
BacklashState in_the_middle(double q_rad);

/// Before a step: does the rotor leave its flank, or meet one? On a flank it moves with the joint.
/// @return the blow on the joint when they meet, as a torque over this step [N m]
double meet_or_part(const BacklashConfig& config, const ShaftMotion& joint,
                    BacklashState& state) noexcept;

/// The rotor alone: J dw/dt = tau, with friction of up to +-friction_Nm that stops it exactly.
void coast(const BacklashConfig& config, double tau_Nm, double friction_Nm,
           BacklashState& state) noexcept;

/// Of the joint, as it is now  [kg m2]
double armature_kgm2(const BacklashConfig& config, const BacklashState& state) noexcept;

}  // namespace ventosa::sim
