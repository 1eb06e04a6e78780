#include "planner/stance_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ventosa::planner {
namespace {

/// Weight of the steps that are still needed against those that were made.
constexpr double kGreed = 6;
/// Way of a foot, and steps of the body's pose, that count as one step of those still needed; a
/// foot beside its goal counts for kBeside at least.
constexpr double kLongStep_m = 0.45, kBodySteps = 2, kBeside = 0.3;
/// Poses at which a candidate is tried.
constexpr std::size_t kTried = 2;

/// Number in [0, 1), a function of its arguments (splitmix64).
double noise(std::uint64_t seed, std::uint64_t k) {
  std::uint64_t x = seed * 0x9E3779B97F4A7C15ULL + k * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
}

std::vector<int> steps_to_goals(const PoseGraph& poses, const std::vector<Anchor>& goals) {
  std::vector<int> least(poses.size(), std::numeric_limits<int>::max());
  for (const Anchor& goal : goals) {
    const std::vector<int> steps = poses.distances(poses.all(), goal.vertex);
    for (std::size_t v = 0; v < steps.size(); ++v)
      if (steps[v] >= 0) least[v] = std::min(least[v], steps[v]);
  }
  return least;
}

}  // namespace

SearchProblem SearchProblem::turned_round() const {
  SearchProblem turned{
      .starts = goals, .goals = starts, .seed = seed, .budget = budget, .stop = stop};
  if (present) turned.goals.push_back(*present);
  return turned;
}

Found turned_round(const Found& found) {
  Found turned{.goal = found.goal};
  for (std::size_t k = found.choices.size(); k > 0; --k) {
    const Choice& choice = found.choices[k - 1];
    turned.choices.push_back(
        {choice.leg, found.stances[k - 1].at.place[choice.leg], choice.vertex});
  }
  return turned;
}

StanceSearch::StanceSearch(StanceGraph& graph, const PoseGraph& poses, HoldTable& table,
                           const Work& work, const SearchProblem& problem)
    : graph_(graph),
      poses_(poses),
      table_(table),
      work_(work),
      problem_(problem),
      body_left_(steps_to_goals(poses, problem.goals)) {}

std::size_t StanceSearch::n_legs() const { return table_.n_legs(); }

double StanceSearch::steps_left(const PerLeg<int>& place) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Anchor& goal : problem_.goals) {
    double sum = 0;
    for (std::size_t i = 0; i < n_legs(); ++i) {
      if (place[i] == goal.place[i]) continue;
      const FootPlace &at = table_.place(i, place[i]), &to = table_.place(i, goal.place[i]);
      sum += kBeside + std::hypot(to.along_m - at.along_m, to.aside_m - at.aside_m) / kLongStep_m;
    }
    least = std::min(least, sum);
  }
  return least;
}

bool StanceSearch::is_spent() const {
  const Work& most = problem_.budget;
  return problem_.stop.stop_requested() || work_.stances >= most.stances ||
         work_.holds >= most.holds || work_.loads >= most.loads;
}

void StanceSearch::expand(int k) {
  const Node& from = node(k);
  for (std::size_t i = 0; i < n_legs(); ++i) {
    PerLeg<int> place = from.stance.at.place;
    for (int to = 0; to < static_cast<int>(table_.places(i).size()); ++to) {
      if (to == from.stance.at.place[i]) continue;
      place[i] = to;
      const double left = steps_left(place) + from.body_left / kBodySteps;
      const std::size_t order = n_candidates_++;
      const double cost = from.n_steps + 1 + kGreed * left + noise(problem_.seed, order);
      open_.push({cost, order, k, {i, to}});
    }
  }
}

bool StanceSearch::is_known(const PerLeg<int>& place, int vertex) const {
  const auto same = known_.find(place);
  return same != known_.end() && std::ranges::any_of(same->second, [&](int k) {
           return nodes_[static_cast<std::size_t>(k)].stance.poses.contains(
               static_cast<std::size_t>(vertex));
         });
}

