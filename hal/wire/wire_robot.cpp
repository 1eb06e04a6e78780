#include "hal/wire/wire_robot.h"

#include <algorithm>
#include <utility>

namespace ventosa::hal {

using controller::Command;
using controller::Observation;

WireRobot::WireRobot(controller::RobotModel model, controller::Start start, std::int64_t period_ns)
    : model_(std::move(model)), period_ns_(period_ns), start_(std::move(start)) {
  can_.needs_arming = true;
  can_.control_period_ns = period_ns;
}

Status WireRobot::start(controller::Start& start) noexcept {
  start = start_;
  look(start.seen);
  if (released_) return Status::kEnded;
  if (!health_.session) return Status::kLost;
  return started_ ? Status::kStale : Status::kOk;
}

Status WireRobot::exchange(const Command& command, Observation& seen) noexcept {
  if (released_) return Status::kEnded;
  started_ = true;
  breach_ = first_breach(model_, last_command_, command, 1e-9 * static_cast<double>(period_ns_));
  last_command_ = command;
  pass(breach_ ? Command{} : command, seen);
  return status();
}

Status WireRobot::listen(Observation& seen) noexcept {
  if (released_) return Status::kEnded;
  keep_alive();
  pass_period({});
  look(seen);
  return status();
}

void WireRobot::release() noexcept {
  if (!released_) give_back();
  released_ = true;
}

void WireRobot::leave() noexcept {
  constexpr int kTold = 10;  // times, against loss
  enter(GuardMode::kReady);
  Observation seen;
  for (int k = 0; k < kTold && health_.session && !released_; ++k) idle(seen);
  release();
}

void WireRobot::pass(const Command& command, Observation& seen) noexcept {
  tell(command);
  pass_period(command);
  look(seen);
}

void WireRobot::look(Observation& seen) noexcept {
  observe(seen);
  health_ = judge();
  if (ticks_.has_overrun()) health_.robot.insert(Trigger::kOverrun);
  if (breach_) health_.robot.insert(Trigger::kLimit);
}

Status WireRobot::status() const noexcept {
  if (!health_.session) return Status::kLost;
  const auto is_stale = [](Triggers leg) { return leg.contains(Trigger::kStale); };
  if (std::any_of(health_.leg.begin(), health_.leg.end(), is_stale)) return Status::kStale;
  return ticks_.is_late() ? Status::kLate : Status::kOk;
}

}  // namespace ventosa::hal
