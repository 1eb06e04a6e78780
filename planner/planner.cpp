#include "planner/planner.h"

#include <limits>
#include <utility>

namespace ventosa::planner {
namespace {

const Patch& patch_at(const World& world, int k) {
  return world.surfaces.patch[static_cast<std::size_t>(k)];
}

/// Room of the robot in the best of several stances: one in which legs and body fit, then the one
/// with most room.
Room best_room(StanceGraph& graph, const std::vector<Anchor>& anchors) {
  const auto rank = [](const Room& room) {
    return std::pair(room.geometry.room >= 0, room.least());
  };
  Room best{.geometry = {.room = -std::numeric_limits<double>::infinity()}};
  for (const Anchor& anchor : anchors) {
    const Room room = graph.stands(anchor);
    if (rank(room) > rank(best)) best = room;
    if (best.is_left()) break;
  }
  return best;
}

/// The searches of one plan, backwards and forwards, over the same tables.
struct Search {
  const Setting& setting;
  const SearchProblem& problem;
  HoldTable& table;
  StanceGraph& graph;
  Plan& plan;

  StanceSearch over(const SearchProblem& asked) const {
    return {graph, setting.poses(), table, plan.work, asked};
  }
  void end(const StanceSearch& search) const;
  /// @return no choices: nothing was found
  Found find(bool backwards, const Work& limit) const;
  void keep(const Found& found) const;
};

/// A search has found nothing. If it has looked at every stance, that is the answer, whichever way
/// it went.
void Search::end(const StanceSearch& search) const {
  if (plan.outcome == Outcome::kExhausted) return;
  plan.outcome = search.is_spent() ? Outcome::kSpent : Outcome::kExhausted;
}

/// Steps that were found backwards lead a search forwards, which judges them again.
Found Search::find(bool backwards, const Work& limit) const {
  SearchProblem asked = problem;
  asked.budget = limit;
  Found lead;
  if (backwards) {
    const SearchProblem turned = asked.turned_round();
    StanceSearch back = over(turned);
    lead = turned_round(back.run());
    if (lead.choices.empty()) return end(back), lead;
  }
  StanceSearch forwards = over(asked);
  Found found = forwards.run(lead);
  if (!found.choices.empty()) return shorten(graph, std::move(found), forwards.body_left());
  plan.furthest = forwards.furthest();
  end(forwards);
  return found;
}

/// Keeps steps if they have more margin than those of the plan.
void Search::keep(const Found& found) const {
  Plan other;
  for (std::size_t k = 1; k < found.stances.size(); ++k)
    other.steps.push_back(graph.straightened(found.stances[k - 1].robot, found.stances[k].step));
  other.steps.push_back(graph.straightened(found.stances.back().robot, found.last_way));
  if (!plan.steps.empty() && other.least().margin <= plan.least().margin) return;
  plan.steps = std::move(other.steps);
  plan.start = found.stances.front().robot;
  plan.is_from_present =
      problem.present && found.stances.front().at.place == problem.present->place;
}

/// The work that was done, and a share of a budget.
Work further(const Work& done, const Work& budget, int share) {
  return {.stances = done.stances + budget.stances / share,
          .holds = done.holds + budget.holds / share,
          .loads = done.loads + budget.loads / share};
}

/// Searches a plan between the stances of a problem, both ways. Once there is an answer, the
/// other way has an eighth of the budget.
void search(const World& world, const Standing& standing, const Setting& setting,
            const SearchProblem& problem, Plan& plan) {
  constexpr int kEighth = 8;
  HoldTable table(world, standing.body, setting.poses(), setting.places(), plan.work);
  StanceGraph graph(world, standing.body, setting.poses(), table, plan.work);
  plan.outcome = Outcome::kNoStand;
  plan.standing = best_room(graph, problem.goals);
  if (!plan.standing.is_left()) return;
  const Search searches{setting, problem, table, graph, plan};
  const bool first = problem.seed % 2 == 1;
  for (const bool backwards : {first, !first}) {
    const bool is_answered = !plan.steps.empty() || plan.outcome == Outcome::kExhausted;
    const int share = is_answered ? kEighth : 1;
    const Found found = searches.find(backwards, further(plan.work, problem.budget, share));
    if (!found.choices.empty()) searches.keep(found);
  }
  if (!plan.steps.empty()) plan.outcome = Outcome::kFound;
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
