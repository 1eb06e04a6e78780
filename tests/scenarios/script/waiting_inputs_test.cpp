#include "scenarios/script/waiting_inputs.h"

#include <gtest/gtest.h>

#include <vector>

namespace ventosa::scenarios::waiting_inputs_test {
namespace {

/// Requests for tick k a push of k newtons; a new input every `every` ticks.
class Pushes final : public Inputs {
 public:
  explicit Pushes(std::int64_t every) : every_(every) {}
  Input at(std::int64_t tick) noexcept override {
    Input input;
    input.tick = tick - tick % every_;
    input.stimulus = sim::push_on_body({static_cast<double>(input.tick), 0, 0});
    return input;
  }

 private:
  const std::int64_t every_;
};

constexpr std::int64_t kPeriod_ns = 10'000'000;

double force_N(const Input& input) { return input.stimulus.push.begin()->f_W[0]; }

/// Pushes that a session gets, tick by tick; it advances only in the listed ticks.
std::vector<double> pushes(std::int64_t every, const std::vector<bool>& goes_on) {
  std::size_t tick = 0;
  WaitingInputs inputs(std::make_unique<Pushes>(every), [&] { return goes_on[tick - 1]; });
  std::vector<double> all;
  std::int64_t last = -1;
  double now = 0;
  for (; tick < goes_on.size(); ++tick) {
    const auto t = static_cast<std::int64_t>(tick);
    const Input input = inputs.at(t);
    const InputStatus status = judge(input, {last, t, kPeriod_ns});
    EXPECT_TRUE(counts(status) || status == InputStatus::kOld);
    if (counts(status)) {
      last = input.tick;
      now = force_N(input);
    }
    all.push_back(now);
  }
  return all;
}

TEST(WaitingInputs, AreThoseOfTheScriptWhileTheRobotGoesOn) {
  EXPECT_EQ(pushes(1, {true, true, true, true}), (std::vector<double>{0, 1, 2, 3}));
}

TEST(WaitingInputs, StandStillWhileItHoldsAndGoOnWhereTheyWere) {
  EXPECT_EQ(pushes(1, {true, true, false, false, true, true}),
            (std::vector<double>{0, 1, 2, 2, 2, 3}));
}

TEST(WaitingInputs, BeginOnlyWhenTheRobotIsArmed) {
  EXPECT_EQ(pushes(1, {false, false, false, true, true}), (std::vector<double>{0, 0, 0, 0, 1}));
}

TEST(WaitingInputs, BringAnInputThatLastsNoSecondTime) {
  EXPECT_EQ(pushes(3, {true, true, false, false, true, true, true}),
            (std::vector<double>{0, 0, 0, 0, 0, 3, 3}));
}

TEST(WaitingInputs, CountTheTicksThatTheScenarioHasSeen) {
  bool goes_on = true;
  WaitingInputs inputs(std::make_unique<Pushes>(1), [&] { return goes_on; });
  for (std::int64_t tick = 0; tick < 5; ++tick) static_cast<void>(inputs.at(tick));
  EXPECT_EQ(inputs.n_past(4), 4);
  goes_on = false;
  for (std::int64_t tick = 5; tick < 50; ++tick) static_cast<void>(inputs.at(tick));
  EXPECT_EQ(inputs.n_past(49), 4);
}

/// Requesting the inputs of a tick twice does not advance the script.
TEST(WaitingInputs, AnswerTheSameWhenTheyAreAskedAgain) {
  WaitingInputs inputs(std::make_unique<Pushes>(1), [] { return true; });
  for (std::int64_t tick = 0; tick < 5; ++tick)
    for (int again = 0; again < 3; ++again) {
      EXPECT_EQ(force_N(inputs.at(tick)), static_cast<double>(tick));
      EXPECT_EQ(inputs.n_past(tick), tick);
    }
}

TEST(WaitingInputs, AskOnceForWhatTheScriptAsksOnce) {
  struct Asks final : Inputs {
    Input at(std::int64_t tick) noexcept override {
      Input input;
      input.tick = tick;
      if (tick == 1) input.request = {OperatorAction::kHold};
      return input;
    }
  };
  std::int64_t last = -1;
  int n_requested = 0;
  bool goes_on = true;
  WaitingInputs inputs(std::make_unique<Asks>(), [&] { return goes_on; });
  for (std::int64_t tick = 0; tick < 20; ++tick) {
    const Input input = inputs.at(tick);
    if (!counts(judge(input, {last, tick, kPeriod_ns}))) continue;
    last = input.tick;
    n_requested += input.request.action == OperatorAction::kHold;
    goes_on = n_requested == 0;
  }
  EXPECT_EQ(n_requested, 1);
}

}  // namespace
}  // namespace ventosa::scenarios::waiting_inputs_test
