#pragma once

#include "sim/drives/servo.h"

/// Backlash between a drive's rotor, referred to the output shaft, and its joint.
///
///      -b/2        0        b/2
///        |----- [rotor] -----|      x = q_rotor - q_joint
///      flank -1   gap      flank 1
///
/// On a flank rotor and joint are one body, whose inertia includes the rotor's. In the gap they
/// move separately: motor torque and friction act on the rotor only. Contact is a perfectly
/// inelastic impact: it conserves momentum, not energy. Contact ends when the flank would have to
/// pull.
namespace ventosa::sim {

struct BacklashConfig {
  double width_rad = 0;        ///< b; 0: no backlash
  double rotor_kgm2 = 0;       ///< inertia in front of the gap
  double last_wheel_kgm2 = 0;  ///< inertia behind the gap, of the last gear wheel
  double step_s = 0;
};

struct BacklashState {
  int flank = 0;  ///< -1 or 1; 0: in the gap
  ShaftMotion rotor;
  double joint_dq_rad_s = 0;  ///< speed of the joint before the last step
  double output_Nm = 0;       ///< on the joint in the last step, impact included
};

BacklashConfig backlash_config(const models::Drive& drive, bool enabled, double step_s);

/// Inertia of the rotor; of rotor and last gear wheel, if no gap separates them  [kg m2]
double rotor_inertia_kgm2(const BacklashConfig& config) noexcept;

/// At rest in the middle of the gap.
BacklashState centred_backlash(double q_rad);

/// Ends or begins contact before a step; in contact the rotor takes the joint's motion.
/// @return impact on the joint when contact begins, as a torque over this step [N m]
double update_backlash(const BacklashConfig& config, const ShaftMotion& joint,
                       BacklashState& state) noexcept;

/// One step of the rotor in the gap: J dw/dt = tau - friction, with Coulomb friction of at most
/// friction_Nm, which stops the rotor without reversing it.
void coast(const BacklashConfig& config, double tau_Nm, double friction_Nm,
           BacklashState& state) noexcept;

/// Armature inertia of the joint: with the rotor in contact, without it in the gap  [kg m2]
double armature_kgm2(const BacklashConfig& config, const BacklashState& state) noexcept;

}  // namespace ventosa::sim
