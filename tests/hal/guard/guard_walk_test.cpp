#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "tests/hal/guard/random_life.h"

/// Properties of the guard for any inputs, in any order.
namespace ventosa::hal::guard_walk_test {
namespace {

bool is_armed_mode(GuardMode mode) {
  return obeys_controller(mode) || mode == GuardMode::kHold || mode == GuardMode::kDegradedLeg;
}

/// Present triggers, except an operator's stop, which needs no second without triggers.
bool is_troubled(const GuardInputs& inputs, GuardMode before) {
  Triggers all = inputs.robot;
  for (const Triggers& leg : inputs.leg) all = all | leg;
  for (const Trigger trigger : all)
    if (trigger != Trigger::kOperatorStop) return true;
  return is_armed_mode(before) && !(inputs.session && inputs.lease);
}

bool is_any_trigger_there(const GuardInputs& inputs) {
  return !inputs.robot.empty() || std::any_of(inputs.leg.begin(), inputs.leg.end(),
                                              [](const Triggers& leg) { return !leg.empty(); });
}

/// Independent record of the time without triggers since the last transition.
class QuietWitness {
 public:
  void see(const GuardInputs& inputs, GuardMode before, std::int64_t passed_ns) {
    const bool troubled = is_troubled(inputs, before);
    if (troubled) quiet_ns_ = 0;
    if (!troubled && !troubled_) quiet_ns_ += std::clamp(passed_ns, std::int64_t{0}, 100 * kMs);
    troubled_ = troubled;
    was_troubled_ |= troubled;
  }
  void forget() { was_troubled_ = false; }
  bool allows_to_go_on() const { return !was_troubled_ || quiet_ns_ >= kQuiet_ns; }

 private:
  std::int64_t quiet_ns_ = 0;
  bool troubled_ = false;
  bool was_troubled_ = false;
};

struct Transition {
  GuardMode before;
  const GuardInputs& inputs;
  GuardMode after;
  Refusal refusal;

