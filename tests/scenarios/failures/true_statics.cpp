#include "tests/scenarios/failures/true_statics.h"

#include "scenarios/format/static_margin.h"

namespace ventosa::scenarios {

controller::Bottleneck true_statics(const controller::RobotModel& robot,
                                    const sim::TwinConfig& config, const sim::Truth& truth,
                                    controller::LegSet without) {
  FootedRobot feet;
  feet.X_WB = truth.X_WB;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const sim::CupTruth& cup = truth.leg[i].cup;
    feet.q_rad[i] = truth.leg[i].q_rad;
    feet.attached[i] = cup.phase != sim::CupPhase::kFree && !without[i];
    feet.grip_force_N[i] = cup.vacuum_force_N;
  }
  return static_margin(robot, at_rest(robot, config.gravity_W, config.patches, feet));
}

}  // namespace ventosa::scenarios
