#include "papers/figures.h"

#include <algorithm>
#include <string_view>

#include "scenarios/assertions/incident_kinds.h"

namespace ventosa::papers {
namespace {

/// A walker that has touched the ground with body or links, or is tilted too far, fell.
bool is_fall(const scenarios::AssertResult& result) {
  const auto kinds = scenarios::incident_kinds();
  return !result.pass &&
         std::any_of(kinds.begin(), kinds.end(), [&](const scenarios::IncidentKind& kind) {
           const std::string_view key = kind.key;
           return kind.name == result.name && (key == "contact_N" || key == "tilt_rad");
         });
}

/// With the paper's number, if it has one: "0 front_left".
std::string name_of(const GaitChart& chart, const controller::RobotModel& robot, int leg) {
  const std::string& name = robot.leg[static_cast<std::size_t>(leg)].name;
  return chart.first_leg ? std::to_string(*chart.first_leg + leg) + " " + name : name;
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
  figure.caption += (figure.caption.empty() ? "" : " ") + verdict.scenario + " (" + verdict.robot +
                    "), seed " + std::to_string(verdict.seed) + ".";
  if (verdict.outcome == scenarios::Outcome::kPass) return figure;
  const bool fell = std::any_of(verdict.asserts.begin(), verdict.asserts.end(), is_fall);
  figure.title += fell ? " (THE ROBOT FELL)" : " (THE RUN FAILED)";
  figure.caption = "Failed: " + failures_of(verdict) + ". " + figure.caption;
  return figure;
}

record::Figure to_figure(const GaitChart& chart, const models::Robot& robot) {
  const controller::Gait& gait = gait_of(robot, chart.gait);
  std::vector<record::BarRow> rows;
  for (int leg = 0; leg < robot.nominal.n_legs(); ++leg) {
    rows.push_back(bars_of(gait, leg));
    rows.back().name = name_of(chart, robot.nominal, leg);
  }
  return {.title = chart.title,
          .caption = chart.caption,
          .x = {"time", "steps of the cycle", true},
          .panels = {{{"leg in the air", ""}, rows}}};
}

std::vector<std::string> figure_names(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const FigureSpec& figure : experiment.figures) names.push_back(figure.name);
  for (const GaitChart& chart : experiment.charts) names.push_back(chart.name);
  return names;
}

}  // namespace ventosa::papers
