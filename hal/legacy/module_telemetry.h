#pragma once

#include "controller/model/observation.h"
#include "hal/legacy/start_up.h"

/// Telemetry of one module, message by message, with arrival times on the master's clock.
namespace ventosa::hal::legacy {

template <class T>
struct Heard {
  T message{};
  std::int64_t time_ns = controller::kNeverReceived;
  std::uint64_t n = 0;  ///< number of arrivals

  bool is_reported() const { return n > 0; }
};

class ModuleTelemetry {
 public:
  explicit ModuleTelemetry(const LegMotors& motors) noexcept : motors_(motors) {}

  void hear(const Message& message, std::int64_t now_ns);

  /// True once every kind of reading has arrived.
  bool is_complete() const noexcept;
  /// Readings of the leg. The time of the joints is that of the oldest motor message; cup and pack
  /// have their own.
  controller::LegReading reading() const noexcept;

  const Heard<MotorInfo>& motor(int m) const { return motor_[static_cast<std::size_t>(m)]; }
  const Heard<SuctionCupInfo>& cup() const { return cup_; }
  const Heard<State>& state() const { return state_; }
  const ReportedIdentity& identity() const { return identity_; }

  /// Mean time between cup readings, one per telemetry round; 0: not measured.
  std::int64_t period_ns() const noexcept;
  std::int64_t last_ns() const noexcept { return last_ns_; }  ///< arrival of the last message
  std::int64_t longest_gap_ns() const noexcept { return longest_gap_ns_; }
  /// End of the last silence of two seconds or more; kNeverReceived: none.
  std::int64_t silence_ended_ns() const noexcept { return silence_ended_ns_; }
  std::uint64_t n_heard() const noexcept { return n_heard_; }

 private:
  void take(const auto& message, auto& heard, std::int64_t now_ns) noexcept;
  void note_arrival(std::int64_t now_ns) noexcept;
  controller::JointReading joint(int j) const noexcept;

  LegMotors motors_;
  std::array<Heard<MotorInfo>, kMotors> motor_{};
  Heard<SuctionCupInfo> cup_;
  Heard<AnalogInfo> analog_;
  Heard<State> state_;
  ReportedIdentity identity_;
  std::int64_t first_cup_ns_ = 0;
  std::int64_t last_ns_ = controller::kNeverReceived,
               silence_ended_ns_ = controller::kNeverReceived;
  std::int64_t longest_gap_ns_ = 0;
  std::uint64_t n_heard_ = 0;
};

}  // namespace ventosa::hal::legacy
