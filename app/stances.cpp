#include "app/stances.h"

#include <algorithm>
#include <cmath>

#include "app/text_table.h"
#include "models/text.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::app {

using controller::RobotModel;
using controller::SharingConfig;
using controller::Standing;
using controller::StandingStatus;
using models::spoken;
using scenarios::known_margin;

std::vector<Lift> each_leg(const RobotModel& robot) {
  std::vector<Lift> lifts;
  for (const controller::Leg& leg : robot.leg) {
    Lift lift{.name = leg.name};
    lift.lifted[lifts.size()] = true;
    lifts.push_back(lift);
  }
  return lifts;
}

bool stands(const StaticsStance& stance) { return stance.answer.status == StandingStatus::kStands; }

bool has_forces(const StaticsStance& stance) {
  return stands(stance) || stance.answer.status == StandingStatus::kOverloaded ||
         stance.answer.status == StandingStatus::kTips;
}

std::string limiting(const RobotModel& robot, const StaticsStance& stance) {
  const controller::Bottleneck& least = stance.answer.limiting;
  if (!has_forces(stance) || least.leg < 0) return "";
  const controller::Leg& leg = robot.leg[static_cast<std::size_t>(least.leg)];
  const std::string what =
      least.limit == controller::Limit::kTorque
          ? "joint " + std::to_string(leg.joint_number(stance.answer.limiting_joint))
          : spoken(controller::name(least.limit));
  return leg.name + " " + what;
}

std::string status_text(const StaticsStance& stance) {
  return spoken(controller::name(stance.answer.status));
}

std::string margin_text(const controller::Bottleneck& least) {
  const auto margin = known_margin(least);
  return margin ? digits(*margin) : "-";
}

std::string answer_text(const controller::LiftVerdict& verdict) {
  return verdict.lifts() ? "holds" : spoken(name(verdict.objection.reason));
}

std::string difference_text(const scenarios::Difference& difference) {
  if (difference.options.empty()) return difference.is_named() ? spoken(name(difference.rule)) : "";
  std::string text;
  for (const std::string& option : difference.options)
    text += (text.empty() ? "" : difference.together ? " and " : " or ") + option;
  return text;
}

StaticsStance weigh(const RobotModel& robot, const SharingConfig& config, Standing standing,
                    const Lift& lift) {
  standing.lifted = lift.lifted;
  return {.standing = standing,
          .lift = lift.name,
          .answer = controller::stand(robot, config, standing)};
}

bool is_worse(const StaticsStance& a, const StaticsStance& b) {
  if (stands(a) != stands(b)) return stands(b);
  return a.answer.torque_ratio > b.answer.torque_ratio;
}

StaticsStance worst(const RobotModel& robot, const SharingConfig& config, const Standing& standing,
                    const std::vector<Lift>& lifts) {
  StaticsStance most = weigh(robot, config, standing, lifts.front());
  for (const Lift& lift : lifts)
    if (StaticsStance next = weigh(robot, config, standing, lift); is_worse(next, most))
      most = next;
  return most;
}

}  // namespace ventosa::app
