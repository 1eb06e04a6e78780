#pragma once

#include "hal/legacy/cup_drive.h"
#include "hal/legacy/echo_watch.h"
#include "hal/legacy/encode.h"
#include "hal/legacy/heartbeat.h"
#include "hal/legacy/leg_goals.h"
#include "hal/legacy/module_telemetry.h"
#include "hal/network.h"
#include "hal/wire/cup_watch.h"

/// A master's line to one module: what it has told, what it has been sent, what is due.
namespace ventosa::hal::legacy {

class LegacyLine {
 public:
  struct Setup {
    std::string name;
    LegMotors motors;
    CupDriveConfig cup;
    std::optional<std::uint8_t> virtual_id{};
  };
  explicit LegacyLine(const Setup& setup);

  const std::string& name() const noexcept { return setup_.name; }
  const LegMotors& motors() const noexcept { return setup_.motors; }
  const ModuleTelemetry& telemetry() const noexcept { return telemetry_; }

  /// A frame from its address. @return whether it is its own
  bool hear(const Frame& frame, std::int64_t now_ns);

  /// What is to become of its joints and cup.
  void take(const controller::LegCommand& command, bool may_have_torque) noexcept;
  /// Asks it to tell us, and what it is; changes nothing of it.
  void ask(Port& port, std::int64_t now_ns) noexcept;
  /// Whether its profile speeds are other than they were found.
  bool has_other_profiles() const noexcept;
  /// As its configuration has them: no message tells those that a servo has now.
  bool tells_profiles() const noexcept { return telemetry_.identity().config.has_value(); }
  /// Sets them again.
  void restore_profiles(Port& port, std::int64_t now_ns) noexcept;
  /// Sends all that is due in one datagram.
  void tell(Port& port, std::int64_t now_ns) noexcept;

  // start-up
  bool is_claimed(std::int64_t now_ns) const noexcept;  ///< it tells us, and has told everything
  bool is_identified() const noexcept;
  bool is_set_up(std::int64_t now_ns) const noexcept;
  CupZero cup_zero(std::int64_t now_ns) const noexcept;
  MotorSituation situation(int m, std::int64_t now_ns) const noexcept;
  /// Whether each motor of a joint can.
  bool can_have_mode(int joint, std::int64_t now_ns) const noexcept;

  /// All its motors have lost their torque unasked, after a silence or with a cup that reads what
  /// it reads after a boot; until it is set up again and its cup's zero has had its time.
  bool has_rebooted(std::int64_t now_ns) const noexcept;
  /// Times that its cup's zero became void, the first one included.
  std::uint32_t n_boots() const noexcept { return rest_.n_boots(); }
  /// Just now a motor's torque went off that was not told so: gone when it has been seen, since
  /// torque returns only to a robot that goes on.
  bool has_lost_torque(std::int64_t now_ns) const noexcept;

  /// Every motor that is to have torque has it, after all that comes before.
  bool all_started(std::int64_t now_ns) const noexcept;

  /// Where its joints are told to be, without what a load shifts them by.
  controller::PerJoint<double> held_rad() const noexcept {
    return goals_.held_rad(controller::measured_q(telemetry_.reading()));
  }

  std::uint64_t n_sent() const noexcept { return n_sent_; }
  const EchoWatch& echoes() const noexcept { return echoes_; }

 private:
  struct Sent {
    std::int64_t time_ns = controller::kNeverTold;
    int value = -1;  ///< in ticks, steps, units
    int n = 0;       ///< times

    bool is_due(int other, std::int64_t refresh_ns, std::int64_t now_ns) const {
      return other != value || now_ns - time_ns >= refresh_ns;
    }
  };
  struct MotorMemory {
    Sent goal, profile, limit;
    std::uint64_t asked_at = 0;  ///< count of its readings at the last step of the start-up
    std::uint64_t goal_at = 0, torque_at = 0;
    bool torque_asked = false;
    bool had_torque = false;  ///< told on, and not told off by us since
    bool lost_torque = false;
  };

  void append(const Message& message, Datagram& datagram, std::int64_t now_ns) noexcept;
  void claim(Datagram& datagram, std::int64_t now_ns) noexcept;
  void send(const Datagram& datagram, Port& port) noexcept;
  void ask_identity(Datagram& datagram, std::int64_t now_ns) noexcept;
  void start_motors(Datagram& datagram, std::int64_t now_ns) noexcept;
  void start(int m, StartStep step, Datagram& datagram, std::int64_t now_ns) noexcept;
  void move_motors(Datagram& datagram, std::int64_t now_ns) noexcept;
  void send_goal(int m, double angle_deg, Datagram& datagram, std::int64_t now_ns) noexcept;
  void send_profile(int m, double speed_deg_s, Datagram& datagram, std::int64_t now_ns) noexcept;
  void send_limit(int m, double limit_mA, Datagram& datagram, std::int64_t now_ns) noexcept;
  void send_cup(Datagram& datagram, std::int64_t now_ns) noexcept;
  void note_torque(const MotorInfo& info, std::int64_t now_ns) noexcept;
  void note_reboot(std::int64_t now_ns) noexcept;
  bool wants_torque(int m) const noexcept;
  bool torque_on(int m) const noexcept;

  Setup setup_;
  ModuleTelemetry telemetry_;
  LegGoals goals_;
  CupDrive cup_;
  Heartbeat heartbeat_;
  EchoWatch echoes_;
  std::array<MotorMemory, kMotors> memory_{};
  Sent cup_sent_;
  bool may_have_torque_ = false;
  std::int64_t asked_identity_ns_ = controller::kNeverTold;
  CupRest rest_;
  std::int64_t void_from_ns_ = controller::kNeverTold;  ///< the last silence that made it so
  std::optional<std::int64_t> rebooted_ns_{}, lost_torque_ns_{};
  std::uint64_t n_sent_ = 0;
};

}  // namespace ventosa::hal::legacy
