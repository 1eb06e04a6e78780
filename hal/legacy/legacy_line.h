#pragma once

#include "hal/legacy/cup_drive.h"
#include "hal/legacy/echo_watch.h"
#include "hal/legacy/encode.h"
#include "hal/legacy/heartbeat.h"
#include "hal/legacy/leg_goals.h"
#include "hal/legacy/module_telemetry.h"
#include "hal/network.h"
#include "hal/wire/cup_watch.h"

/// A master's connection to one module: its telemetry, the commands sent and those due.
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

  /// Processes a frame from the module's address.  @return true if this module has sent it
  bool hear(const Frame& frame, std::int64_t now_ns);

  /// Sets the command for the module's joints and cup.
  void take(const controller::LegCommand& command, bool may_have_torque) noexcept;
  /// Asks for telemetry and identity; changes nothing in the module.
  void ask(Port& port, std::int64_t now_ns) noexcept;
  /// True if the module's profile speeds differ from those found at the start.
  bool has_other_profiles() const noexcept;
  /// True if the module's configuration reports the profile speeds. No message reports the present
  /// speed of a servo.
  bool tells_profiles() const noexcept { return telemetry_.identity().config.has_value(); }
  /// Restores the profile speeds that were found.
  void restore_profiles(Port& port, std::int64_t now_ns) noexcept;
  /// Sends everything that is due in one datagram.
  void tell(Port& port, std::int64_t now_ns) noexcept;

  // start-up
  /// True if the module sends to us, and every kind of telemetry has arrived.
  bool is_claimed(std::int64_t now_ns) const noexcept;
  bool is_identified() const noexcept;
  bool is_set_up(std::int64_t now_ns) const noexcept;
  CupZero cup_zero(std::int64_t now_ns) const noexcept;
  MotorSituation situation(int m, std::int64_t now_ns) const noexcept;
  /// True if each motor of a joint can have its mode.
  bool can_have_mode(int joint, std::int64_t now_ns) const noexcept;

  /// True after all motors have lost their torque without a command, following a silence or with a
  /// vacuum reading typical of a boot. False again once the module is set up and its cup's zero has
  /// settled.
  bool has_rebooted(std::int64_t now_ns) const noexcept;
  /// Number of times that the zero of the module's cup became invalid, including the first boot.
  std::uint32_t n_boots() const noexcept { return rest_.n_boots(); }
  /// True just after a motor lost its torque without a command. Reported once, because torque
  /// returns only when the robot resumes.
  bool has_lost_torque(std::int64_t now_ns) const noexcept;

  /// True if every motor that needs torque has it, after its setup.
  bool all_started(std::int64_t now_ns) const noexcept;

  /// Commanded joint angles, without the shift for a load.
  controller::PerJoint<double> held_rad() const noexcept {
    return goals_.held_rad(controller::measured_q(telemetry_.reading()));
  }

  std::uint64_t n_sent() const noexcept { return n_sent_; }
  const EchoWatch& echoes() const noexcept { return echoes_; }

 private:
  struct Sent {
    std::int64_t time_ns = controller::kNeverReceived;
    int value = -1;  ///< value in the message, in ticks, steps or units
    int n = 0;       ///< times sent

    bool is_due(int other, std::int64_t refresh_ns, std::int64_t now_ns) const {
      return other != value || now_ns - time_ns >= refresh_ns;
    }
  };
  struct MotorMemory {
    Sent goal, profile, limit;
    std::uint64_t asked_at = 0;  ///< number of the motor's readings at the last setup step
    std::uint64_t goal_at = 0, torque_at = 0;
    bool torque_requested = false;
    bool had_torque = false;  ///< its torque was reported on, and we have not switched it off since
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
  std::int64_t asked_identity_ns_ = controller::kNeverReceived;
  CupRest rest_;
  /// Time of the last silence that made the cup's zero invalid.
  std::int64_t void_from_ns_ = controller::kNeverReceived;
  std::optional<std::int64_t> rebooted_ns_{}, lost_torque_ns_{};
  std::uint64_t n_sent_ = 0;
};

}  // namespace ventosa::hal::legacy
