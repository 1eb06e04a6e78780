#include "controller/perception/perceive.h"
#include "view/run/player.h"

/// Frames published by the player.
namespace ventosa::view {
namespace {

Shown shown(const LiveRun& live) {
  const scenarios::RobotRun& run = live.run();
  const Surroundings at{run.scenario().robot, run.scenario().twin.patches};
  if (live.truth() != nullptr) return shown(at, *live.truth());
  return shown(at, run.controller().config(), run.session().seen(), run.controller().diagnostics());
}

/// Pose of the modules' twin.
std::optional<sim::RobotPose> ghost_of(const std::optional<WireStatus>& wire) {
  const bool is_there = wire && wire->twin && wire->twin->n_exchanges > 0;
  return is_there && wire->twin->ended.empty() ? std::optional(wire->twin->pose) : std::nullopt;
}

}  // namespace

void Player::show() {
  Frame& frame = mailbox_.draft();
  const scenarios::RobotRun& run = live_->run();
  frame.scenario = scenario_;
  frame.run = n_runs_;
  frame.seed = seed_;
  frame.tick = run.tick();
  frame.n_reached = live_->n_reached();
  frame.n_ticks = run.n_ticks() + run.tick() - run.n_past();
  frame.n_past = run.n_past();
  frame.play = {.playing = playing_,
                .repeats = !earlier_hash_.empty(),
                .over = over_,
                .speed = speed_,
                .realtime_factor = playing_ ? pace_->realtime_factor() : 0,
                .tick_p50_s = times_.quantile_s(0.5),
                .tick_p99_s = times_.quantile_s(0.99),
                .failure = live_->failure()};
  frame.can = run.capabilities();
  frame.seen = run.session().seen();
  const scenarios::Input* const pending = live_->pending();
  frame.goal = pending != nullptr ? pending->goal : run.session().input().goal;
  frame.goal_is_pending = pending != nullptr;
  frame.stimulus = live_->truth() != nullptr ? run.session().input().stimulus : sim::Stimulus{};
  frame.command = run.session().command();
  frame.plan = run.controller().diagnostics();
  frame.options = run.controller().config();
  frame.known = controller::known_surfaces(frame.options.surfaces.source,
                                           run.controller().state().perception);
  frame.truth.reset();
  if (live_->truth() != nullptr) frame.truth = *live_->truth();
  frame.shown = shown(*live_);
  frame.session = run.session().report();
  frame.health = run.health();
  frame.wire = live_->wire();
  frame.ghost = ghost_ ? sim::pose_of(*ghost_->truth()) : ghost_of(frame.wire);
  frame.row = last_row_.row;
  frame.rows = rows_;
  frame.events = events_.all();
  frame.state_hash = run.state_hash();
  frame.history_bytes = live_->history_bytes();
  mailbox_.put();
  is_shown_ = true;
}

}  // namespace ventosa::view
