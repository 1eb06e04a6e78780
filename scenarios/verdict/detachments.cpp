#include "scenarios/verdict/detachments.h"

#include <algorithm>

#include "controller/model/module_report.h"
#include "scenarios/assertions/signal_column.h"
#include "sim/cups/cup_phase.h"

namespace ventosa::scenarios {

Detachments::Detachments(const Scenario& scenario, const std::vector<record::Column>& columns)
    : period_s_(scenario.twin.control_period_s) {
  for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i) {
    const std::string leg = "leg" + std::to_string(i);
    if (!find_column("truth." + leg + ".cup.phase", columns)) continue;  // the leg has no cup
    feet_.push_back({.leg = scenario.robot.nominal.leg[i].name,
                     .phase = column_of("plan." + leg + ".phase", columns),
                     .cup_phase = column_of("truth." + leg + ".cup.phase", columns),
                     .cup_let_go = column_of("truth." + leg + ".cup.let_go", columns),
                     .cup_slip = column_of("truth." + leg + ".cup.slip", columns),
                     .expected = scenario.expected.detach[i]});
  }
}

bool Detachments::take(std::int64_t tick, std::span<const double> row) noexcept {
  last_tick_ = tick;
  for (Foot& foot : feet_) {
    const bool wanted =
        controller::is_contact_phase(enumerator<controller::FootPhase>(row[foot.phase]));
    const bool held = enumerator<sim::CupPhase>(row[foot.cup_phase]) != sim::CupPhase::kFree &&
                      row[foot.cup_let_go] == 0;
    const bool slides = held && row[foot.cup_slip] > kMostSlide_m;
    if (!wanted || (held && !slides) || foot.let_go) continue;
    foot.let_go = tick;
    foot.slid = slides;
  }
  return true;
}

/// Part that decides the result: the first loss that was not expected, otherwise an expected loss
/// that did not occur.
const Detachments::Foot* Detachments::first_wrong() const {
  const Foot* wrong = nullptr;
  for (const Foot& foot : feet_) {
    if (foot.expected == foot.let_go.has_value()) continue;
    const auto when = [](const Foot& each) { return each.let_go.value_or(INT64_MAX); };
    if (wrong == nullptr || when(foot) < when(*wrong)) wrong = &foot;
  }
  return wrong;
}

AssertResult Detachments::result() const {
  const auto is_wrong = [](const Foot& foot) { return foot.expected != foot.let_go.has_value(); };
  AssertResult result{.name = kName, .unit = "1"};
  result.value = static_cast<double>(std::count_if(feet_.begin(), feet_.end(), is_wrong));
  result.pass = result.value == 0;
  const Foot* const wrong = first_wrong();
  if (wrong == nullptr) return result;
  result.worst_s = static_cast<double>(wrong->let_go.value_or(last_tick_)) * period_s_;
  result.worst_signal = wrong->leg + (!wrong->let_go ? " expected to be lost"
                                      : wrong->slid  ? " slipped by 20 mm"
                                                     : " lost");
  return result;
}

}  // namespace ventosa::scenarios
