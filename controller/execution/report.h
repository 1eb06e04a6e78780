#pragma once

#include "controller/execution/open_loop.h"
#include "controller/model/start.h"

namespace ventosa::controller {

ExecutionState initial_execution(const Start& start) noexcept;

/// Evaluates every module's readings, advances its phase and reports its local state.
PerLeg<ModuleReport> report_modules(const RobotModel& robot, const ControllerConfig& config,
                                    const Readings& readings, ExecutionState& state) noexcept;

}  // namespace ventosa::controller
