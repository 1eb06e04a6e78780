#include "scenarios/session/foot_signals.h"

#include <algorithm>
#include <cmath>

namespace ventosa::scenarios {
namespace {

using controller::Vector3d;

/// The filter leaves out what is not finite, so an unusable reading leaves its output as it is.
Vector3d filtered(const controller::ForceSensing& sensor, const controller::FootForceReading& force,
                  const controller::LowPass& low_pass, controller::LowPassState& state) {
  const bool usable = force.is_known() && controller::is_usable(sensor, force.f_F_N);
  const Vector3d input = usable ? Vector3d(Vector3d::Map(force.f_F_N.data()))
                                : Vector3d::Constant(controller::kUnknown);
  const Vector3d output = controller::filter(low_pass, input, state);
  return state.started ? output : Vector3d::Constant(controller::kUnknown);
}

double ratio(double across_N, double along_N) {
  return across_N < kMostRatio * along_N ? across_N / along_N : kMostRatio;
}

void take_truth(const controller::PointFoot& point, const sim::PointFootTruth& truth,
                FootSignals& foot) {
  const double force_N = truth.f_W.norm(), normal_N = truth.normal_N;
  foot.loaded = !(force_N < point.bear_N);
  if (!foot.loaded) return;
  const double across_N = std::sqrt(std::max(0.0, force_N * force_N - normal_N * normal_N));
  foot.surface_ratio = ratio(across_N, normal_N);
  foot.world_ratio = ratio(truth.f_W.head<2>().norm(), truth.f_W.z());
}

/// Way that a foot has slid since its leg began to swing.
double step_slip_m(bool swings, double slip_m, FootMemory& memory) {
  if (swings && !memory.swings) memory.slip_at_lift_m = slip_m;
  memory.swings = swings;
  return slip_m - memory.slip_at_lift_m;
}

}  // namespace

FeetSignals feet_signals(const controller::RobotModel& robot, const controller::LowPass& low_pass,
                         const Tick& tick, FeetState& state) noexcept {
  FeetSignals signals{.has_truth = tick.truth != nullptr};
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const auto* point = std::get_if<controller::PointFoot>(&robot.leg[i].foot.hold);
    if (!point) continue;
    FootSignals& foot = signals.leg[i];
    if (point->sensor)
      foot.filtered_F =
          filtered(*point->sensor, tick.seen.leg[i].foot, low_pass, state[i].low_pass);
    if (tick.truth == nullptr) continue;
    take_truth(*point, tick.truth->leg[i].point, foot);
    foot.step_slip_m = step_slip_m(controller::is_swing_phase(tick.plan.phase[i]),
                                   tick.truth->leg[i].point.slip_m, state[i]);
  }
  return signals;
}

}  // namespace ventosa::scenarios
