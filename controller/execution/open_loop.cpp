#include "controller/execution/open_loop.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

bool is_open_loop(const ControllerConfig& config) {
  return config.body.estimator == Estimator::kOpenLoop;
}

void take_as_sent(const ModuleState& module, LegReading& leg) {
  for (std::size_t j = 0; j < leg.joint.size(); ++j) {
    JointReading& joint = leg.joint[j];
    joint.q_rad = module.q_commanded_rad[j].value_or(joint.q_rad);
    joint.dq_rad_s = 0;
    joint.tau_Nm = joint.current_A = kUnknown;
  }
  leg.foot = {};
}

}  // namespace

void begin_as_placed(const ControllerConfig& config, const Start& start,
                     ExecutionState& state) noexcept {
  if (!is_open_loop(config) || !start.q_rad) return;
  for (std::size_t i = 0; i < state.module.size(); ++i) {
    const PerJoint<double>& q_rad = (*start.q_rad)[i];
    std::copy(q_rad.begin(), q_rad.end(), state.module[i].q_commanded_rad.begin());
  }
}

std::optional<Observation> as_sent(const ControllerConfig& config, const Observation& seen,
                                   const ExecutionState& state) noexcept {
  if (!is_open_loop(config)) return std::nullopt;
  Observation taken = seen;
  for (std::size_t i = 0; i < taken.leg.size(); ++i) take_as_sent(state.module[i], taken.leg[i]);
  taken.body = no_imu();
  taken.detections = {};
  taken.fix.reset();
  taken.heading.reset();
  return taken;
}

}  // namespace ventosa::controller
