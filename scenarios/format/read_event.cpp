#include "scenarios/format/read_event.h"

#include <algorithm>

#include "models/spelling.h"
#include "scenarios/format/read_breakage.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using controller::FootPhase;
using models::Node;

namespace {

/// Reason why a motion cannot end like this; null if it can.
const char* objection(const TimedGoal& goal, Ending is) {
  if (std::holds_alternative<Hold>(goal.motion)) return "is a hold, which has no end";
  if (is == Ending::kRefused) return nullptr;
  const bool is_task = std::holds_alternative<LegTask>(goal.motion);
  if (is == Ending::kDone)
    return is_task ? nullptr : "is a motion of the body: it is arrived or refused";
  if (is_task) return "is a task of a leg: it is done or refused";
  if (std::holds_alternative<Move>(goal.motion)) return "is a move, which has no end";
  const auto* walk = std::get_if<Walk>(&goal.motion);
  if (walk != nullptr && walk->distance_m <= 0) return "is a walk without distance_m, without end";
  return goal.pd ? nullptr : "has pd: false, so nothing leads the body to its end";
}

int read_waypoint(const Node& node, const TimedGoal& goal, Ending is) {
  const auto* points = std::get_if<Waypoints>(&goal.motion);
  if (points == nullptr) node.fail("needs an entry with waypoints");
  if (is != Ending::kArrived) node.fail("needs is: arrived", "a point is passed or not");
  return node.as_int(0, static_cast<int>(points->p_B0.size()) - 1);
}

double read_delay_s(const Node& node, double duration_s) {
  const auto delay = node.find("delay_s");
  if (!delay) return 0;
  const double delay_s = delay->as_double(models::between(0, kLongestPart_s));
  if (delay_s >= duration_s)
    delay->fail("is longer than the run, " + models::decimal(duration_s, 6) + " s",
                "a shorter delay, or a longer duration_s");
  return delay_s;
}

std::string text_of(const After& after, const std::string& name) {
  const std::string point =
      after.waypoint < 0 ? "" : "waypoint " + std::to_string(after.waypoint) + " of ";
  return point + name + " is " + std::string(controller::name(after.is));
}

bool detaches(const std::vector<TimedGoal>& goals, int leg) {
  return std::any_of(goals.begin(), goals.end(), [leg](const TimedGoal& goal) {
    const auto* task = std::get_if<LegTask>(&goal.motion);
    return task != nullptr && task->request.leg == leg &&
           task->request.kind == controller::TaskKind::kDetach;
  });
}

bool attaches(const std::vector<TimedGoal>& goals, int leg) {
  return std::any_of(goals.begin(), goals.end(), [leg](const TimedGoal& goal) {
    const auto* task = std::get_if<LegTask>(&goal.motion);
    return task != nullptr && task->request.leg == leg &&
           task->request.kind == controller::TaskKind::kAttach;
  });
}

bool walks(const TimedGoal& goal) {
  return std::holds_alternative<Walk>(goal.motion) ||
         std::holds_alternative<Waypoints>(goal.motion);
}

}  // namespace

EventReader::EventReader(const Node& script, const controller::RobotModel& robot, bool clamped,
                         const RunTimes& times)
    : robot_(robot), clamped_(clamped), times_(times) {
  int index = 0;
  for (const Node& entry : script.elements()) {
    if (entry.is_map())
      if (const auto name = entry.find("name")) names_.emplace(name->as_name(), index);
    ++index;
  }
}

bool EventReader::read(const Node& entry, int index, const std::vector<TimedGoal>& goals) {
  const auto at = entry.find("at_s"), after = entry.find("after"), when = entry.find("when");
  check_name(entry, index);
  if (at && (after || when))
    (after ? after : when)->fail("excludes at_s", "an entry begins at a time or by an event");
  if (after && when) when->fail("excludes after", "an entry waits for one event");
  if (!at && !after && !when)
    entry.fail("needs at_s, after or when", "e.g. at_s: 1, or after: {entry: NAME, is: arrived}");
  read_.reset();
  if (!at) read_ = read_waiting(entry, index, goals);
  return read_.has_value();
}

void EventReader::check_name(const Node& entry, int index) const {
  const auto name = entry.find("name");
  if (!name || names_.at(name->as_string()) == index) return;
  name->fail("is the name of script[" + std::to_string(names_.at(name->as_string())) + "], too",
             "a name of its own");
}

Event EventReader::read_waiting(const Node& entry, int index, const std::vector<TimedGoal>& goals) {
  if (events_.size() + 1 >= kMostEvents)
    entry.fail("is one of more than " + std::to_string(kMostEvents - 1) +
                   " entries that wait for an event",
               "give some of them an at_s");
  const auto name = entry.find("name"), after = entry.find("after");
  const Node node = after ? *after : entry.at("when");
  Event event{.entry = index,
              .delay_s = read_delay_s(node, times_.duration_s),
              .not_before_s = any_timed_ ? last_s_ + times_.period_s : 0,
              .label = name ? name->as_string() : "script[" + std::to_string(index) + "]"};
  if (!after) {
    const When what = read_when(node, goals);
    event.what = what;
    event.text = robot_.leg[static_cast<std::size_t>(what.leg)].name + " is in " +
                 std::string(controller::name(what.phase));
  } else if (const auto what = read_after(node, index, goals)) {
    event.what = *what;
    event.text = text_of(*what, node.at("entry").as_string());
  }
  return event;
}

