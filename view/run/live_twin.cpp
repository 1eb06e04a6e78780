#include "view/run/live_twin.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ventosa::view {

using scenarios::RunSnapshot;
using scenarios::ScenarioRun;

namespace {

constexpr double kKeyframe_s = 1;

std::int64_t ticks_between_keyframes(const scenarios::Scenario& scenario) {
  return std::max<std::int64_t>(1, std::llround(kKeyframe_s / scenario.twin.control_period_s));
}

}  // namespace

LiveTwin::LiveTwin(const scenarios::Scenario& scenario, std::uint64_t seed,
                   std::vector<record::RowSink*> sinks, std::size_t history_bytes)
    : LiveRun(scenario, seed),
      sinks_(std::move(sinks)),
      keyframes_(ticks_between_keyframes(scenario), history_bytes) {
  start();
}

void LiveTwin::start() {
  inputs_.rewind();
  inputs_.restore({});
  run_ = std::make_unique<ScenarioRun>(scenario_, seed_, sinks_, &log_, &inputs_);
}

bool LiveTwin::advance() {
  const bool more = run_->advance();
  n_reached_ = std::max(n_reached_, tick());
  if (more && keyframes_.is_due(tick())) {
    RunSnapshot snapshot;
    run_->save(snapshot);
    keyframes_.add(std::move(snapshot));
  }
  return more;
}

void LiveTwin::forget_what_followed() {
  keyframes_.forget_after(tick());
  n_reached_ = tick();
}

void LiveTwin::seek(std::int64_t tick) {
  const std::int64_t target = std::clamp<std::int64_t>(tick, 0, n_reached_);
  const RunSnapshot* const near = keyframes_.before(target);
  const bool is_behind = target < this->tick();
  const bool is_far_ahead = near != nullptr && near->tick > this->tick();
  if (is_behind || is_far_ahead) go_back_before(target);
  while (this->tick() < target && run_->advance()) {
  }
}

std::string LiveTwin::failure() const {
  const std::string words = run_->failure();
  return words.empty() ? "" : "physics failed: " + words;
}

void LiveTwin::go_to(std::int64_t tick) {
  if (tick != this->tick()) seek(tick);
  while (this->tick() < tick && advance()) {
  }
}

/// Goes to a keyframe at least one tick before, because the plan and other shown values are
/// computed by a tick.
void LiveTwin::go_back_before(std::int64_t tick) {
  const RunSnapshot* const keyframe = keyframes_.before(tick);
  if (keyframe == nullptr) {
    start();
    return;
  }
  inputs_.rewind();
  run_->restore(*keyframe);
}

}  // namespace ventosa::view
