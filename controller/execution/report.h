#pragma once

#include "controller/execution/module_state.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"

namespace ventosa::controller {

ExecutionState initial_execution(const Start& start) noexcept;

/// Evaluates every module's readings, advances its phase and reports its local state.
PerLeg<ModuleReport> report_modules(const RobotModel& robot, const ControllerConfig& config,
                                    const Observation& seen, ExecutionState& state) noexcept;

}  // namespace ventosa::controller
