#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/schema.h"
#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/format/scenario.h"
#include "scenarios/verdict/incidents.h"

namespace ventosa::scenarios {

/// Checks that every cup in a contact phase of the plan (stance, unloading, loading) is attached:
/// by its true state, else by its module's report. A cup that has truly slid farther than
/// kMostSlide_m since it attached, or whose vacuum has borne less than kLeastVacuum of its goal for
/// longer than it takes to come back after an interrupted release, kRecovers_s, counts as lost.
inline constexpr double kMostSlide_m = 0.02;
inline constexpr double kLeastVacuum = 0.1;
inline constexpr double kRecovers_s = 2;

class Detachments final : public IncidentWatch {
 public:
  static constexpr const char* kName = kCupsHold;

  Detachments(const Scenario& scenario, const std::vector<record::Column>& columns);

  bool has_parts() const override { return !feet_.empty(); }

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  /// Fails at the first lost cup that the scenario does not expect, or for an expected loss that
  /// did not occur.
  AssertResult result() const override;

 private:
  /// Columns of a cup's true state.
  struct TrueCup {
    std::size_t phase, let_go, slip, vacuum_force;
    bool holds(std::span<const double> row) const;
  };
  struct Foot {
    std::string leg;
    std::size_t phase;           ///< column of the plan's phase
    std::optional<TrueCup> cup;  ///< empty on a robot without a true state
    std::size_t report;          ///< column of its module's report
    bool expected = false;
    std::int64_t weak_ticks = 0;           ///< for which its vacuum has borne too little
    const char* how = "";                  ///< it was lost
    std::optional<std::int64_t> let_go{};  ///< first tick of the loss
  };
  static std::optional<TrueCup> true_cup(const std::string& cup,
                                         const std::vector<record::Column>& columns);
  static bool is_wrong(const Foot& foot);
  const Foot* first_wrong() const;

  const char* loss_of(const Foot& foot, std::span<const double> row) const;

  const double period_s_;
  const double least_vacuum_N_;
  std::vector<Foot> feet_;
  std::int64_t last_tick_ = 0;
};

}  // namespace ventosa::scenarios
