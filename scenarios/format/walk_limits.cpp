#include "scenarios/format/walk_limits.h"

#include <algorithm>
#include <numbers>

#include "controller/organizer/gait_limits.h"
#include "controller/organizer/walk_speed.h"
#include "models/text.h"

namespace ventosa::scenarios {

using models::Node;

namespace {

constexpr double kRounding = 1e-9;

/// Refuses a distance that must end beyond any surface.
void check_distance(const Node& walk, double distance_m, const std::vector<Surface>& surfaces) {
  double longest_m = 0;
  for (const Surface& surface : surfaces) longest_m += 2 * surface.patch.half_extent_m.norm();
  if (surfaces.empty() || distance_m <= longest_m + kRounding) return;
  walk.at("distance_m")
      .fail("is longer than all surfaces together, " + models::decimal(longest_m, 3) +
                " m from corner to corner",
            "a shorter way, or larger surfaces");
}

/// Warns of a velocity above the largest one of the gait with one foot in the air.
void warn_of_speed(const Node& node, const Walk& walk, const ScriptContext& context,
                   std::vector<std::string>& warnings) {
  const double speed_m_s = controller::fastest_walk_m_s(context.robot, context.gait, walk.gait);
  const double turn_rad_s = controller::turn_rate_rad_s(speed_m_s);
  const std::string why = "way of a cycle over its shortest duration, minus the time " +
                          std::string(context.robot.cup() ? "to release and attach cups"
                                                          : "that feet seek the ground") +
                          "; actual value: signal plan.speed";
  if (walk.v_B0.norm() > speed_m_s + kRounding)
    warnings.push_back(
        node.at("velocity_m_s")
            .remark("is more than this gait can do, " + models::decimal(speed_m_s, 3) + " m/s",
                    why));
  if (walk.w_B0.norm() > turn_rad_s + kRounding)
    warnings.push_back(node.at("turn_deg_s")
                           .remark("is more than this gait can do, " +
                                       models::decimal(turn_rad_s / controller::kRadPerDegree, 3) +
                                       " deg/s",
                                   why));
}

/// For example "walks by the gait 'wave' with step_s = 0.1".
std::string walks_with(const controller::Gait& gait, const char* key, double value) {
  return "walks by the gait '" + gait.name + "' with " + key + " = " + models::decimal(value, 3);
}

std::string too_short(const controller::Gait& gait, double least_s, const char* why) {
  return walks_with(gait, "step_s", gait.step_s) + ", but " + why + " at least " +
         models::least_decimal(least_s, 3) + " s";
}

constexpr const char* kJointsAsk = "the joints' speed asks for";
constexpr const char* kSlower =
    "a longer step_s, a shorter sweep_m, a lower controller.gait.lift_m, or "
    "controller.gait.beyond_joints: true, with which the drives saturate";

/// Refuses a gait by the clock that is too fast for the joints, unless the scenario insists.
void check_joints(const Node& node, const controller::Gait& gait, double from_s,
                  const ScriptContext& context) {
  if (context.gait.beyond_joints) return;
  const double least_s =
      controller::least_step_of_joints_s(context.robot, context.controller, gait, from_s);
  if (gait.step_s >= least_s - kRounding) return;
  node.fail(too_short(gait, least_s, kJointsAsk), kSlower);
}

/// Refuses a gait by the reverse body that no leg can follow in this direction.
void check_reverse(const Node& node, const controller::Gait& gait,
                   const controller::Twist& heading_B, const ScriptContext& context) {
  using controller::ReverseLimit;
  const auto objection =
      controller::objection_to_reverse(context.robot, context.gait, gait, heading_B);
  if (!objection) return;
  const std::string most = models::largest_decimal(objection->allowed, 3) + " m";
  switch (objection->limit) {
    case ReverseLimit::kLift:
      node.fail(walks_with(gait, "controller.gait.lift_m", context.gait.lift_m) +
                    ", but the legs' ranges allow at most " + most,
                "a lower lift_m, or another placement.stance");
    case ReverseLimit::kSweep:
      node.fail(walks_with(gait, "sweep_m", gait.sweep_m) +
                    ", but the legs' ranges allow at most " + most + " in this direction",
                "a shorter sweep_m, a lower controller.gait.lift_m or another placement.stance");
    case ReverseLimit::kStep:
      node.fail(too_short(gait, objection->allowed, kJointsAsk), kSlower);
  }
}

/// Limits of a swing: on even ground no foot feels for it.
controller::GaitConfig swing_config(const ScriptContext& context) {
  controller::GaitConfig config = context.gait;
  const bool uneven =
      std::any_of(context.surfaces.begin(), context.surfaces.end(),
                  [](const Surface& surface) { return surface.patch.uneven_m > 0; });
  if (!uneven) config.approach_m = 0;
  return config;
}

/// Refuses a gait by the clock whose feet or joints cannot keep its time.
/// @param heading_B  velocity of the body, in B
void check_clock(const Node& node, int gait, const controller::Twist& heading_B,
                 const ScriptContext& context) {
  const controller::Gait* const table = context.robot.find_gait(gait);
  if (table == nullptr || !table->is_clocked()) return;
  const double least_s =
      controller::least_step_s(context.robot, *table, swing_config(context), context.period_s);
  if (table->step_s >= least_s - kRounding)
    return table->reverses() ? check_reverse(node, *table, heading_B, context)
                             : check_joints(node, *table, least_s, context);
  node.fail(too_short(*table, least_s, "a step takes"),
            "a longer step_s in the gait's table, or in controller.gait a shorter load_s, a lower "
            "lift_m, on uneven ground a lower approach_m, or higher limits of the swing; a shorter "
            "control period helps, too");
}

/// Rule text, for example "is above the speed limit of the body's reference, 0.05 m/s".
std::string too_fast(double limit, const char* unit) {
  return "is above the speed limit of the body's reference, " + models::decimal(limit, 3) + " " +
         unit;
}
constexpr const char* kSpeedHint = "at most controller.body.max_speed_m_s";

void check_speed(const Node& key, double speed_m_s, const controller::BodyConfig& body) {
  if (speed_m_s > body.max_speed_m_s + kRounding)
    key.fail(too_fast(body.max_speed_m_s, "m/s"), kSpeedHint);
}

/// Largest speed on the ramps, where the radius grows.
double fastest_m_s(const Circle& circle) {
  constexpr int kSamples = 1000;
  const double ramp_s = circle.period_s / 4;
  double fastest_m_s = 0;
  for (int k = 0; k <= kSamples; ++k)
    fastest_m_s = std::max(fastest_m_s, path_point(circle, k * ramp_s / kSamples).twist.v_W.norm());
  return fastest_m_s;
}

}  // namespace

void check_move(const Node& node, const Move& move, const controller::BodyConfig& body) {
  if (!move.v_B0.isZero()) check_speed(node.at("velocity_m_s"), move.v_B0.norm(), body);
  if (move.w_B0.norm() > body.max_turn_rate_rad_s + kRounding)
    node.at("turn_deg_s")
        .fail(too_fast(body.max_turn_rate_rad_s / controller::kRadPerDegree, "deg/s"),
              "at most controller.body.max_turn_rate_rad_s");
}

void check_circle(const Node& node, const Circle& circle, const ScriptContext& context,
                  std::vector<std::string>& warnings) {
  const double limit_m_s = context.body.max_speed_m_s;
  const double speed_m_s = 2 * std::numbers::pi * circle.radius_m / circle.period_s;
  const double fastest = fastest_m_s(circle);
  const auto says = [&](const char* where, double m_s) {
    return std::string(where) + models::decimal(m_s, 3) + " m/s, which " +
           too_fast(limit_m_s, "m/s");
  };
  if (speed_m_s > limit_m_s + kRounding)
    node.at("period_s").fail(says("asks for ", speed_m_s), kSpeedHint);
  if (fastest > limit_m_s + kRounding)
    warnings.push_back(
        node.at("period_s").remark(says("reaches on its ramps ", fastest), kSpeedHint));
}

void check_walk(const Node& node, const Walk& walk, const ScriptContext& context,
                std::vector<std::string>& warnings) {
  if (!walk.v_B0.isZero()) check_speed(node.at("velocity_m_s"), walk.v_B0.norm(), context.body);
  check_distance(node, walk.distance_m, context.surfaces);
  check_clock(node, walk.gait, {walk.v_B0, walk.w_B0}, context);
  warn_of_speed(node, walk, context, warnings);
}

void check_waypoints(const Node& node, const Waypoints& walk, const ScriptContext& context) {
  check_speed(node.at("speed_m_s"), walk.speed_m_s, context.body);
  check_clock(node, walk.gait, {.v_W = controller::Vector3d::UnitX()}, context);
}

}  // namespace ventosa::scenarios