void StanceSearch::take(const Candidate& c) {
  PerLeg<int> place = node(c.node).stance.at.place;
  place[c.choice.leg] = c.choice.place;
  std::vector<int> vertices = graph_.vertices_for(node(c.node).stance, c.choice, body_left_);
  std::erase_if(vertices, [&](int v) { return is_known(place, v); });
  if (vertices.size() > kTried) vertices.resize(kTried);
  for (const int v : vertices) {
    const Choice choice{c.choice.leg, c.choice.place, v};
    Room missing;
    std::optional<Stance> next = graph_.step(node(c.node).stance, choice, missing);
    if (next) return enter(std::move(*next), c.node, choice);
  }
}

void StanceSearch::enter(Stance stance, int parent, const Choice& choice) {
  int left = std::numeric_limits<int>::max();
  for (const int v : stance.poses.members())
    left = std::min(left, body_left_[static_cast<std::size_t>(v)]);
  const int k = static_cast<int>(nodes_.size());
  known_[stance.at.place].push_back(k);
  nodes_.push_back({.stance = std::move(stance),
                    .parent = parent,
                    .choice = choice,
                    .n_steps = parent < 0 ? 0 : node(parent).n_steps + 1,
                    .body_left = static_cast<double>(left)});
  if (arrives(node(k))) return keep_found(k);
  expand(k);
}

/// True if a goal is reached by the body alone.
bool StanceSearch::arrives(Node& at) {
  return std::ranges::any_of(problem_.goals, [&](const Anchor& goal) {
    found_.goal = goal;
    return goal.place == at.stance.at.place &&
           graph_.walk_body(at.stance, goal.vertex, found_.last_way);
  });
}

void StanceSearch::keep_found(int k) {
  for (; node(k).parent >= 0; k = node(k).parent) {
    found_.choices.push_back(node(k).choice);
    found_.stances.push_back(node(k).stance);
  }
  found_.stances.push_back(node(k).stance);
  std::ranges::reverse(found_.choices);
  std::ranges::reverse(found_.stances);
}

void StanceSearch::follow(const Found& lead) {
  const auto begin = std::ranges::find_if(nodes_, [&](const Node& at) {
    return at.parent < 0 && at.stance.at.place == lead.goal.place;
  });
  auto k = static_cast<int>(begin - nodes_.begin());
  for (const Choice& choice : lead.choices) {
    auto next = graph_.step_anywhere(node(k).stance, choice, body_left_);
    if (!next || !found_.choices.empty()) return;
    const Choice taken{choice.leg, choice.place, next->at.vertex};
    enter(std::move(*next), k, taken);
    k = static_cast<int>(nodes_.size()) - 1;
  }
}

Found StanceSearch::run(const Found& lead) {
  if (problem_.present) enter(graph_.root(*problem_.present, problem_.robot), -1, {});
  for (const Anchor& start : problem_.starts)
    if (found_.choices.empty()) enter(graph_.root(start), -1, {});
  follow(lead);
  while (found_.choices.empty() && !open_.empty() && !is_spent()) {
    const Candidate next = open_.top();
    open_.pop();
    take(next);
  }
  return found_;
}

Furthest StanceSearch::furthest() {
  const auto left = [&](const Node& at) {
    return steps_left(at.stance.at.place) + at.body_left / kBodySteps;
  };
  Node& last = *std::ranges::min_element(nodes_, {}, left);
  Furthest found{.robot = last.stance.robot};
  found.missing.geometry.room = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n_legs(); ++i)
    for (int to = 0; to < static_cast<int>(table_.places(i).size()); ++to) {
      PerLeg<int> place = last.stance.at.place;
      place[i] = to;
      if (steps_left(place) >= steps_left(last.stance.at.place)) continue;
      for (const int v : graph_.vertices_for(last.stance, {i, to}, body_left_)) {
        Room missing;
        if (graph_.step(last.stance, {i, to, v}, missing)) continue;
        if (missing.least() <= found.missing.least()) continue;
        found.choice = {i, to};
        found.to = table_.place(i, to);
        found.is_tried = true;
        found.missing = missing;
      }
    }
  return found;
}

}  // namespace ventosa::planner
