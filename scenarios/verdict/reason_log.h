#pragma once

#include <array>
#include <string>
#include <vector>

#include "controller/diagnostics.h"
#include "record/row_sink.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// An interval in which the robot did less than requested.
struct Hindrance {
  double from_s = 0, to_s = 0;
  controller::Reason reason = controller::Reason::kNone;
  std::string leg{};               ///< leg that is refused or faulty; empty: no particular leg
  int joint = -1;                  ///< index of the faulty joint, from 0; -1: none
  int joint_number = 0;            ///< number of the faulty joint in messages
  controller::Bottleneck least{};  ///< limit that a refused lift would exceed
  std::string least_leg{};
  controller::Vector3d travel_B0 =
      controller::Vector3d::Zero();  ///< [m] displacement since the start; NaN: unknown
};

/// For example "lift_refused front_left, for peel of rear_left (margin -0.04)".
std::string reason_text(const Hindrance& hindrance);
/// For example "2.31 s to 4.3 s: lift_refused front_left, for peel of rear_left (margin -0.04),
/// 60 mm from the start".
std::string to_text(const Hindrance& hindrance);

/// Collects the reasons of `plan.reason`, and faults that occur while the plan reports a worse one,
/// in a leg (`report.leg*.failure`, and `reason` for a fault of a cup; `plan.leg*.alarm`), in the
/// IMU (`plan.imu`) or in the camera (`plan.camera`).
class ReasonLog : public record::RowSink {
 public:
  ReasonLog(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  static constexpr std::size_t kMost = 50;  ///< largest number stored; more are only counted
  const std::vector<Hindrance>& hindrances() const { return hindrances_; }
  std::size_t n_hindrances() const { return n_; }

 private:
  static constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);

  /// A part of the robot that has a fault signal of its own.
  struct Part {
    controller::Reason (*read)(double);
    std::size_t column = 0;
    int leg = -1;  ///< -1: part of the body
    controller::Reason last = controller::Reason::kNone;
    bool recorded = false;         ///< recorded since it began
    std::size_t entry = kNoEntry;  ///< entry of this part
  };

  void hear_plan(double time_s, std::span<const double> row);
  void hear(Part& part, double time_s, std::span<const double> row);
  std::size_t add(const Hindrance& hindrance);
  void prolong(std::size_t entry, double time_s);
  Hindrance read(double time_s, std::span<const double> row) const;
  Hindrance read(const Part& part, double time_s, std::span<const double> row) const;
  Hindrance at(double time_s, controller::Reason reason, std::span<const double> row) const;
  void set_joint(double leg, std::span<const double> row, Hindrance& h) const;
  std::string leg_name(double index) const;

  const double period_s_;
  std::vector<controller::Leg> legs_;
  std::size_t reason_, refused_leg_, activity_, request_leg_, lift_leg_, lift_limit_, lift_margin_;
  std::optional<std::size_t> travel_;      ///< empty without a twin
  std::vector<std::size_t> faulty_joint_;  ///< columns, by leg
  std::vector<Part> parts_;
  std::vector<Hindrance> hindrances_;
  controller::Reason last_ = controller::Reason::kNone;  ///< last reason of the plan
  std::string last_leg_;                                 ///< leg of the last reason
  std::size_t entry_ = kNoEntry;
  std::size_t n_ = 0;
};

}  // namespace ventosa::scenarios
