#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/load_sharing/stance_problem.h"
#include "controller/model/plan.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/pd_switch.h"
#include "controller/organizer/places.h"

/// The organizer: where the body goes, which foot steps where, and what is refused.
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

/// The footholds of the row that begins next, as far as they have been looked for.
struct RowSearch {
  std::int32_t legs = 0;                     ///< that have been looked at
  double way_m = 0;                          ///< of the body until the row ends
  Isometry3d X_WB = Isometry3d::Identity();  ///< of the reference where the search began
  PerLeg<Foothold> to{};                     ///< of those that are lifted; no patch: none
  PlaceSearch search;
};

/// Why a row, or a foot, may not go on, and by which leg.
struct Objection {
  Reason reason = Reason::kNone;
  int leg = -1;
};

/// Where a walk is in its gait.
struct GaitProgress {
  std::int32_t gait = 0;                ///< of the robot's
  std::int32_t row = 0;                 ///< that begins next
  std::int32_t rows_of_walk = 0;        ///< begun since the goal last asked to walk
  std::int32_t shorter = 0;             ///< how often the body's way in the next row has been cut
  Objection cut{};                      ///< for which it was cut last
  std::int32_t rows_passed_over = 0;    ///< one after the other: their feet may not leave
  std::int32_t rows_in_place = 0;       ///< begun one after the other without a way of the body
  std::int32_t ticks_waited = 0;        ///< for the others' grip, before a lift
  std::int32_t ticks_of_cycle = 0;      ///< since the present cycle of the walk began
  double last_cycle_s = 0;              ///< 0: none yet
  double way_m = 0;                     ///< of the body in the present cycle
  Vector6d heading = Vector6d::Zero();  ///< that feet in the air were lifted for: see stride.h
  double reached_m_s = 0;               ///< mean speed of the body in the last one
  RowSearch next{};
  Objection ended{};  ///< by a foot that has gone back to where it came from
};

/// A walk that is foreseen: see rollout.h.
struct Rollout {
  PerLeg<Foothold> at{};  ///< where every foot stands, or was lifted
  PerLeg<Foothold> to{};  ///< of a foot in the air
  LegSet air;
  Isometry3d X_WB = Isometry3d::Identity();
  std::int32_t row = 0;        ///< of the table, that comes next
  std::int32_t rows_done = 0;  ///< since the walk began
  // of that row
  std::int32_t cuts = 0;    ///< of the body's way
  std::int32_t check = 0;   ///< that comes next
  PerLeg<Foothold> next{};  ///< of feet that are lifted
  PlaceSearch search;
};

/// The longest stride that a walk can have: see stride.h.
struct StridePlan {
  double stride_m = 0;  ///< the last one found
  double spread_m = 0;  ///< of the feet meanwhile, from their nominal places
  // of the search: what it is for, and where it is
  std::int32_t gait = -1;
  Vector6d heading = Vector6d::Zero();  ///< of the walk, in B
  Vector3d down_B = Vector3d::Zero();   ///< unit vector
  std::int32_t option = 0, round = 0, row = 0;
  double tried_m = 0, good_m = 0, too_long_m = 0;
  double longest_m = 0, widest_m = 0;
  bool rolls = false;  ///< the rollout has begun
  Rollout rollout{};
};

/// What a free gait knows of the feet, renewed leg by leg: see free_gait.h.
struct FreeGait {
  std::int32_t weighed = 0;     ///< legs
  PlaceSearch search{};         ///< of the next one
  PerLeg<Foothold> next{};      ///< where a step would lead; no patch: nowhere
  PerLeg<Foothold> dead_end{};  ///< the same place, if no other foot could leave after that step
  PerLeg<Bottleneck> lift{};    ///< of the others without the leg
  PerLeg<double> way_m{};       ///< of the step
  std::int32_t tried = 0;       ///< legs at places to lean to
  bool leans = false;           ///< the body is on its way to X_WB
  bool leaned = false;          ///< since the last step
  bool gathers = false;         ///< feet go to their nominal places
  std::int32_t steps = 0;       ///< since the body was at X_WB_last
  Isometry3d X_WB_last = Isometry3d::Identity();
  bool gathered = false;  ///< since the body has gone on
  Isometry3d X_WB = Isometry3d::Identity();
};

/// Of a foot whose cup does not seal, or that gets stuck on its way: the places near by that have
/// been tried, and after them the one that it came from.
struct Elsewhere {
  Reason why = Reason::kNone;
  Vector3d p_WW = Vector3d::Zero();  ///< [m] where it should have gone
  std::int32_t tried = 0;
  Foothold from{};                 ///< no patch: it has lost its hold there
  std::int32_t ticks_to_wait = 0;  ///< until the way back is looked for again
  bool recalled = false;           ///< the walk that it was lifted for is over: no other is tried
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
  LegSet stepping;                      ///< legs off their stance, or on their way there
  GaitProgress gait;
  StridePlan stride;
  FreeGait free;
  PerLeg<Elsewhere> elsewhere{};
  std::int32_t slipping = -1;      ///< leg whose foot slides, or -1
  Objection fault{};               ///< of a module, a drive or a sensor: no foot may leave
  Objection blocking{};            ///< what ends the body's way
  std::int32_t steps_done = 0;     ///< feet placed and attached since the start
  std::int32_t ticks_away = 0;     ///< the body is off its reference by more than it may be
  std::int32_t ticks_at_rest = 0;  ///< all feet standing, PD on, reference still
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
