#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/format/scenario.h"
#include "scenarios/session/recorder.h"
#include "view/run/shown.h"
#include "view/run/wire_status.h"
#include "view/signals/row_queue.h"

/// A copy of all that a tick left, for who looks at it on another thread.
namespace ventosa::view {

/// Something worth a mark on the timeline.
struct Event {
  enum class Kind : std::uint8_t {
    kAttached,
    kLifted,  ///< released by the plan
    kLost,    ///< let go untold
    kReason,  ///< the plan does less than it is asked; another reason, or none again
    kTouched  ///< by who watches
  };
  Kind kind = Kind::kAttached;
  std::int64_t tick = 0;
  int leg = -1;
  controller::Reason reason = controller::Reason::kNone;
};

struct PlayState {
  bool playing = false;
  bool repeats = false;  ///< an earlier run, as fast as possible
  bool over = false;     ///< the scenario is at its end, or the physics failed
  double speed = 1;
  double realtime_factor = 0;
  double tick_p50_s = 0, tick_p99_s = 0;  ///< wall time of a tick
  std::string failure;                    ///< of physics or robot; else empty
};

struct Frame {
  std::shared_ptr<const scenarios::Scenario> scenario;  ///< null: nothing was shown yet
  std::uint64_t run = 0;                                ///< another number is another run
  std::uint64_t seed = 0;
  std::int64_t tick = 0;
  std::int64_t n_reached = 0;  ///< to where it can be scrubbed
  std::int64_t n_ticks = 0;    ///< of the scenario, and of what it waited
  std::int64_t n_past = 0;     ///< of the scenario alone
  PlayState play;
  hal::Capabilities can;  ///< of the robot

  controller::Observation seen;
  controller::Goal goal;         ///< as it is asked for
  bool goal_is_pending = false;  ///< from the next tick on
  sim::Stimulus stimulus;
  controller::Command command;
  controller::Diagnostics plan;
  controller::PatchList known;        ///< surfaces: surveyed, or found so far
  std::optional<sim::Truth> truth{};  ///< of a twin
  Shown shown;
  scenarios::SessionReport session;
  hal::Health health;
  std::optional<WireStatus> wire{};  ///< of modules on one
  controller::ControllerConfig options;
  std::optional<sim::RobotPose> ghost{};  ///< of another run
  std::vector<double> row;                ///< of all signals, by recorded_columns()
  std::shared_ptr<RowQueue> rows;         ///< of all ticks, for plots
  std::vector<Event> events;
  std::uint64_t state_hash = 0;
  std::size_t history_bytes = 0;

  double period_s() const { return scenario->twin.control_period_s; }
  double time_s() const { return static_cast<double>(tick) * period_s(); }
  bool is_twin() const { return truth.has_value(); }  ///< its time can go back
  const controller::RobotModel& robot() const { return scenario->robot.nominal; }
};

}  // namespace ventosa::view
