#include "planner/shorten.h"

#include <optional>

namespace ventosa::planner {
namespace {

/// The plan without its k-th choice; no value: it is needed.
std::optional<Found> without(StanceGraph& graph, const Found& found, std::size_t k,
                             const std::vector<int>& body_left) {
  Found shorter{.goal = found.goal};
  const auto n = static_cast<std::ptrdiff_t>(k);
  shorter.choices = found.choices;
  shorter.choices.erase(shorter.choices.begin() + n);
  shorter.stances.assign(found.stances.begin(), found.stances.begin() + n + 1);
  for (std::size_t next = k; next < shorter.choices.size(); ++next) {
    auto stance = graph.step_anywhere(shorter.stances.back(), shorter.choices[next], body_left);
    if (!stance) return std::nullopt;
    shorter.choices[next].vertex = stance->at.vertex;
    shorter.stances.push_back(std::move(*stance));
  }
  Stance& last = shorter.stances.back();
  if (last.at.place != found.goal.place ||
      !graph.walk_body(last, found.goal.vertex, shorter.last_way))
    return std::nullopt;
  return shorter;
}

}  // namespace

Found shorten(StanceGraph& graph, Found found, const std::vector<int>& body_left) {
  for (std::size_t k = 0; k < found.choices.size();) {
    auto shorter = without(graph, found, k, body_left);
    if (!shorter)
      ++k;
    else
      found = std::move(*shorter);
  }
  return found;
}

}  // namespace ventosa::planner
