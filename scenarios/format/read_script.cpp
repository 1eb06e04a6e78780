#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/organizer/body_reference.h"
#include "models/mistakes.h"
#include "models/self_collision.h"
#include "models/text.h"
#include "scenarios/format/entry_times.h"
#include "scenarios/format/leg_tasks.h"
#include "scenarios/format/read_breakage.h"
#include "scenarios/format/sections.h"
#include "scenarios/format/walk_limits.h"

namespace ventosa::scenarios {

using controller::FollowLimits;
using models::Node;

namespace {

constexpr double kFastest_m_s = 10;

Vector3d vector_or_zero(const Node& map, const char* key, double limit) {
  const auto node = map.find(key);
  return node ? Vector3d(node->as_vector<3>(models::between(-limit, limit)))
              : Vector3d(Vector3d::Zero());
}

Pose read_pose(const Node& node) {
  Pose pose;
  pose.X_B0B.translation() = vector_or_zero(node, "offset_m", 1);
  if (const auto rpy = node.find("rpy_deg")) {
    const Vector3d angle_rad = rpy->as_vector_rad<3>(models::between(-180, 180));
    pose.X_B0B.linear() = (Eigen::AngleAxisd(angle_rad.z(), Vector3d::UnitZ()) *
                           Eigen::AngleAxisd(angle_rad.y(), Vector3d::UnitY()) *
                           Eigen::AngleAxisd(angle_rad.x(), Vector3d::UnitX()))
                              .toRotationMatrix();
  }
  return pose;
}

Circle read_circle(const Node& node) {
  Circle circle;
  circle.radius_m = node.at("radius_m").as_double(models::above(0, 1));
  circle.period_s = node.at("period_s").as_double(models::above(0, kLongestPart_s));
  if (const auto turns = node.find("turns")) circle.turns = turns->as_int(1, 1000);
  return circle;
}

Square read_square(const Node& node, const FollowLimits& limits) {
  Square square{.side_m = node.at("side_m").as_double(models::above(0, 1)),
                .limits = limits.linear};
  if (const auto turns = node.find("turns")) square.turns = turns->as_int(1, 100);
  return square;
}

Via read_via(const Node& node, const FollowLimits& limits) {
  Via via{.X_B0B = {}, .limits = limits};
  constexpr std::size_t kMost = controller::kMaxViaPoints - 1;  // the first is the start
  for (const Node& point : node.at("points").elements(1, kMost))
    via.X_B0B.push_back(read_pose(point).X_B0B);
  return via;
}

/// Windows without PD, in order; the path needs time to stop before each and to start after it.
std::vector<PdWindow> read_pd_off(const Node& node) {
  std::vector<PdWindow> windows;
  double earliest_s = kSlowing_s;
  for (const Node& entry : node.elements(1, 1000)) {
    const auto window = entry.as_vector<2>(models::between(0, kLongestPart_s));
    if (window[0] < earliest_s || window[1] <= window[0])
      entry.fail("must be [from, to], 0.5 s after the start and 1 s after the window before it");
    windows.push_back({window[0], window[1]});
    earliest_s = window[1] + 2 * kSlowing_s;
  }
  return windows;
}

/// Angular velocity about the axes of B0; 0 without the key.
Vector3d turn_or_zero(const Node& node) {
  const auto turn = node.find("turn_deg_s");
  if (!turn) return Vector3d::Zero();
  return turn->as_vector_rad<3>(models::between(-180, 180));
}

Move read_move(const Node& node) {
  Move move;
  move.v_B0 = vector_or_zero(node, "velocity_m_s", kFastest_m_s);
  move.w_B0 = turn_or_zero(node);
  return move;
}

int read_gait(const Node& node, const controller::RobotModel& robot) {
  if (robot.n_legs() <= controller::kFewestFeet)
    node.fail("needs a robot of 4 legs or more, this one has " + std::to_string(robot.n_legs()),
              "three feet stay attached while one steps");
  std::vector<std::string_view> names;
  for (const controller::Gait& gait : robot.gait) names.push_back(gait.name);
  names.push_back("free");
  const auto gait = node.find("gait");
  const std::size_t chosen = gait ? gait->as_choice(names) : 0;
  return chosen < robot.gait.size() ? static_cast<int>(chosen) : controller::kFreeGait;
}

Walk read_walk(const Node& node, const controller::RobotModel& robot) {
  Walk walk{.gait = read_gait(node, robot)};
  walk.v_B0 = vector_or_zero(node, "velocity_m_s", kFastest_m_s);
  walk.w_B0 = turn_or_zero(node);
  if (!walk.w_B0.head<2>().isZero(0))
    node.at("turn_deg_s").fail("must be a turn about z only", "for example [0, 0, 5]");
  if (const auto distance = node.find("distance_m")) {
    walk.distance_m = distance->as_double(models::above(0, 1000));
    if (walk.v_B0.isZero() || !walk.w_B0.isZero())
      distance->fail("needs a velocity_m_s that is not zero, and no turn_deg_s");
  }
  if (walk.v_B0.isZero() && walk.w_B0.isZero())
    node.fail("needs velocity_m_s or turn_deg_s", "velocity_m_s: [0.01, 0, 0] is 1 cm/s forward");
  return walk;
}

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

/// The motion of an entry, if it has one.
std::optional<TimedGoal> read_goal(const Node& entry, double at_s,
                                   const controller::RobotModel& robot, const FollowLimits& limits,
                                   LegTaskReader& leg_tasks) {
  TimedGoal goal{.at_s = at_s};
  int n_found = 0;
  const auto with = [&](const char* key, auto read) {
    const auto node = entry.find(key);
    if (!node) return;
    ++n_found;
    goal.motion = read(*node);
    if (const auto pd = node->find("pd")) goal.pd = pd->as_bool();
  };
  const auto path = [&](const char* key, auto read) {
    with(key, read);
    const auto node = entry.find(key);
    if (!node) return;
    if (const auto windows = node->find("pd_off_s")) goal.pd_off = read_pd_off(*windows);
  };
  with("hold", [](const Node&) { return Hold{}; });
  with("pose", read_pose);
  with("move", read_move);
  path("circle", read_circle);
  path("square", [&](const Node& node) { return read_square(node, limits); });
  path("via", [&](const Node& node) { return read_via(node, limits); });
  with("walk", [&](const Node& node) { return read_walk(node, robot); });
  with("joints", [&](const Node& node) { return leg_tasks.read_joints(node); });
  with("cartesian", [&](const Node& node) { return leg_tasks.read_cartesian(node); });
  with("detach", [&](const Node& node) { return leg_tasks.read_detach(node); });
  with("attach", [&](const Node& node) { return leg_tasks.read_attach(node); });
  if (n_found > 1) entry.fail("has more than one motion", "give each its own at_s");
  return n_found == 1 ? std::optional(goal) : std::nullopt;
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
  ScriptReader(const ScriptContext& context, std::vector<std::string>& warnings)
      : context_(context),
        warnings_(warnings),
        limits_(controller::follow_limits(context.body)),
        leg_tasks_(context),
        times_(context.duration_s, context.period_s) {}

  void read(const Node& entry) {
    const int index = n_entries_++;
    const double at_s = times_.read(entry);
    auto goal = read_goal(entry, at_s, context_.robot, limits_, leg_tasks_);
    if (goal) goal->entry = index;
    const auto push = read_push(entry, at_s, context_.robot);
    const auto relay = entry.find("relay");
    const auto look = read_look(entry, at_s, context_.pan_tilt);
    const auto breakage = read_breakage(entry, at_s, context_);
    if (int{goal.has_value()} + int{push.has_value()} + int{relay.has_value()} +
            int{look.has_value()} + int{breakage.has_value()} !=
        1)
      entry.fail(
          "needs one of hold, pose, move, circle, square, via, walk, joints, cartesian, detach, "
          "attach, push, fault, leak, relay, look",
          "e.g. {at_s: 1, hold: {}}");
    if (breakage) add_breakage(entry, *breakage);
    if (look) looks_.push_back(*look);
    if (push) add_push(entry, *push);
    if (relay) switchings_.push_back({at_s, read_relays(entry, context_.robot.leg.size())});
    if (goal) add_goal(entry, *goal);
    for (const auto& [kind, begins] :
         {std::pair("motion", goal.has_value()), std::pair("relay", relay.has_value()),
          std::pair("look", look.has_value())})
      if (begins) times_.begin(entry, kind, at_s);
  }

  Script script() && {
    return {std::move(goals_), std::move(pushes_), std::move(switchings_), std::move(looks_),
            std::move(breakages_)};
  }

 private:
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

  /// Number of earlier events that may be active in the same control period.
  template <class Event>
  int n_beside(const Event& event, const std::vector<Event>& earlier) const {
    return static_cast<int>(std::count_if(earlier.begin(), earlier.end(), [&](const Event& each) {
      return each.at_s + each.duration_s > event.at_s - context_.twin.control_period_s;
    }));
  }

  void add_goal(const Node& entry, const TimedGoal& goal) {
    refuse_unknown_start(entry, goals_, goal);
    goals_.push_back(goal);
    if (const auto* move = std::get_if<Move>(&goal.motion))
      check_move(entry.at("move"), *move, context_.body);
    if (const auto* circle = std::get_if<Circle>(&goal.motion))
      check_circle(entry.at("circle"), *circle, context_, warnings_);
    if (const auto* walk = std::get_if<Walk>(&goal.motion))
      check_walk(entry.at("walk"), *walk, context_, warnings_);
  }

  const ScriptContext& context_;
  std::vector<std::string>& warnings_;
  const FollowLimits limits_;
  LegTaskReader leg_tasks_;
  EntryTimes times_;
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
  const auto script = scenario.find("script");
  if (!script) return {};
  ScriptReader reader(context, warnings);
  models::Mistakes mistakes;
  for (const Node& entry : script->elements()) mistakes.collect(entry, [&] { reader.read(entry); });
  mistakes.refuse();
  return std::move(reader).script();
}

}  // namespace ventosa::scenarios
