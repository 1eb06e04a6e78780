#include "planner/planner.h"

#include <limits>

namespace ventosa::planner {
namespace {

const Patch& patch_at(const World& world, int k) {
  return world.surfaces.patch[static_cast<std::size_t>(k)];
}

void keep_steps(StanceGraph& graph, const Found& found, Plan& plan) {
  plan.outcome = Outcome::kFound;
  plan.start = found.stances.front().robot;
  for (std::size_t k = 1; k < found.stances.size(); ++k)
    plan.steps.push_back(graph.straightened(found.stances[k - 1].robot, found.stances[k].step));
  plan.steps.push_back(graph.straightened(found.stances.back().robot, found.last_way));
}

/// Most room of the robot in one of several stances.
Room most_room(StanceGraph& graph, const std::vector<Anchor>& anchors) {
  Room most{.geometry = {.room = -std::numeric_limits<double>::infinity()}};
  for (const Anchor& anchor : anchors) {
    const Room room = graph.stands(anchor);
    if (room.least() > most.least()) most = room;
    if (most.is_left()) break;
  }
  return most;
}

void give_up(StanceSearch& search, Plan& plan) {
  plan.furthest = search.furthest();
  plan.outcome = plan.furthest.spent ? Outcome::kSpent : Outcome::kExhausted;
}

/// Searches a plan between the stances of a problem.
void search(const World& world, const Standing& standing, const Setting& setting,
            const SearchProblem& problem, Plan& plan) {
  HoldTable table(world, standing.body, setting.poses(), setting.places(), plan.work);
  StanceGraph graph(world, standing.body, setting.poses(), table, plan.work);
  plan.outcome = Outcome::kNoStand;
  plan.standing = most_room(graph, problem.goals);
  if (!plan.standing.is_left()) return;
  Found lead;
  if (searches_backwards(problem.seed)) {
    const SearchProblem turned = problem.turned_round();
    StanceSearch backwards(graph, setting.poses(), table, plan.work, turned);
    lead = turned_round(backwards.run());
    if (lead.choices.empty()) return give_up(backwards, plan);
  }
  StanceSearch forwards(graph, setting.poses(), table, plan.work, problem);
  Found found = forwards.run(lead);
  if (found.choices.empty()) return give_up(forwards, plan);
  plan.is_from_present =
      problem.present && found.stances.front().at.place == problem.present->place;
  keep_steps(graph, shorten(graph, std::move(found), forwards.body_left()), plan);
}

}  // namespace

Bottleneck Plan::least() const {
  Bottleneck least{.margin = std::numeric_limits<double>::infinity()};
  for (const PlannedStep& step : steps)
    if (step.room.load.margin < least.margin) least = step.room.load;
  return least;
}

Plan plan(const World& world, const Standing& standing, const Question& question) {
  Plan plan;
  const auto edge = edge_between(patch_at(world, question.from), patch_at(world, question.to),
                                 standing.body.X_WB.translation());
  if (!edge) return plan;
  plan.edge = *edge;
  Setting setting(world, *edge, {question.from, question.to}, heading_in(*edge, standing.body.X_WB),
                  question.avoid);
  SearchProblem problem{.seed = question.seed, .budget = question.budget, .stop = question.stop};
  plan.outcome = Outcome::kNoStart;
  problem.present = setting.present(standing, problem.robot);
  if (standing.walks)
    problem.starts = setting.default_stances(Setting::Side::kBefore, plan.no_room);
  if (problem.starts.empty() && !problem.present) return plan;
  plan.outcome = Outcome::kNoGoal;
  problem.goals = setting.default_stances(Setting::Side::kBehind, plan.no_room);
  if (!problem.goals.empty()) search(world, standing, setting, problem, plan);
  return plan;
}

}  // namespace ventosa::planner
