#pragma once

#include <array>
#include <string>
#include <vector>

#include "controller/diagnostics.h"
#include "record/row_sink.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// Once that the robot did less than it was asked to do.
struct Hindrance {
  double from_s = 0, to_s = 0;
  controller::Reason reason = controller::Reason::kNone;
  std::string leg{};               ///< that is refused or in trouble; empty: none in particular
  int joint = -1;                  ///< of it, counted from 0, whose drive has a fault; -1: none
  controller::Bottleneck least{};  ///< what would give way, of a refused lift
  std::string least_leg{};
  controller::Vector3d travel_B0 =
      controller::Vector3d::Zero();  ///< [m] where: way from the start; NaN: unknown
};

/// "lift_refused front_left, for cup_peel of rear_left (margin -0.04)"
std::string reason_text(const Hindrance& hindrance);
/// "2.31 s to 4.3 s: lift_refused front_left, for cup_peel of rear_left (margin -0.04), 60 mm from
/// the start"
std::string to_text(const Hindrance& hindrance);

/// Collects why the robot did less, from `plan.reason`; and what fails meanwhile in a leg
/// (`report.leg*.failure`, and `reason` where a cup is to blame), the IMU (`plan.imu`) or the
/// camera (`plan.camera`) while the plan names something worse.
class ReasonLog : public record::RowSink {
 public:
  ReasonLog(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  static constexpr std::size_t kMost = 50;  ///< kept; others are only counted
  const std::vector<Hindrance>& hindrances() const { return hindrances_; }
  std::size_t n_hindrances() const { return n_; }

 private:
  static constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);

  /// What a part tells of itself.
  struct Part {
    controller::Reason (*read)(double);
    std::size_t column = 0;
    int leg = -1;  ///< none: of the body
    controller::Reason last = controller::Reason::kNone;
    bool told = false;             ///< by the plan, since it began
    std::size_t entry = kNoEntry;  ///< of its own
  };

  void hear_plan(double time_s, std::span<const double> row);
  void hear(Part& part, double time_s, std::span<const double> row);
  std::size_t add(const Hindrance& hindrance);
  void prolong(std::size_t entry, double time_s);
  Hindrance read(double time_s, std::span<const double> row) const;
  Hindrance read(const Part& part, double time_s, std::span<const double> row) const;
  Hindrance at(double time_s, controller::Reason reason, std::span<const double> row) const;
  int faulty_joint(double leg, std::span<const double> row) const;
  std::string leg_name(double index) const;

  const double period_s_;
  std::vector<std::string> legs_;
  std::size_t reason_, refused_leg_, activity_, request_leg_, lift_leg_, lift_limit_, lift_margin_;
  std::optional<std::size_t> travel_;      ///< no robot tells it
  std::vector<std::size_t> faulty_joint_;  ///< columns, by leg
  std::vector<Part> parts_;
  std::vector<Hindrance> hindrances_;
  controller::Reason last_ = controller::Reason::kNone;  ///< of the plan
  std::string last_leg_;                                 ///< that it was about
  std::size_t entry_ = kNoEntry;
  std::size_t n_ = 0;
};

}  // namespace ventosa::scenarios
