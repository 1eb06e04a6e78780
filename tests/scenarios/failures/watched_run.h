#pragma once

#include <array>

#include "scenarios/verdict/verdict.h"

/// A run that records which parts the robot reports as faulty, and which cups it loses.
namespace ventosa::scenarios {

inline constexpr double kNever_s = -1;

class WatchedRun {
 public:
  WatchedRun(const Scenario& scenario, std::uint64_t seed);

  /// Advances by one control period. False at the end, and 1 s after a fall.
  bool advance();

  const JudgedRun& run() const { return run_; }
  double time_s() const { return run_.twin().time_s(); }
  double period_s() const { return scenario_.twin.control_period_s; }

  /// True if the robot reports a leg, or the robot as a whole, as faulty now: by `plan.reason` or
  /// `report.leg*.reason`, `report.leg*.failure`, `plan.imu` or `plan.camera`, an alarm, a fix or
  /// heading that it leaves out, or a trigger of the session. @{
  bool names_leg(int leg) const { return named_[static_cast<std::size_t>(leg)]; }
  bool names_body() const { return names_body_; }
  /// @}
  /// First leg that was reported without a fault; -1: none so far.
  int blamed_leg() const { return blamed_leg_; }
  /// Time when a leg's cup was first lost; kNever_s if it was not.
  double lost_s(int leg) const { return lost_s_[static_cast<std::size_t>(leg)]; }
  int n_legs() const { return scenario_.robot.nominal.n_legs(); }
  int n_lost() const;  ///< number of lost legs
  bool has_fallen() const { return fell_s_ != kNever_s; }
  bool is_still() const { return time_s() - moved_s_ > 5; }
  double travel_m() const;
  hal::Triggers triggers() const { return triggers_; }  ///< triggers of the robot or any leg so far
  double first_trigger_s() const { return first_trigger_s_; }

 private:
  const sim::Truth& truth() const { return run_.twin().truth(); }
  const controller::Diagnostics& plan() const { return run_.controller().diagnostics(); }
  void look_for_losses();
  void look_for_fall();
  void listen();
  int troubled_leg() const;
  void listen_to(std::size_t leg);
  void add(hal::Triggers latched);
  bool is_well(std::size_t leg) const;

  const Scenario& scenario_;
  JudgedRun run_;
  const controller::Vector3d start_W_;
  bool is_lost(std::size_t leg) const { return lost_s_[leg] != kNever_s; }

  controller::LegSet named_, broken_;
  controller::PerLeg<double> lost_s_;
  bool names_body_ = false;
  std::int32_t n_left_out_ = 0;  ///< fixes and headings left out so far
  int blamed_leg_ = -1;
  double fell_s_ = kNever_s, moved_s_ = 0, first_trigger_s_ = kNever_s;
  hal::Triggers triggers_{};
};

}  // namespace ventosa::scenarios
