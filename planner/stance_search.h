#pragma once

#include <map>
#include <optional>
#include <queue>
#include <stop_token>
#include <vector>

#include "planner/stance_graph.h"

namespace ventosa::planner {

/// Stances between which a way is searched, and the search's options.
struct SearchProblem {
  std::vector<Anchor> starts{}, goals{};
  /// The stance of a robot that stands already: one more start.
  std::optional<Anchor> present{};
  PlannedRobot robot{};    ///< the robot in that stance
  std::uint64_t seed = 1;  ///< order of the stances among those that are about equally good
  Work budget{};
  std::stop_token stop{};

  /// From the goals to the starts.
  SearchProblem turned_round() const;
};

/// Steps that lead from one of the starts to one of the goals.
struct Found {
  std::vector<Choice> choices{};  ///< empty: none was found
  std::vector<Stance> stances{};  ///< the start, then the stance after each choice
  Anchor goal{};
  PlannedStep last_way{};  ///< of the body, to the goal's pose
};

/// The same steps backwards, without stances.
Found turned_round(const Found& found);

/// Why a search found no steps.
struct Furthest {
  PlannedRobot robot{};   ///< in the stance from which the fewest steps were left
  Choice choice{};        ///< the step from it that missed the least
  FootPlace to{};         ///< its place
  bool is_tried = false;  ///< false: no step towards a goal has a pose of the body at all
  Room missing{};         ///< room of that step, negative in one of both
};

/// Best-first search over stances, from starts to goals. The cost of a stance is the number of
/// steps so far, and several times those that are still needed by the distances of feet and body.
class StanceSearch {
 public:
  StanceSearch(StanceGraph& graph, const PoseGraph& poses, HoldTable& table, const Work& work,
               const SearchProblem& problem);

  /// @param lead  steps that are tried first, one after the other from the start of that number
  Found run(const Found& lead = {});
  /// True if it ended early, not for lack of stances.
  bool is_spent() const;
  /// After a search in vain.
  Furthest furthest();
  /// Steps of the body's pose that are left to a goal from each vertex, regardless of the feet.
  const std::vector<int>& body_left() const { return body_left_; }

 private:
  struct Node {
    Stance stance{};
    int parent = -1;
    Choice choice{};
    int n_steps = 0;
    double body_left = 0;
  };
  struct Candidate {
    double cost = 0;
    std::size_t order = 0;
    int node = 0;
    Choice choice{};

    bool operator<(const Candidate& other) const {  // a priority queue gives the largest first
      return cost != other.cost ? cost > other.cost : order > other.order;
    }
  };

  Node& node(int k) { return nodes_[static_cast<std::size_t>(k)]; }
  std::size_t n_legs() const;
  void enter(Stance stance, int parent, const Choice& choice);
  bool arrives(Node& at);
  void follow(const Found& lead);
  void expand(int k);
  void take(const Candidate& candidate);
  bool is_known(const PerLeg<int>& place, int vertex) const;
  double steps_left(const PerLeg<int>& place) const;
  void keep_found(int k);

  StanceGraph& graph_;
  const PoseGraph& poses_;
  HoldTable& table_;
  const Work& work_;
  const SearchProblem& problem_;
  std::vector<int> body_left_{};
  std::vector<Node> nodes_{};
  std::map<PerLeg<int>, std::vector<int>> known_{};  ///< nodes by the places of their feet
  std::priority_queue<Candidate> open_{};
  std::size_t n_candidates_ = 0;
  Found found_{};
};

}  // namespace ventosa::planner
