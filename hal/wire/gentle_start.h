#pragma once

#include "controller/model/command.h"
#include "controller/model/observation.h"

namespace ventosa::hal {

/// Gentle start of a leg. When the controller becomes active, or a joint regains torque, and a
/// set-point is away from where the joint is held, the set-point moves from there at 10 deg/s until
/// it reaches the commanded one. A joint without torque starts from its measured angle.
class GentleStart {
 public:
  explicit GentleStart(double period_s) noexcept : period_s_(period_s) {}

  /// Starts when the controller becomes active.
  void begin() noexcept;

  /// One period with the controller active.
  /// @param seen      readings of the leg
  /// @param held_rad  angles at which its joints are held
  /// @param waits     other legs are still without torque: no leg starts, for up to 5 s
  /// @return the command to send
  controller::LegCommand lead(const controller::LegCommand& requested,
                              const controller::LegReading& seen,
                              const controller::PerJoint<double>& held_rad, bool waits) noexcept;

  /// True while a joint is moving to its commanded set-point.
  bool is_leading() const noexcept;

 private:
  struct OfJoint {
    bool leads = false;
    bool had_torque = false;     ///< had torque, with a set-point that needs it
    bool is_on_its_way = false;  ///< the set-point is moving
    double q_rad = 0;            ///< last set-point sent while moving
  };
  static void lead(const controller::JointReading& seen, double held_rad, double step_rad,
                   OfJoint& joint, controller::JointSetpoint& setpoint) noexcept;

  double period_s_;
  double waited_s_ = 0;
  controller::PerJoint<OfJoint> joint_{};
};

}  // namespace ventosa::hal
