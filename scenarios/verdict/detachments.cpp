#include "scenarios/verdict/detachments.h"

#include <algorithm>

#include "controller/model/module_report.h"
#include "scenarios/assertions/recorded_state.h"
#include "scenarios/assertions/signal_column.h"
#include "sim/cups/cup_phase.h"

namespace ventosa::scenarios {

std::optional<Detachments::TrueCup> Detachments::true_cup(
    const std::string& cup, const std::vector<record::Column>& columns) {
  if (!has_truth(columns)) return std::nullopt;
  return TrueCup{column_of(cup + ".phase", columns), column_of(cup + ".let_go", columns),
                 column_of(cup + ".slip", columns), column_of(cup + ".vacuum_force", columns)};
}

bool Detachments::TrueCup::holds(std::span<const double> row) const {
  return enumerator<sim::CupPhase>(row[phase]) != sim::CupPhase::kFree && row[let_go] == 0;
}

/// On a robot without a true state the faults of a scenario do not happen: nothing must be lost.
bool Detachments::is_wrong(const Foot& foot) {
  const bool is_due = foot.expected && foot.cup;
  return foot.let_go ? !foot.expected : is_due;
}

Detachments::Detachments(const Scenario& scenario, const std::vector<record::Column>& columns)
    : period_s_(scenario.twin.control_period_s),
      least_vacuum_N_(kLeastVacuum * scenario.controller.cup_goal_force_N) {
  for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i) {
    if (!scenario.robot.nominal.leg[i].cup()) continue;
    const std::string leg = "leg" + std::to_string(i);
    feet_.push_back({.leg = scenario.robot.nominal.leg[i].name,
                     .phase = column_of("plan." + leg + ".phase", columns),
                     .cup = true_cup("truth." + leg + ".cup", columns),
                     .report = column_of("report." + leg + ".attached", columns),
                     .expected = scenario.expected.detach[i]});
  }
}

/// How the cup is lost, null if it holds.
const char* Detachments::loss_of(const Foot& foot, std::span<const double> row) const {
  if (!foot.cup) return row[foot.report] != 0 ? nullptr : " lost";
  if (!foot.cup->holds(row)) return " lost";
  if (row[foot.cup->slip] > kMostSlide_m) return " slipped by 20 mm";
  const double weak_s = static_cast<double>(foot.weak_ticks) * period_s_;
  return weak_s > kRecovers_s ? " lost its vacuum" : nullptr;
}

bool Detachments::take(std::int64_t tick, std::span<const double> row) noexcept {
  last_tick_ = tick;
  for (Foot& foot : feet_) {
    const bool wanted =
        controller::is_contact_phase(enumerator<controller::FootPhase>(row[foot.phase]));
    const bool weak = foot.cup && !(row[foot.cup->vacuum_force] >= least_vacuum_N_);
    foot.weak_ticks = wanted && weak ? foot.weak_ticks + 1 : 0;
    const char* const loss = loss_of(foot, row);
    if (!wanted || loss == nullptr || foot.let_go) continue;
    foot.let_go = tick;
    foot.how = loss;
  }
  return true;
}

/// Part that decides the result: the first loss that was not expected, otherwise an expected loss
/// that did not occur.
const Detachments::Foot* Detachments::first_wrong() const {
  const Foot* wrong = nullptr;
  for (const Foot& foot : feet_) {
    if (!is_wrong(foot)) continue;
    const auto when = [](const Foot& each) { return each.let_go.value_or(INT64_MAX); };
    if (wrong == nullptr || when(foot) < when(*wrong)) wrong = &foot;
  }
  return wrong;
}

AssertResult Detachments::result() const {
  AssertResult result{.name = kName, .unit = "1"};
  result.value = static_cast<double>(std::count_if(feet_.begin(), feet_.end(), is_wrong));
  result.pass = result.value == 0;
  const Foot* const wrong = first_wrong();
  if (wrong == nullptr) return result;
  result.worst_s = static_cast<double>(wrong->let_go.value_or(last_tick_)) * period_s_;
  result.worst_signal = wrong->leg + (wrong->let_go ? wrong->how : " expected to be lost");
  return result;
}

}  // namespace ventosa::scenarios
