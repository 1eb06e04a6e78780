#include "papers/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/input_error.h"
#include "models/spelling.h"

namespace ventosa::papers {
namespace {

double number_of(const GaitNumber& number, const FindRobot& find_robot) {
  const models::Robot robot = find_robot(number.robot);
  const controller::Gait& gait = gait_of(robot, number.gait);
  if (number.kind == GaitNumber::Kind::kRows) return static_cast<double>(gait.row.size());
  int most = 0;
  for (int row = 0; row < static_cast<int>(gait.row.size()); ++row)
    most = std::max(most, static_cast<int>(controller::airborne_in(gait, row).count()));
  return most;
}

/// Takes the values of an experiment's measures in their order.
class Values {
 public:
  explicit Values(const std::vector<Tally>& tallies) : next_(tallies.begin()) {}
  double take(const Measure& measure) { return (next_++)->value(measure.statistic); }

 private:
  std::vector<Tally>::const_iterator next_;
};

double measured(const Line& line, Values& values, const FindRobot& find_robot) {
  const auto* measure = std::get_if<Measure>(&line.ours);
  double ours = measure != nullptr ? values.take(*measure)
                                   : number_of(std::get<GaitNumber>(line.ours), find_robot);
  if (line.minus) ours -= values.take(*line.minus);
  return line.factor * (line.over ? ours / values.take(*line.over) : ours);
}

bool needs_failed_run(const Line& line, const Outcome& outcome) {
  const auto* ours = std::get_if<Measure>(&line.ours);
  return (ours != nullptr && has_failed(outcome, ours->run)) ||
         (line.minus && has_failed(outcome, line.minus->run)) ||
         (line.over && has_failed(outcome, line.over->run));
}

Judgement judgement_of(const Line& line, double ours) {
  if (!std::isfinite(ours)) return Judgement::kFailed;
  if (line.better && line.better->holds(ours)) return Judgement::kBetter;
  if (!line.reproduced) return line.better ? Judgement::kNotReproducible : Judgement::kOpen;
  return line.reproduced->holds(ours) ? Judgement::kReproduced : Judgement::kNotReproducible;
}

}  // namespace

const char* name(Judgement judgement) {
  switch (judgement) {
    case Judgement::kReproduced:
      return "reproduced";
    case Judgement::kBetter:
      return "better";
    case Judgement::kNotReproducible:
      return "not reproducible";
    case Judgement::kOpen:
      return "left open";
    case Judgement::kFailed:
      return "failed";
  }
  return "";
}

std::string failures_of(const scenarios::Verdict& verdict) {
  if (verdict.outcome == scenarios::Outcome::kPass) return "";
  std::string text = verdict.message;
  for (const scenarios::AssertResult& each : verdict.asserts)
    if (!each.pass) text += (text.empty() ? "" : ", ") + each.name;
  return text;
}

bool has_failed(const Outcome& outcome, const std::string& run) {
  const std::vector<scenarios::Verdict>& verdicts = outcome.verdicts.at(run);
  return std::any_of(verdicts.begin(), verdicts.end(), [](const scenarios::Verdict& verdict) {
    return verdict.outcome != scenarios::Outcome::kPass;
  });
}

const controller::Gait& gait_of(const models::Robot& robot, const std::string& gait) {
  std::vector<std::string> names;
  for (const controller::Gait& each : robot.nominal.gait) {
    if (each.name == gait) return each;
    names.push_back(each.name);
  }
  const std::string meant(models::closest(gait, names));
  throw models::InputError("", gait, "must be a gait of " + robot.nominal.name,
                           meant.empty() ? "" : "did you mean " + meant + "?");
}

std::vector<Compared> compare(const Outcome& outcome, const FindRobot& find_robot) {
  Values values(outcome.tallies);
  std::vector<Compared> compared;
  for (const Line& line : outcome.experiment->lines) {
    const double ours = measured(line, values, find_robot);
    compared.push_back(
        {&line, ours,
         needs_failed_run(line, outcome) ? Judgement::kFailed : judgement_of(line, ours)});
  }
  return compared;
}

}  // namespace ventosa::papers
