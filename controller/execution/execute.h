#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/execution/module_state.h"
#include "controller/load_sharing/share.h"
#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "controller/model/plan.h"

/// Execution stage: every module (the part of the controller that moves one leg) carries out its
/// task independently of the others.
namespace ventosa::controller {

struct Execution {
  Reason reason = Reason::kNone;  ///< kUnreachable: the command must not be sent
  Command command;
  PerLeg<Vector3d> p_BW = zero_vectors();  ///< [m] planned wrist point, from B's origin, in B
};

struct ExecutionInput {
  const Observation& seen;
  const BodyEstimate& body;
  const Plan& plan;
  const LoadShare& load;
};

/// Computes the command of a tick from plan and forces.
/// @param moves  accepted moves; that of a leg is replaced when its module accepts a new one
Execution execute(const RobotModel& robot, const ControllerConfig& config,
                  const ExecutionInput& input, AcceptedMoves& moves,
                  ExecutionState& state) noexcept;

}  // namespace ventosa::controller
