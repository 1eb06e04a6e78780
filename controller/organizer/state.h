#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/load_sharing/stance_problem.h"
#include "controller/model/plan.h"
#include "controller/model/route.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/pd_switch.h"
#include "controller/organizer/places.h"

/// Memory of the organizer between ticks, plain bytes, and its inputs in a tick.
namespace ventosa::controller {

/// State of the heave that weighs the payload: see heave.h.
struct Heave {
  bool done = false;       ///< a heave was begun since the payload last changed
  std::int32_t ticks = 0;  ///< elapsed; 0: no heave
  double way = 1;          ///< 1: up first; -1: down first
  double rate = 0;         ///< present velocity over its maximum, positive upwards
};

/// Search for the footholds of the next row.
struct RowSearch {
  std::int32_t legs = 0;                     ///< number of legs already searched
  double way_m = 0;                          ///< advance of the body until the row ends
  Isometry3d X_WB = Isometry3d::Identity();  ///< reference at the start of the search
  PerLeg<FoundStep> to{};                    ///< steps of the lifted legs
  PlaceSearch search{};

  bool has_begun() const { return legs > 0 || search.begun; }
};

/// Why a row or a foot is stopped.
struct Objection {
  Reason reason = Reason::kNone;
  int leg = -1;                         ///< -1: no single leg
  Limiting limiting = Limiting::kNone;  ///< the constraint, if it is one
  double room = 0;                      ///< unused share of its limit; negative: exceeded by it
};

/// A refused motion, until it is tried again.
struct Refusal {
  Objection why{};
  Bottleneck lift{};       ///< violated limit, with kLiftRefused
  std::int32_t ticks = 0;  ///< remaining ticks until the next try
};

/// Share of the body's full advance in the first cycle of a walk from standing: the last foot to
/// step then lags no more than in later cycles.
inline constexpr double kFirstShare = 0.5;

/// Progress of a walk in its gait.
struct GaitProgress {
  std::int32_t gait = 0;             ///< number of the gait
  std::int32_t row = 0;              ///< next row
  std::int32_t rows_of_walk = 0;     ///< rows begun since the walk began
  double first_share = kFirstShare;  ///< share of the body's full advance in the first cycle
  std::int32_t shorter = 0;          ///< number of reductions of the body's advance in the next row
  Objection cut{};                   ///< reason of the last cut
  std::int32_t rows_passed_over = 0;  ///< successive rows skipped because their feet may not lift
  std::int32_t rows_in_place = 0;     ///< successive rows begun without motion of the body
  std::int32_t ticks_waited = 0;      ///< ticks waited for the other feet's vacuum, before a lift
  std::int32_t ticks_of_cycle = 0;    ///< elapsed in the present cycle
  std::int32_t ticks_of_row = 0;      ///< elapsed in the present row
  double row_s = 0;                   ///< duration of the present row, by the clock
  double pace_m_s = 0;                ///< speed of the body in the present row, by the clock
  double last_cycle_s = 0;            ///< 0: no cycle completed
  double way_m = 0;                   ///< advance of the body in the present cycle
  /// Heading for which the feet in the air were lifted: see stride.h.
  Vector6d heading = Vector6d::Zero();
  double reached_m_s = 0;  ///< mean speed of the body in the last cycle
  RowSearch next{};
  Objection ended{};  ///< reason that ended the walk: a foot had to step back to where it came from
};

/// Position of a walk in its table: the feet, the body and the next row.
struct Stage {
  Isometry3d X_WB = Isometry3d::Identity();
  PerLeg<Foothold> stands{};         ///< place of each foot, or its last one if it is in the air
  PerLeg<Foothold> to{};             ///< place of each foot after its present step
  PerLeg<SwingForm> form{};          ///< swings of the feet in the air
  PerLeg<PerJoint<double>> q_rad{};  ///< joints of every leg
  LegSet air{};                      ///< feet in the air
  std::int32_t row = 0;              ///< next row of the table
  std::int32_t rows_done = 0;        ///< rows since the start of the walk
  double first_share = kFirstShare;  ///< see GaitProgress
};

/// Rows of a walk that were planned ahead, each with the reductions of the body's advance.
struct Foresight {
  std::int32_t from = 0;  ///< rows of the walk before the first one
  std::int32_t row = 0;   ///< number of the first one in the table
  std::int32_t n = 0;
  std::array<std::uint8_t, 2 * kMaxGaitRows> cuts{};
};

/// Simulation of a walk ahead: see stride.h.
struct Rollout {
  Stage stage{};
  RowSearch next{};
  std::int32_t cuts = 0;   ///< reductions of the body's advance in the next row
  Foresight foresight{};   ///< rows done
  std::int32_t check = 0;  ///< next check of the next row
};

/// Search for the longest feasible stride: see stride.h.
struct StridePlan {
  static constexpr int kSpreads = 4;  ///< stances that are tried