/// Checks the name of the entry to wait for. False if that one was refused itself.
bool EventReader::is_known(const Node& node, int index) const {
  const std::string name = node.as_string();
  const auto found = names_.find(name);
  if (found == names_.end()) {
    std::vector<std::string> all;
    for (const auto& [each, its_index] : names_) all.push_back(each);
    const std::string_view meant = models::closest(name, all);
    node.fail("is the name of no entry", meant.empty()
                                             ? "add this name: to the entry to wait for"
                                             : "did you mean " + std::string(meant) + "?");
  }
  if (found->second == index)
    node.fail("is this entry itself: it would wait for its own end", "an entry before this one");
  if (found->second > index)
    node.fail("is an entry after this one in the list: each would wait for the other",
              "an entry before this one");
  return goal_of_.contains(name);
}

/// Empty if the entry to wait for was refused itself.
std::optional<After> EventReader::read_after(const Node& after, int index,
                                             const std::vector<TimedGoal>& goals) const {
  const Node entry = after.at("entry"), is = after.at("is");
  if (!is_known(entry, index)) {
    after.excuse();
    return std::nullopt;
  }
  const std::optional<std::size_t> waited_for = goal_of_.at(entry.as_string());
  if (!waited_for)
    entry.fail("is no motion, so it does not end", "wait for the motion, with delay_s");
  After what{
      .goal = *waited_for,
      .is = is.as_enum<Ending>(
          {{"arrived", Ending::kArrived}, {"done", Ending::kDone}, {"refused", Ending::kRefused}})};
  const TimedGoal& goal = goals[what.goal];
  if (const char* const why = objection(goal, what.is))
    is.fail("cannot happen: " + entry.as_string() + " " + why, "another entry or ending");
  if (const auto point = after.find("waypoint"))
    what.waypoint = read_waypoint(*point, goal, what.is);
  return what;
}

/// Checks that something before this entry can bring the foot into the phase.
When EventReader::read_when(const Node& when, const std::vector<TimedGoal>& goals) const {
  const auto& phases = controller::kEnumerators<FootPhase>;
  const When what{
      read_leg(when.at("leg"), robot_),
      static_cast<FootPhase>(when.at("phase").as_choice({phases.begin(), phases.end()}))};
  const bool climbs_before = std::any_of(goals.begin(), goals.end(), [](const TimedGoal& goal) {
    return std::holds_alternative<Climb>(goal.motion);
  });
  const bool walks_before = climbs_before || std::any_of(goals.begin(), goals.end(), walks);
  const bool detached = climbs_before || detaches(goals, what.leg);
  const bool attached = attaches(goals, what.leg);
  const bool leaves = what.phase == FootPhase::kUnload || what.phase == FootPhase::kRelease ||
                      what.phase == FootPhase::kLift;
  const bool may = what.phase == FootPhase::kFree ? detached
                   : leaves                       ? walks_before || detached
                                                  : walks_before || detached || attached;
  if (clamped_)
    when.at("phase").fail("cannot begin: the feet of a clamped robot stay free",
                          "after: the task of a leg");
  if (!may)
    when.at("phase").fail("cannot begin: nothing before this entry moves that foot so",
                          what.phase == FootPhase::kFree
                              ? "a detach before it"
                              : "a walk, a climb or a task of the leg before it");
  return what;
}

void EventReader::add(const Node& entry, EntryKind kind, double at_s) {
  if (const auto name = entry.find("name")) goal_of_.emplace(name->as_string(), std::nullopt);
  if (read_) {
    refuse_twin(entry, kind);
    events_.push_back(*read_);
    kinds_.push_back(kind);
    return;
  }
  refuse_unordered(entry, kind);
  any_timed_ = true;
  last_s_ = std::max(last_s_, at_s);
}

/// Refuses a time behind an event of its kind: their order would be unknown.
void EventReader::refuse_unordered(const Node& entry, EntryKind kind) const {
  const auto same = std::find(kinds_.begin(), kinds_.end(), kind);
  if (kind == EntryKind::kDisturbance || same == kinds_.end()) return;
  entry.at("at_s").fail("may come before " +
                            events_[static_cast<std::size_t>(same - kinds_.begin())].label +
                            ", an entry of its kind before it that waits for an event",
                        "after: or when:, or move it before that entry");
}

/// Refuses a second entry of a kind by the same event, which would replace the first at once.
void EventReader::refuse_twin(const Node& entry, EntryKind kind) const {
  const Event& now = *read_;
  if (kind == EntryKind::kDisturbance || !std::holds_alternative<After>(now.what)) return;
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k] == kind && events_[k].what == now.what && events_[k].delay_s == now.delay_s)
      entry.at("after").fail("is the event of " + events_[k].label + ", which this would replace",
                             "a delay_s, or wait for " + events_[k].label);
}

void EventReader::add_goal(const Node& entry, std::size_t goal) {
  if (const auto name = entry.find("name")) goal_of_[name->as_string()] = goal;
}

void EventReader::read_until(const Node& until, const std::vector<TimedGoal>& goals) {
  static_cast<void>(until.as_choice({"arrived"}));
  const auto last = std::find_if(goals.rbegin(), goals.rend(), [](const TimedGoal& goal) {
    return !std::holds_alternative<Hold>(goal.motion);
  });
  if (last == goals.rend()) until.fail("needs a motion in the script", "leave until out");
  const bool is_task = std::holds_alternative<LegTask>(last->motion);
  const After what{.goal = static_cast<std::size_t>(goals.rend() - last - 1),
                   .is = is_task ? Ending::kDone : Ending::kArrived};
  const std::string name = "script[" + std::to_string(last->entry) + "]";
  if (const char* const why = objection(*last, what.is))
    until.fail("cannot happen: the last motion, " + name + ", " + why, "leave until out");
  events_.push_back({.entry = Event::kEndOfRun,
                     .what = what,
                     .not_before_s = any_timed_ ? last_s_ + times_.period_s : 0,
                     .label = "until",
                     .text = text_of(what, name)});
}

}  // namespace ventosa::scenarios
