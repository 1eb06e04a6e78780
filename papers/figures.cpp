#include "papers/figures.h"

#include <algorithm>

namespace ventosa::papers {
namespace {

std::string failure_of(const scenarios::Verdict& verdict) {
  if (!verdict.message.empty()) return verdict.message;
  const auto failed = std::find_if(verdict.asserts.begin(), verdict.asserts.end(),
                                   [](const scenarios::AssertResult& each) { return !each.pass; });
  return failed == verdict.asserts.end() ? name(verdict.outcome) : failed->name;
}

/// Successive rows are one bar.
record::BarRow bars_of(const controller::Gait& gait, int leg) {
  record::BarRow bars;
  for (int row = 0; row < static_cast<int>(gait.row.size()); ++row) {
    if (!controller::airborne_in(gait, row).test(static_cast<std::size_t>(leg))) continue;
    if (bars.bars.empty() || bars.bars.back().to < row) bars.bars.push_back({double(row), 0});
    bars.bars.back().to = row + 1;
  }
  return bars;
}

}  // namespace

record::Figure finished(const Watch::Drawing& drawing, const scenarios::Verdict& verdict) {
  record::Figure figure = drawing.figure;
  if (verdict.outcome != scenarios::Outcome::kPass)
    figure.title += " (FAILED: " + failure_of(verdict) + ")";
  return figure;
}

record::Figure to_figure(const GaitChart& chart, const models::Robot& robot) {
  const controller::Gait& gait = gait_of(robot, chart.gait);
  std::vector<record::BarRow> rows;
  for (int leg = 0; leg < robot.nominal.n_legs(); ++leg) {
    rows.push_back(bars_of(gait, leg));
    rows.back().name = robot.nominal.leg[static_cast<std::size_t>(leg)].name;
  }
  return {.title = chart.title,
          .caption = chart.caption,
          .x = {"time", "steps of the cycle"},
          .panels = {{{"leg in the air", ""}, rows}}};
}

std::vector<std::string> figure_names(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const FigureSpec& figure : experiment.figures) names.push_back(figure.name);
  for (const GaitChart& chart : experiment.charts) names.push_back(chart.name);
  return names;
}

}  // namespace ventosa::papers
