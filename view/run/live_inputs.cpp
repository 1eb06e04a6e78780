#include "view/run/live_inputs.h"

namespace ventosa::view {

using scenarios::Input;

Input LiveInputs::at(std::int64_t tick) noexcept {
  Input input = script_->at(tick);
  for (; next_ < done_.size() && done_[next_].tick <= tick; ++next_) {
    Done& done = done_[next_];
    if (done.tick == tick) done.n_past = n_past(tick);
    hold(done);
    if (done.tick == tick) ask(done.what, input);
  }
  if (next_ == 0) return input;
  input.tick = tick;
  if (goal_) input.goal = *goal_;
  if (motion_) {
    const double time_s = static_cast<double>(n_past(tick) - motion_n_past_) * motion_->period_s;
    input.goal = motion_->script.goal_at(time_s, motion_->X_WB0);
  }
  if (pd_) input.goal.pd = *pd_;
  if (push_) input.stimulus.push.add(*push_);
  for (const sim::TimedFault& each : faults_) input.stimulus.fault.add(each);
  return input;
}

void LiveInputs::hold(const Done& done) noexcept {
  const Intervention& what = done.what;
  if (what.back_to_script || what.goal || what.motion) {
    goal_ = what.goal;
    motion_ = what.motion;
    motion_n_past_ = done.n_past;
  }
  if (what.back_to_script) pd_.reset();
  if (what.pd) pd_ = what.pd;
  if (what.push) push_ = what.push;
  if (what.mend) faults_ = {};
  if (what.fault) faults_.add({*what.fault});
}

void LiveInputs::ask(const Intervention& what, Input& input) noexcept {
  if (what.request.action != hal::OperatorAction::kNone) input.request = what.request;
  if (what.cup) input.cup = what.cup;
  if (what.options) input.options = what.options;
}

void LiveInputs::intervene(std::int64_t tick, const Intervention& intervention) {
  std::erase_if(done_, [tick](const Done& done) { return done.tick > tick; });
  done_.push_back({tick, intervention});
}

Input LiveInputs::ahead(std::int64_t tick) noexcept {
  const scenarios::ScriptState place = script_state();
  const Input input = at(tick);
  restore(place);
  rewind();
  return input;
}

void LiveInputs::rewind() noexcept {
  next_ = 0;
  goal_.reset();
  motion_.reset();
  pd_.reset();
  push_.reset();
  faults_ = {};
}

}  // namespace ventosa::view
