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

/// Copy of the state after a tick, for other threads.
namespace ventosa::view {

/// Event marked on the timeline.
struct Event {
  enum class Kind : std::uint8_t {
    kAttached,
    kLifted,  ///< a cup was released as planned
    kLost,    ///< a cup was lost
    kReason,  ///< the reason for doing less than requested has changed
    kTouched  ///< intervention by the user
  };
  Kind kind = Kind::kAttached;
  std::int64_t tick = 0;
  int leg = -1;
  controller::Reason reason = controller::Reason::kNone;
};

struct PlayState {
  bool playing = false;
  bool repeats = false;  ///< replays an earlier run as fast as possible
  bool over = false;     ///< the scenario has ended or the physics failed
  double speed = 1;
  double realtime_factor = 0;
  double tick_p50_s = 0, tick_p99_s = 0;  ///< wall time of a tick
  std::string failure;                    ///< failure of physics or robot; else empty
};

struct Frame {
  std::shared_ptr<const scenarios::Scenario> scenario;  ///< null: nothing loaded yet
  std::uint64_t run = 0;                                ///< a new number is a new run
  std::uint64_t seed = 0;
  std::int64_t tick = 0;
  std::int64_t n_reached = 0;  ///< last tick that can be shown
  std::int64_t n_ticks = 0;    ///< ticks of the scenario including waiting times
  std::int64_t n_past = 0;     ///< ticks of the scenario without waiting times
  PlayState play;
  hal::Capabilities can;  ///< capabilities of the robot

  controller::Observation seen;
  controller::Goal goal;         ///< the goal as requested
  bool goal_is_pending = false;  ///< takes effect at the next tick
  sim::Stimulus stimulus;
  controller::Command command;
  controller::Diagnostics plan;
  controller::PatchList known;        ///< surfaces, surveyed or detected so far
  std::optional<sim::Truth> truth{};  ///< ground truth, only for a twin
  Shown shown;
  scenarios::SessionReport session;
  hal::Health health;
  std::optional<WireStatus> wire{};  ///< state of the connection, only with modules
  controller::ControllerConfig options;
  std::optional<sim::RobotPose> ghost{};  ///< pose of another run
  std::vector<double> row;                ///< all signals, in the order of recorded_columns()
  std::shared_ptr<RowQueue> rows;         ///< rows of all ticks, for plots
  std::vector<Event> events;
  std::uint64_t state_hash = 0;
  std::size_t history_bytes = 0;

  double period_s() const { return scenario->twin.control_period_s; }
  double time_s() const { return static_cast<double>(tick) * period_s(); }
  bool is_twin() const { return truth.has_value(); }  ///< only a twin can go back in time
  const controller::RobotModel& robot() const { return scenario->robot.nominal; }
};

}  // namespace ventosa::view
