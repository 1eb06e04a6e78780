#pragma once

#include "tests/hal/contract/subject.h"

/// Contract of start, time and end.
namespace ventosa::hal::contract {

inline AssertionResult start_lets_no_time_pass(const MakeSubject& make) {
  const Subject subject = make();
  const controller::Start first = started(*subject.robot), again = started(*subject.robot);
  if (first.seen.now_ns != again.seen.now_ns) return AssertionFailure() << "time has passed";
  if (bits(subject.model, first.seen) != bits(subject.model, again.seen))
    return AssertionFailure() << "the second answer is another one";
  return AssertionSuccess();
}

inline AssertionResult start_says_what_a_controller_needs(const MakeSubject& make) {
  const Subject subject = make();
  const controller::Start start = started(*subject.robot);
  if (start.patches.n < 1) return AssertionFailure() << "no surface was surveyed";
  if (!(start.gravity_W.norm() > 0)) return AssertionFailure() << "no gravity";
  if (!start.X_WB.linear().isUnitary(1e-9)) return AssertionFailure() << "no start pose";
  int n_attached = 0;
  for (std::size_t i = 0; i < subject.model.leg.size(); ++i) {
    if (start.attached[i] && !(start.seen.leg[i].cup.vacuum_Pa > 0))
      return AssertionFailure() << "leg " << i << " is attached without vacuum";
    n_attached += start.attached[i];
  }
  if (n_attached == 0) return AssertionFailure() << "nothing is attached";
  return AssertionSuccess();
}

inline AssertionResult start_is_past_after_an_exchange(const MakeSubject& make) {
  const Subject subject = make();
  Observation seen = started(*subject.robot).seen;
  static_cast<void>(subject.robot->exchange({}, seen));
  controller::Start late;
  if (subject.robot->start(late) != Status::kStale) return AssertionFailure() << "it is not stale";
  if (late.seen.now_ns != seen.now_ns) return AssertionFailure() << "what is seen is not of now";
  return AssertionSuccess();
}

inline AssertionResult an_exchange_takes_one_period(const MakeSubject& make) {
  const Subject subject = make();
  Observation seen = started(*subject.robot).seen;
  const std::int64_t start_ns = seen.now_ns;
  for (int k = 1; k <= 50; ++k) {
    if (subject.robot->exchange({}, seen) != Status::kOk) return AssertionFailure() << "not ok";
    if (seen.now_ns != start_ns + k * subject.robot->capabilities().control_period_ns)
      return AssertionFailure() << "after exchange " << k << " it is " << seen.now_ns << " ns";
  }
  return AssertionSuccess();
}

inline std::vector<std::int64_t> samples(const controller::RobotModel& model,
                                         const Observation& seen) {
  std::vector<std::int64_t> all{seen.body.sampled_ns, seen.detections.sampled_ns};
  for (std::size_t i = 0; i < model.leg.size(); ++i) all.push_back(seen.leg[i].sampled_ns);
  return all;
}

inline AssertionResult samples_run_neither_back_nor_ahead(const MakeSubject& make) {
  const Subject subject = make();
  Observation seen = started(*subject.robot).seen;
  std::vector<std::int64_t> last = samples(subject.model, seen);
  for (int k = 0; k < 100; ++k) {
    static_cast<void>(subject.robot->exchange({}, seen));
    const std::vector<std::int64_t> now = samples(subject.model, seen);
    for (std::size_t n = 0; n < now.size(); ++n)
      if (now[n] < last[n] || now[n] > seen.now_ns)
        return AssertionFailure() << "sample " << n << " is of " << now[n] << " ns";
    last = now;
  }
  return AssertionSuccess();
}

inline AssertionResult what_is_over_stays_over(const MakeSubject& make) {
  const Subject subject = make();
  Observation seen = started(*subject.robot).seen;
  static_cast<void>(subject.robot->exchange({}, seen));
  subject.finish();
  const Status last = subject.robot->exchange({}, seen);
  if (!is_over(last)) return AssertionFailure() << "it goes on";
  const std::vector<std::uint64_t> before = bits(subject.model, seen);
  for (int k = 0; k < 3; ++k) {
    if (subject.robot->exchange({}, seen) != last) return AssertionFailure() << "it says otherwise";
    if (bits(subject.model, seen) != before) return AssertionFailure() << "it reports more";
  }
  controller::Start start;
  if (subject.robot->start(start) == Status::kOk) return AssertionFailure() << "it starts again";
  return AssertionSuccess();
}

}  // namespace ventosa::hal::contract
