#include "scenarios/statics/stance_verdict.h"

#include <array>

namespace ventosa::scenarios {
namespace {

using controller::ControllerConfig;
using controller::LiftVerdict;
using controller::RobotModel;
using controller::SharingConfig;
using controller::Standing;

/// An option of the controller, and how to set it as if it were physical.
struct Relaxation {
  const char* key;
  void (*relax)(const SharingConfig& limits, ControllerConfig& config);
};

constexpr std::array<Relaxation, 6> kRelaxations{{
    {"sharing.safety_factor",
     [](const SharingConfig& limits, ControllerConfig& config) {
       config.sharing.safety_factor = limits.safety_factor;
     }},
    {"sharing.torque_ratio",
     [](const SharingConfig& limits, ControllerConfig& config) {
       config.sharing.torque_ratio = limits.torque_ratio;
     }},
    {"sharing.planned_share",
     [](const SharingConfig& limits, ControllerConfig& config) {
       config.sharing.planned_share = limits.planned_share;
     }},
    {"sharing.wrist_moment_Nm",
     [](const SharingConfig& limits, ControllerConfig& config) {
       config.sharing.wrist_moment_Nm = limits.wrist_moment_Nm;
     }},
    // any objective within the limits
    {"sharing.objective",
     [](const SharingConfig&, ControllerConfig& config) {
       config.sharing.objective = controller::Objective::kTorque;
     }},
    {"gait.lift_m",
     [](const SharingConfig&, ControllerConfig& config) { config.gait.lift_m = 1e-6; }},
}};

/// The controller's answer with some of its options relaxed.
class Relaxed {
 public:
  Relaxed(const RobotModel& robot, const ControllerConfig& config, const SharingConfig& limits,
          const Standing& standing)
      : robot_(robot), config_(config), limits_(limits), lifted_(controller::lifted_of(standing)) {
    Standing down = standing;
    down.lifted = {};
    at_rest_ = controller::rest(robot, down);
  }

  using Chosen = std::array<bool, kRelaxations.size()>;
  LiftVerdict judge(const Chosen& chosen) const {
    if (!at_rest_) return {{controller::Reason::kUnreachable, -1}, {.margin = kNothingHolds}};
    ControllerConfig config = config_;
    for (std::size_t k = 0; k < chosen.size(); ++k)
      if (chosen[k]) kRelaxations[k].relax(limits_, config);
    return judge_lift(robot_, config, *at_rest_, lifted_);
  }

 private:
  static constexpr double kNothingHolds = controller::kNothingHolds;
  const RobotModel& robot_;
  const ControllerConfig& config_;
  const SharingConfig& limits_;
  controller::LegSet lifted_;
  std::optional<controller::RobotAtRest> at_rest_;
};

void name_options(const Relaxed::Chosen& chosen, Difference& difference) {
  for (std::size_t k = 0; k < chosen.size(); ++k)
    if (chosen[k]) difference.options.emplace_back(kRelaxations[k].key);
}

/// Leaves out what is not needed for the same answer.
Relaxed::Chosen necessary(const Relaxed& controller, Relaxed::Chosen chosen, bool answer) {
  for (bool& one : chosen) {
    one = false;
    one = controller.judge(chosen).lifts() != answer;
  }
  return chosen;
}

/// @param answer  the answer to explain: the physical one
Difference explain(const Relaxed& controller, bool answer) {
  Difference difference;
  Relaxed::Chosen alone{}, all;
  for (std::size_t k = 0; k < alone.size(); ++k) {
    Relaxed::Chosen one{};
    one[k] = true;
    alone[k] = controller.judge(one).lifts() == answer;
  }
  name_options(alone, difference);
  if (!difference.options.empty()) return difference;
  all.fill(true);
  const LiftVerdict relaxed = controller.judge(all);
  if (relaxed.lifts() != answer) {
    difference.rule = relaxed.objection.reason;
    return difference;
  }
  difference.together = true;
  name_options(necessary(controller, all, answer), difference);
  return difference;
}

}  // namespace

StanceVerdict judge_stance(const RobotModel& robot, const ControllerConfig& config,
                           const SharingConfig& limits, const Standing& standing) {
  StanceVerdict verdict;
  verdict.physical = controller::stand(robot, limits, standing);
  verdict.is_possible = controller::can_hold(verdict.physical);
  const Relaxed controller(robot, config, limits, standing);
  verdict.controller = controller.judge({});
  if (verdict.controller.lifts() != verdict.is_possible)
    verdict.difference = explain(controller, verdict.is_possible);
  return verdict;
}

}  // namespace ventosa::scenarios
