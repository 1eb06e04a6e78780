#pragma once

#include <vector>

#include "hal/broadcast/slave.h"
#include "hal/emulator/pace.h"
#include "hal/robot.h"

/// A robot whose legs have slaves on a broadcast wire: slaves that drive one hal::Robot.
namespace ventosa::hal {

/// Before all slaves have torque for the first time, the robot is held in its start pose, as if
/// by hand: its own time waits. In lock step nothing else takes time either before that, and later
/// no datagram that engages a slave.
class BroadcastFleet {
 public:
  /// @param robot  must outlive the fleet, like the ports: one per leg
  /// @throws std::runtime_error  the robot does not start
  BroadcastFleet(const controller::RobotModel& model, Pace pace, Robot& robot,
                 std::vector<ServerPort*> ports);

  /// Receives all that has arrived, and answers what takes no time.
  void serve(std::int64_t now_ns) noexcept;

  /// In lock step: true if every slave has received its references for the present period.
  bool is_commanded() const noexcept;

  /// Lets one period pass. In lock step, answers. A slave whose reading reports a boot boots.
  Status advance(std::int64_t now_ns) noexcept;

  const broadcast::Slave& slave(std::size_t leg) const { return slave_[leg]; }
  const controller::Observation& seen() const { return seen_; }
  const controller::Command& obeyed() const { return command_; }  ///< executed in the last period

 private:
  bool takes_time(const broadcast::Slave& slave) const noexcept;
  bool is_mute(std::size_t leg) const noexcept;
  void hear(std::size_t leg, std::int64_t now_ns) noexcept;
  void reply(std::size_t leg) noexcept;

  const Pace pace_;
  Robot& robot_;
  const std::vector<ServerPort*> ports_;
  controller::Observation seen_;
  controller::Command command_;
  std::vector<broadcast::Slave> slave_;
  std::vector<bool> is_due_;  ///< by slave: it replies when the period has passed
  bool stands_ = false;       ///< all slaves have had torque
  std::int64_t held_ns_ = 0;  ///< time before that
};

}  // namespace ventosa::hal
