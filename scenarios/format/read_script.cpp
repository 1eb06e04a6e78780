#include <algorithm>
#include <cmath>

#include "models/mistakes.h"
#include "scenarios/format/entry_times.h"
#include "scenarios/format/read_breakage.h"
#include "scenarios/format/read_event.h"
#include "scenarios/format/read_goal.h"
#include "scenarios/format/sections.h"
#include "scenarios/format/walk_limits.h"

namespace ventosa::scenarios {

using models::Node;

namespace {

bool is_endless(const TimedGoal& goal) {
  const auto* walk = std::get_if<Walk>(&goal.motion);
  return std::holds_alternative<Move>(goal.motion) || (walk != nullptr && walk->distance_m == 0);
}

/// Refuses a goal whose start pose is unknown before the run: after a motion without end.
void refuse_unknown_start(const Node& node, const std::vector<TimedGoal>& goals,
                          const TimedGoal& next) {
  const bool needs_start = !std::holds_alternative<Hold>(next.motion) && !is_endless(next);
  if (needs_start && std::any_of(goals.begin(), goals.end(), is_endless))
    node.fail("has an unknown start pose: it follows a move or a walk without distance_m",
              "give that walk a distance_m");
}

/// Part that a push acts on: the link of a leg, or the body without `leg`.
controller::PartId read_pushed(const Node& push, const controller::RobotModel& robot) {
  const auto leg = push.find("leg");
  if (!leg) {
    if (const auto link = push.find("link"))
      link->fail("needs a leg", "add leg: " + robot.leg[0].name);
    return {};
  }
  const int i = read_leg(*leg, robot);
  return {i, push.at("link").as_int(0, robot.leg[static_cast<std::size_t>(i)].n_joints - 1)};
}

std::optional<Push> read_push(const Node& entry, double at_s, const controller::RobotModel& robot) {
  const auto node = entry.find("push");
  if (!node) return std::nullopt;
  return Push{
      .at_s = at_s,
      .duration_s = node->at("duration_s").as_double(models::between(kShortest_s, kLongestPart_s)),
      .f_B0 = node->at("force_N").as_vector<3>(models::between(-1e4, 1e4)),
      .link = read_pushed(*node, robot)};
}

double read_angle(const Node& node, double limit_rad) {
  const double angle_rad = node.as_rad(models::between(-180, 180));
  if (std::abs(angle_rad) > limit_rad)
    node.fail("must lie within the pan-tilt's limits",
              "pan_limit_deg and tilt_limit_deg of the robot");
  return angle_rad;
}

std::optional<Look> read_look(const Node& entry, double at_s,
                              const std::optional<models::PanTilt>& pan_tilt) {
  const auto node = entry.find("look");
  if (!node) return std::nullopt;
  if (!pan_tilt) node->fail("needs a camera", "add camera: {} or fidelity: full");
  return Look{.at_s = at_s,
              .gaze = {.pan_rad = read_angle(node->at("pan_deg"), pan_tilt->pan_limit_rad),
                       .tilt_rad = read_angle(node->at("tilt_deg"), pan_tilt->tilt_limit_rad)}};
}

/// Reads the entries of a script by kind.
class ScriptReader {
 public:
  ScriptReader(const Node& script, const ScriptContext& context, std::vector<std::string>& warnings)
      : context_(context),
        warnings_(warnings),
        goal_reader_(context),
        times_(context.duration_s, context.period_s),
        event_reader_(script, context.robot, !context.clamped.empty(),
                      {context.period_s, context.duration_s}) {}

  void read(const Node& entry) {
    const int index = n_entries_++;
    const double at_s = read_begin(entry, index);
    auto goal = goal_reader_.read(entry, at_s);
    auto push = read_push(entry, at_s, context_.robot);
    const auto relay = entry.find("relay");
    auto look = read_look(entry, at_s, context_.pan_tilt);
    auto breakage = read_breakage(entry, at_s, context_);
    if (int{goal.has_value()} + int{push.has_value()} + int{relay.has_value()} +
            int{look.has_value()} + int{breakage.has_value()} !=
        1)
      entry.fail(
          "needs one of hold, pose, move, circle, square, via, walk, waypoints, joints, cartesian, "
          "detach, attach, push, fault, leak, relay, look",
          "e.g. {at_s: 1, hold: {}}");
    const auto number = [index](auto& read) {
      if (read) read->entry = index;
    };
    number(goal);
    number(push);
    number(look);
    number(breakage);
    const EntryKind kind = goal    ? EntryKind::kMotion
                           : relay ? EntryKind::kRelay
                           : look  ? EntryKind::kLook
                                   : EntryKind::kDisturbance;
    event_reader_.add(entry, kind, at_s);
    if (breakage) add_breakage(entry, *breakage);
    if (look) looks_.push_back(*look);
    if (push) add_push(entry, *push);
    if (relay) {
      require_part(*relay, models::parts_of(context_.plant), controller::Equipment::kPack);
      switchings_.push_back({at_s, read_relays(entry, context_.robot.leg.size()), index});
    }
    if (goal) add_goal(entry, *goal);
    if (kind != EntryKind::kDisturbance && at_s < kNotYet_s) times_.begin(entry, kind, at_s);
  }

