#pragma once

#include <string>

#include "controller/model/observation.h"
#include "hal/capabilities.h"
#include "hal/emulator/legacy_gauge.h"
#include "hal/emulator/legacy_inbox.h"
#include "hal/emulator/legacy_servo.h"
#include "hal/network.h"

/// A module as the public firmware of ROMERIN is, whatever moves its joints: commands are taken
/// from anybody, no length is checked, left alone it goes on as it was told. docs/wire-legacy.md.
namespace ventosa::hal {

struct LegacyModuleSetup {
  std::string name;
  legacy::LegMotors motors;
  controller::PerJoint<Modes<controller::JointMode>> joint_modes{};  ///< of the robot behind it
  LegacyQuirks quirks = LegacyQuirks::faithful();
  /// Behind an address that it shares: in SIMULATION frames.
  std::optional<std::uint8_t> virtual_id{};
  /// Where it answers, whatever port it was spoken to from; none: to that one. A Source is then
  /// address << 16 | port.
  std::optional<std::uint16_t> answer_port = legacy::kMasterPort;
};

class LegacyModule {
 public:
  /// In operation for long: torque on, goals where the joints are, the cup's zero right.
  LegacyModule(const LegacyModuleSetup& setup, const controller::LegReading& reading);

  /// Power-up: deaf for 4 s, torque off, turbine off, nobody's.
  void boot(std::int64_t now_ns) noexcept;
  /// It leaves the servo bus.
  void kill_servo(int motor) noexcept { servo_[static_cast<std::size_t>(motor)].dead = true; }

  /// A message that has been read from its address; those of others are left.
  void hear(const legacy::Frame& frame, Source source, std::int64_t now_ns) noexcept;
  /// While it is deaf not even its parser runs.
  bool is_deaf(std::int64_t now_ns) const noexcept { return now_ns < hears_from_ns_; }

  /// Passes of its loop that are due: does what waits, tells what is due.
  void serve(const controller::LegReading& reading, ServerPort& port, std::int64_t now_ns) noexcept;

  /// What the robot behind it is told now.
  controller::LegCommand command() const noexcept;

  /// Whether it takes who speaks for its master.
  bool is_master(Source source) const noexcept;
  const std::optional<Source>& master() const noexcept { return master_; }
  const LegacyServo& servo(int motor) const { return servo_[static_cast<std::size_t>(motor)]; }
  double turbine_percent() const noexcept { return turbine_percent_; }

 private:
  void claim(Source source, std::int64_t now_ns) noexcept;
  void pass(const controller::LegReading& reading, ServerPort& port, std::int64_t now_ns) noexcept;
  void move(const controller::LegReading& reading, double dt_s) noexcept;
  void obey(const legacy::Message& message, Source source, ServerPort& port) noexcept;
  /// @return whether it is a question
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
  std::int64_t claimed_ns_ = 0;  ///< by anybody
  std::int64_t pinged_ns_ = 0;   ///< by its master's port
  std::int64_t hears_from_ns_ = 0;
  std::int64_t next_pass_ns_ = 0, told_ns_ = 0;
  std::array<std::int64_t, 10> loops_ns_{};  ///< the last ones
  std::size_t n_loops_ = 0;
  bool compact_ = false;

  std::array<LegacyServo, legacy::kMotors> servo_{};
  LegacyGauge gauge_;
  double wish_percent_ = 0, turbine_percent_ = 0;
  bool turbine_told_ = false;  ///< until then the cup holds as it did

  controller::LegReading read_{};                           ///< of the last pass
  controller::PerJoint<controller::JointReading> shown_{};  ///< the servos' last answers
};

}  // namespace ventosa::hal