  double stride_m = 0;  ///< longest feasible stride by the last search
  double spread_m = 0;  ///< outward shift of the feet from their nominal places, with that stride
  // problem and progress of the search
  std::int32_t gait = -1;
  Vector6d heading = Vector6d::Zero();  ///< heading of the walk, in B: see stride.h
  Vector3d down_B = Vector3d::Zero();   ///< unit vector
  std::int32_t option = 0, round = 0;
  double tried_m = 0, good_m = 0, too_long_m = 0;
  double longest_m = 0, widest_m = 0;
  Foresight foresight{};  ///< rows with the longest stride
  bool rolls = false;     ///< the rollout has begun
  Rollout rollout{};

  bool is_known() const { return option >= kSpreads; }  ///< the search has ended
};

/// Evaluation of the feet by the free gait, renewed leg by leg: see free_gait.h.
struct FreeGait {
  std::int32_t weighed = 0;  ///< number of legs evaluated
  PlaceSearch search{};      ///< place search of the next leg
  PerLeg<FoundStep> next{};  ///< next step of each leg
  /// Equal to `next` if no other foot could lift after that step, else no step.
  PerLeg<FoundStep> dead_end{};
  PerLeg<Bottleneck> lift{};  ///< load margin of the others without the leg
  PerLeg<double> way_m{};     ///< progress of the step
  std::int32_t tried = 0;     ///< leg and pose combinations tried for leaning
  bool leans = false;         ///< the body is moving to X_WB
  bool leaned = false;        ///< has leaned since the last step
  bool gathers = false;       ///< feet step to their nominal places
  std::int32_t steps = 0;     ///< steps since the body last advanced by stride_m
  Isometry3d X_WB_last = Isometry3d::Identity();
  bool gathered = false;  ///< has gathered since the last advance of the body
  Isometry3d X_WB = Isometry3d::Identity();
};

/// Recovery of a foot that does not seal or is stuck: other places nearby and, after them, the
/// place that it came from.
struct Elsewhere {
  Reason why = Reason::kNone;
  Vector3d p_WW = Vector3d::Zero();  ///< [m] planned wrist point
  std::int32_t tried = 0;
  Foothold from{};                 ///< patch -1: the foot was lost there
  std::int32_t ticks_to_wait = 0;  ///< ticks until the way back is tried again
  bool recalled = false;           ///< the walk is over: go back, try no other place
};

struct OrganizerState {
  BodyReference reference;
  Heave heave;
  PdSwitch pd;
  PerLeg<ModuleTask> task{};
  std::int32_t last_task = 0;           ///< id of the last task given out
  std::int32_t last_request = 0;        ///< id of the goal's last request that was passed on
  std::int32_t waiting_request = 0;     ///< id of the request not yet passed on; 0: none
  std::int32_t requests_overtaken = 0;  ///< requests replaced before they were passed on
  LegSet stepping;                      ///< legs that step
  GaitProgress gait;
  StridePlan stride;
  FreeGait free;
  PerLeg<Elsewhere> elsewhere{};
  std::int32_t slipping = -1;  ///< leg whose foot slides; -1: no leg
  Objection fault{};           ///< fault of a module, a drive or a sensor: no foot may lift
  Objection blocking{};        ///< reason that stops the body's motion
  WalkPhase walk = WalkPhase::kNone;
  std::int32_t surprises = 0;  ///< planned rows that were refused or shortened
  Objection last_surprise{};
  RouteProgress route;
  LegMove way_back{};              ///< reversed move of the leg that steps on the route
  std::int32_t steps_done = 0;     ///< feet placed and attached since the start
  std::int32_t ticks_away = 0;     ///< time for which the body has drifted by more than max_drift_m
  std::int32_t ticks_at_rest = 0;  ///< time with all feet attached, PD on, reference at rest
  Refusal refusal;
  std::int32_t poses_left = kPosesPerTick;  ///< rest of this tick's budget
  SharingWarmStart warm_lift;               ///< start of the lift checks
};

struct OrganizerInput {
  const BodyEstimate& body;
  const PerLeg<ModuleReport>& report;
  const PatchList& surfaces;
  const Goal& goal;
  const PerLeg<Vector3d>& F_last_B;  ///< [N] result of the last tick's load sharing
};

}  // namespace ventosa::controller
