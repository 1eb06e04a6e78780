#include "scenarios/format/walk_limits.h"

#include "controller/organizer/walk_speed.h"
#include "models/text.h"

namespace ventosa::scenarios {

using models::Node;

namespace {

constexpr double kRounding = 1e-9;

/// A way that ends on no surface, however they lie.
void check_distance(const Node& walk, double distance_m, const std::vector<Surface>& surfaces) {
  double longest_m = 0;
  for (const Surface& surface : surfaces) longest_m += 2 * surface.patch.half_extent_m.norm();
  if (surfaces.empty() || distance_m <= longest_m + kRounding) return;
  walk.at("distance_m")
      .fail("is longer than all surfaces together, " + models::decimal(longest_m, 3) +
                " m from corner to corner",
            "a shorter way, or larger surfaces");
}

/// A walk that asks for more than one foot at a time can do.
void warn_of_speed(const Node& node, const Walk& walk, const ScriptContext& context,
                   std::vector<std::string>& warnings) {
  const controller::GaitConfig& gait = context.gait;
  const double speed_m_s =
      gait.stride_m / controller::shortest_cycle_s(context.robot, gait, walk.gait, gait.stride_m);
  const double turn_rad_s = controller::turn_rate_rad_s(speed_m_s);
  const char* const why =
      "stride_m / cycle, less by what cups take to let go and seal: plan.speed tells it";
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

}  // namespace

void check_speed(const Node& motion, const Vector3d& v_B0, const controller::BodyConfig& body) {
  if (v_B0.norm() <= body.max_speed_m_s + kRounding) return;
  motion.at("velocity_m_s")
      .fail("is faster than this robot's body goes, " + models::decimal(body.max_speed_m_s, 3) +
                " m/s",
            "at most controller.body.max_speed_m_s");
}

void check_walk(const Node& node, const Walk& walk, const ScriptContext& context,
                std::vector<std::string>& warnings) {
  check_speed(node, walk.v_B0, context.body);
  check_distance(node, walk.distance_m, context.surfaces);
  warn_of_speed(node, walk, context, warnings);
}

}  // namespace ventosa::scenarios
