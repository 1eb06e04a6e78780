#pragma once

#include <string>

#include "controller/model/observation.h"
#include "hal/capabilities.h"
#include "hal/emulator/legacy_gauge.h"
#include "hal/emulator/legacy_inbox.h"
#include "hal/emulator/legacy_servo.h"
#include "hal/network.h"

/// A module with the behaviour of ROMERIN's public firmware: it accepts commands from anybody,
/// checks no length, and without a master continues its last command. docs/wire-legacy.md.
namespace ventosa::hal {

struct LegacyModuleSetup {
  std::string name;
  legacy::LegMotors motors;
  /// Joint modes of the robot that the module drives.
  controller::PerJoint<Modes<controller::JointMode>> joint_modes{};
  LegacyQuirks quirks = LegacyQuirks::faithful();
  /// Number in SIMULATION frames of a module on a shared address; no value: the module has its own
  /// address.
  std::optional<std::uint8_t> virtual_id{};
  /// Port to which the module answers; no value: the sender's port. In this case a Source is
  /// address << 16 | port.
  std::optional<std::uint16_t> answer_port = legacy::kMasterPort;
};

class LegacyModule {
 public:
  /// Puts the module into the state of one that has run for long: torque on, goals at the present
  /// joint angles, the cup's zero correct.
  LegacyModule(const LegacyModuleSetup& setup, const controller::LegReading& reading);

  /// Boots the module: it receives nothing for 4 s; torque off, turbine off, no master.
  void boot(std::int64_t now_ns) noexcept;
  /// Removes a servo from the bus.
  void kill_servo(int motor) noexcept { servo_[static_cast<std::size_t>(motor)].dead = true; }

  /// Accepts a message sent to the module's address; messages to other virtual ids are ignored.
  void hear(const legacy::Frame& frame, Source source, std::int64_t now_ns) noexcept;
  /// True during the boot, when not even the parser runs.
  bool is_deaf(std::int64_t now_ns) const noexcept { return now_ns < hears_from_ns_; }

  /// Runs the due passes of the module's loop, which execute waiting messages and send telemetry.
  void serve(const controller::LegReading& reading, ServerPort& port, std::int64_t now_ns) noexcept;

  /// Present command to the robot that the module drives.
  controller::LegCommand command() const noexcept;

  /// True if the module treats the sender as its master.
  bool is_master(Source source) const noexcept;
  const std::optional<Source>& master() const noexcept { return master_; }
  const LegacyServo& servo(int motor) const { return servo_[static_cast<std::size_t>(motor)]; }
  double turbine_percent() const noexcept { return turbine_percent_; }

 private:
  void claim(Source source, std::int64_t now_ns) noexcept;
  void pass(const controller::LegReading& reading, ServerPort& port, std::int64_t now_ns) noexcept;
  void move(const controller::LegReading& reading, double dt_s) noexcept;
  void obey(const legacy::Message& message, Source source, ServerPort& port) noexcept;
  /// @return true if the message is a question
  bool answer(const legacy::Message& question, Source source, ServerPort& port) noexcept;
  void report(ServerPort& port) noexcept;
  void say(const legacy::Message& message, Source to, ServerPort& port) noexcept;
  void tell(const legacy::Message& message, ServerPort& port) noexcept {
    if (master_) say(message, *master_, port);
  }
  bool any_dead() const noexcept;
  std::int64_t loop_ns() const noexcept;
  controller::JointSetpoint setpoint(int j,
                                     const controller::PerJoint<double>& q_rad) const noexcept;

  legacy::MotorInfo motor_info(int m) const noexcept;
  legacy::SuctionCupInfo cup_info() const noexcept;
  legacy::AnalogInfo analog_info() const noexcept;
  legacy::State state() const noexcept;
  legacy::CompactRobotData compact() const noexcept;
  legacy::ConfigV2 config() const noexcept;

  LegacyModuleSetup setup_;
  LegacyQueue queue_;
  std::optional<Source> master_{};
  std::int64_t claimed_ns_ = 0;  ///< time of the last ping from any sender
  std::int64_t pinged_ns_ = 0;   ///< last ping from its master's port
  std::int64_t hears_from_ns_ = 0;
  std::int64_t next_pass_ns_ = 0, reported_ns_ = 0;
  std::array<std::int64_t, 10> loops_ns_{};  ///< durations of the last ten passes
  std::size_t n_loops_ = 0;
  bool compact_ = false;

  std::array<LegacyServo, legacy::kMotors> servo_{};
  LegacyGauge gauge_;
  double wish_percent_ = 0, turbine_percent_ = 0;
  bool turbine_commanded_ = false;  ///< false: the cup keeps its state from before the start

  controller::LegReading read_{};                           ///< readings of the last pass
  controller::PerJoint<controller::JointReading> shown_{};  ///< last answers of the servos
};

}  // namespace ventosa::hal