  bool asks_for(OperatorAction action) const { return inputs.request.action == action; }
  bool enters(GuardMode mode) const { return before != mode && after == mode; }
};

bool is_active_with_lease_and_session_alone(const Transition& t) {
  const bool well = t.inputs.session && t.inputs.lease && !is_any_trigger_there(t.inputs);
  return t.after != GuardMode::kActive || well;
}
bool goes_on_by_request_alone(const Transition& t, const QuietWitness& witness) {
  if (!t.enters(GuardMode::kActive)) return true;
  const bool held = is_armed_mode(t.before);
  const bool requested = t.asks_for(held ? OperatorAction::kAcknowledge : OperatorAction::kArm);
  return requested && t.refusal == Refusal::kNone && t.before != GuardMode::kCut &&
         witness.allows_to_go_on();
}
bool cuts_when_sure_alone(const Transition& t) {
  const OperatorRequest& request = t.inputs.request;
  const bool sure =
      request.action == OperatorAction::kCut && request.confirmed && request.supported;
  return !t.enters(GuardMode::kCut) || sure;
}
bool leaves_cut_by_request_alone(const Transition& t) {
  const bool requested = t.asks_for(OperatorAction::kArm) || t.asks_for(OperatorAction::kDisarm);
  return t.before != GuardMode::kCut || t.after == GuardMode::kCut || requested;
}
bool disarms_by_request_alone(const Transition& t) {
  const bool stays = is_armed_mode(t.after) || t.after == GuardMode::kCut;
  return !is_armed_mode(t.before) || stays || t.asks_for(OperatorAction::kDisarm);
}
bool refuses_requests_alone(const Transition& t) {
  return t.refusal == Refusal::kNone || !t.asks_for(OperatorAction::kNone);
}

bool is_explained(const GuardState& state) {
  bool any = false;
  for_each_cause(state, [&](const Cause&) { any = true; });
  const bool latched = state.mode == GuardMode::kHold || state.mode == GuardMode::kDegradedLeg ||
                       state.mode == GuardMode::kCut || state.mode == GuardMode::kStand;
  return any || !latched;
}

TEST(GuardWalk, KeepsItsPromisesThroughAMillionSteps) {
  RandomLife life(1);
  QuietWitness witness;
  GuardState state;
  std::array<std::array<int, 7>, 7> n{};  // transitions from, to
  for (int i = 0; i < 1'000'000; ++i) {
    const std::int64_t before_ns = life.now_ns();
    const GuardInputs& inputs = life.next();
    const GuardStep next = step(state, inputs, life.now_ns());
    const Transition t{state.mode, inputs, next.state.mode, next.refusal};
    witness.see(inputs, t.before, life.now_ns() - before_ns);
    ASSERT_TRUE(is_active_with_lease_and_session_alone(t)) << i;
    ASSERT_TRUE(goes_on_by_request_alone(t, witness)) << i;
    ASSERT_TRUE(cuts_when_sure_alone(t)) << i;
    ASSERT_TRUE(leaves_cut_by_request_alone(t)) << i;
    ASSERT_TRUE(disarms_by_request_alone(t)) << i;
    ASSERT_TRUE(refuses_requests_alone(t)) << i;
    ASSERT_TRUE(is_explained(next.state)) << i;
    if (t.after == GuardMode::kActive) witness.forget();
    state = next.state;
    ++n[static_cast<std::size_t>(t.before)][static_cast<std::size_t>(t.after)];
  }
  // offline, ready, active, hold, degraded_leg, cut, stand: modes that must have occurred for the
  // test to prove anything
  constexpr std::array<std::array<int, 7>, 7> kReachable{{{1, 1, 1, 0, 0, 1, 0},
                                                          {1, 1, 1, 0, 0, 1, 0},
                                                          {1, 1, 1, 1, 1, 1, 1},
                                                          {1, 1, 1, 1, 1, 1, 0},
                                                          {1, 1, 1, 1, 1, 1, 0},
                                                          {0, 1, 0, 1, 1, 1, 0},
                                                          {1, 1, 1, 1, 1, 1, 1}}};
  for (std::size_t from = 0; from < 7; ++from)
    for (std::size_t to = 0; to < 7; ++to)
      EXPECT_EQ(n[from][to] > 0, kReachable[from][to] == 1)
          << controller::name(static_cast<GuardMode>(from)) << " to "
          << controller::name(static_cast<GuardMode>(to)) << ": " << n[from][to];
}

constexpr int kStates = 200'000;

TEST(GuardWalk, GivesTheSameBytesForTheSameInputs) {
  RandomLife life(2);
  GuardState state;
  for (int i = 0; i < kStates; ++i) {
    const GuardInputs& inputs = life.next();
    const GuardStep a = step(state, inputs, life.now_ns());
    const GuardState copy = state;
    const GuardStep b = step(copy, inputs, life.now_ns());
    ASSERT_EQ(std::memcmp(&a.state, &b.state, sizeof(GuardState)), 0) << i;
    ASSERT_EQ(a.refusal, b.refusal);
    state = a.state;
  }
}

TEST(GuardWalk, ChangesNothingWhenNothingChanges) {
  RandomLife life(3);
  GuardState state;
  for (int i = 0; i < kStates; ++i) {
    GuardInputs inputs = life.next();
    state = step(state, inputs, life.now_ns()).state;
    inputs.request = {};
    const GuardState again = step(state, inputs, life.now_ns()).state;
    ASSERT_EQ(std::memcmp(&state, &again, sizeof(GuardState)), 0)
        << i << ": " << controller::name(state.mode) << ", " << controller::name(again.mode);
  }
}

TEST(GuardWalk, LeavesTheModeAsItIsWhenItRefuses) {
  RandomLife life(4);
  GuardState state;
  int n_refused = 0;
  for (int i = 0; i < kStates; ++i) {
    GuardInputs inputs = life.next();
    const GuardStep next = step(state, inputs, life.now_ns());
    const OperatorAction action = inputs.request.action;
    inputs.request = {};
    const GuardState unrequested = step(state, inputs, life.now_ns()).state;
    const bool doubtful_cut = action == OperatorAction::kCut && obeys_controller(unrequested.mode);
    const bool refused = next.refusal != Refusal::kNone && !doubtful_cut;
    ASSERT_TRUE(!refused || next.state == unrequested) << i;
    n_refused += refused;
    state = next.state;
  }
  EXPECT_GT(n_refused, kStates / 20);
}

TEST(GuardWalk, IsNeverMilderWithOneMoreTrigger) {
  RandomLife life(5);
  GuardState state;
  int n_more_severe = 0;
  for (int i = 0; i < kStates; ++i) {
    GuardInputs one = life.next();
    if (life.chance(0.5)) life.add_trigger(one);
    GuardInputs two = one;
    life.add_trigger(two);
    const int with_one = severity(step(state, one, life.now_ns()).state.mode);
    const int with_two = severity(step(state, two, life.now_ns()).state.mode);
    ASSERT_GE(with_two, with_one) << i << ": " << controller::name(state.mode);
    n_more_severe += with_two > with_one;
    one = life.next();
    state = step(state, one, life.now_ns()).state;
  }
  EXPECT_GT(n_more_severe, kStates / 20);
}

}  // namespace
}  // namespace ventosa::hal::guard_walk_test
