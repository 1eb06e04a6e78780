#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/load_sharing/stance_problem.h"
#include "controller/model/plan.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/footholds.h"
#include "controller/organizer/pd_switch.h"

/// The organizer: where the body goes, which foot steps where, and what is refused. Wave gait: one
/// foot at a time, in the robot's gait order; the body pauses while a cup lets go or seals.
namespace ventosa::controller {

/// A step that may not begin, until it is tried again.
struct Refusal {
  Reason reason = Reason::kNone;
  int leg = -1;
  Bottleneck lift;         ///< what would give way, with kLiftRefused
  std::int32_t ticks = 0;  ///< until it is tried again
};

/// Of the body, to weigh what it carries: see heave.h.
struct Heave {
  bool done = false;       ///< begun, since the payload last changed
  std::int32_t ticks = 0;  ///< of it; 0: there is none
  double way = 1;          ///< 1: up first; -1: down first
  double rate = 0;         ///< now, of its fastest; positive upwards
};

struct OrganizerState {
  BodyReference reference;
  Heave heave;
  PdSwitch pd;
  PerLeg<ModuleTask> task{};
  std::int32_t last_task = 0;           ///< id of the last task given out
  std::int32_t last_request = 0;        ///< id of the goal's last request that was passed on
  std::int32_t waiting_request = 0;     ///< id of one that was not yet; 0: none
  std::int32_t requests_overtaken = 0;  ///< never passed on: the goal changed before
  std::int32_t stepping = -1;           ///< leg off its stance, or -1
  std::int32_t slipping = -1;           ///< leg whose foot slides, or -1
  std::int32_t silent = -1;             ///< leg whose module is silent, or -1
  std::int32_t blocking = -1;           ///< leg that ends the body's way, or -1
  std::int32_t turn = 0;                ///< place in the gait order
  std::int32_t steps_of_walk = 0;       ///< begun since the goal last asked to walk
  std::int32_t steps_done = 0;          ///< feet placed and attached since the start
  std::int32_t ticks_of_step = 0;       ///< since the last step of the walk began
  double last_step_s = 0;               ///< from the beginning of the one before it; 0: none yet
  std::int32_t ticks_away = 0;          ///< the body is off its reference by more than it may be
  std::int32_t ticks_at_rest = 0;       ///< all feet standing, PD on, reference still
  Refusal refusal;
  SharingWarmStart warm_lift;  ///< of the check whether a foot may lift
};

struct OrganizerInput {
  const BodyEstimate& body;
  const PerLeg<ModuleReport>& report;
  const PatchList& surfaces;
  const Goal& goal;
  const PerLeg<Vector3d>& F_last_B;  ///< [N] that the last tick shared out
};

OrganizerState initial_organizer(const Start& start) noexcept;

Plan organize(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& input,
              OrganizerState& state) noexcept;

/// After a tick that was dropped: a robot that holds has stopped, so its reference starts again
/// from rest. The estimate's levelling turn is taken all the same.
void stop_reference(const std::optional<Vector3d>& levelling_W, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
