#pragma once

#include "controller/model/command.h"
#include "controller/model/observation.h"

namespace ventosa::hal {

/// A leg that comes under its controller comes from where it is. When the controller begins to
/// decide, and when a joint that lost its torque gets it back, a set-point that is away from where
/// the joint is held is led to from there, at 10 deg/s, and is what is asked from then on. A joint
/// without torque is held nowhere: it comes from its own angle.
class GentleStart {
 public:
  explicit GentleStart(double period_s) noexcept : period_s_(period_s) {}

  /// The controller begins to decide.
  void begin() noexcept;

  /// Once a period, while the controller decides.
  /// @param seen      the leg as it is now
  /// @param held_rad  where its joints are held
  /// @param waits     some legs of the robot get their torque yet: none goes on its way, for 5 s
  /// @return what it is told in place of what is asked
  controller::LegCommand lead(const controller::LegCommand& asked,
                              const controller::LegReading& seen,
                              const controller::PerJoint<double>& held_rad, bool waits) noexcept;

  /// Whether a joint is still on its way.
  bool is_leading() const noexcept;

 private:
  struct OfJoint {
    bool leads = false;
    bool had_torque = false;     ///< under a set-point that asks for it
    bool is_on_its_way = false;  ///< from the joint to the set-point
    double q_rad = 0;            ///< last one that was told on the way
  };
  static void lead(const controller::JointReading& seen, double held_rad, double step_rad,
                   OfJoint& joint, controller::JointSetpoint& setpoint) noexcept;

  double period_s_;
  double waited_s_ = 0;
  controller::PerJoint<OfJoint> joint_{};
};

}  // namespace ventosa::hal