  Script script(const std::optional<Node>& until) && {
    if (until) event_reader_.read_until(*until, goals_);
    Script script(std::move(goals_), std::move(pushes_), std::move(switchings_), std::move(looks_),
                  std::move(breakages_));
    script.set_events(std::move(event_reader_).events());
    return script;
  }

 private:
  /// Time of an entry; kNotYet_s if it waits for an event.
  double read_begin(const Node& entry, int index) {
    return event_reader_.read(entry, index, goals_) ? kNotYet_s : times_.read(entry);
  }

  void add_push(const Node& entry, const Push& push) {
    if (n_beside(push, pushes_) >= sim::kMaxForces - 1)
      entry.at("push").fail("is one of more than " + std::to_string(sim::kMaxForces - 1) +
                                " pushes within one control period",
                            "join those on one part to one force");
    pushes_.push_back(push);
  }

  void add_breakage(const Node& entry, const Breakage& breakage) {
    if (n_beside(breakage, breakages_) >= sim::kMaxFaults - 1)
      entry.fail("is one of more than " + std::to_string(sim::kMaxFaults - 1) +
                     " faults within one control period",
                 "a dead module needs no further fault");
    breakages_.push_back(breakage);
  }

  /// Number of earlier disturbances that may be active in the same control period; those without a
  /// time may be at any.
  template <class Disturbance>
  int n_beside(const Disturbance& now, const std::vector<Disturbance>& earlier) const {
    const auto is_beside = [&](const Disturbance& each) {
      return now.at_s == kNotYet_s ||
             each.at_s + each.duration_s > now.at_s - context_.twin.control_period_s;
    };
    return static_cast<int>(std::count_if(earlier.begin(), earlier.end(), is_beside));
  }

  void add_goal(const Node& entry, const TimedGoal& goal) {
    refuse_unknown_start(entry, goals_, goal);
    goals_.push_back(goal);
    event_reader_.add_goal(entry, goals_.size() - 1);
    if (const auto* move = std::get_if<Move>(&goal.motion))
      check_move(entry.at("move"), *move, context_.body);
    if (const auto* circle = std::get_if<Circle>(&goal.motion))
      check_circle(entry.at("circle"), *circle, context_, warnings_);
    if (const auto* walk = std::get_if<Walk>(&goal.motion))
      check_walk(entry.at("walk"), *walk, context_, warnings_);
    if (const auto* walk = std::get_if<Waypoints>(&goal.motion))
      check_waypoints(entry.at("waypoints"), *walk, context_);
  }

  const ScriptContext& context_;
  std::vector<std::string>& warnings_;
  GoalReader goal_reader_;
  EntryTimes times_;
  EventReader event_reader_;
  int n_entries_ = 0;
  std::vector<TimedGoal> goals_;
  std::vector<Push> pushes_;
  std::vector<Switching> switchings_;
  std::vector<Look> looks_;
  std::vector<Breakage> breakages_;
};

}  // namespace

Script read_script(const Node& scenario, const ScriptContext& context,
                   std::vector<std::string>& warnings) {
  const auto script = scenario.find("script"), until = scenario.find("until");
  if (!script && until)
    until->fail("needs a script", "recorded inputs say themselves where the run ends");
  if (!script) return {};
  ScriptReader reader(*script, context, warnings);
  models::Mistakes mistakes;
  for (const Node& entry : script->elements()) mistakes.collect(entry, [&] { reader.read(entry); });
  mistakes.refuse();
  return std::move(reader).script(until);
}

}  // namespace ventosa::scenarios
