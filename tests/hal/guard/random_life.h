#pragma once

#include <cstdint>
#include <random>

#include "tests/hal/guard/watch.h"

/// Seeded random inputs of a guard: mostly without faults, so that all modes occur.
namespace ventosa::hal {

class RandomLife {
 public:
  explicit RandomLife(std::uint64_t seed) : random_(seed) {}

  /// Inputs of the next step, at now_ns().
  const GuardInputs& next() {
    flip(inputs_.session, 0.002, 0.2);
    flip(inputs_.lease, 0.002, 0.1);
    change_triggers();
    inputs_.request = request();
    now_ns_ += passed_ns();
    return inputs_;
  }
  std::int64_t now_ns() const { return now_ns_; }

  bool chance(double p) { return std::uniform_real_distribution<>()(random_) < p; }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  /// Adds a trigger of the robot or of a leg.
  void add_trigger(GuardInputs& inputs) {
    const auto who = below(4);  // only three legs, so that triggers coincide
    (who == 0 ? inputs.robot : inputs.leg[4 * who - 1])
        .insert(static_cast<Trigger>(below(kTriggers)));
  }

 private:
  void flip(bool& value, double p_loss, double p_return) {
    if (chance(value ? p_loss : p_return)) value = !value;
  }
  void change_triggers() {
    if (chance(0.15)) {
      inputs_.robot = {};
      inputs_.leg = {};
    }
    if (chance(0.01)) add_trigger(inputs_);
    if (chance(0.005)) inputs_.leg[3].insert(Trigger::kJointFault);
    if (chance(0.1))
      inputs_.standing = chance(0.5) ? kStanding : kStanding | Triggers{Trigger::kStale};
    if (chance(0.002))
      for (int i = 0; i < 3; ++i) add_trigger(inputs_);
  }
  OperatorRequest request() {
    constexpr double kP[] = {0.6, 0.15,  0.02,
                             0.2, 0.015, 0.015};  // none, arm, hold, acknowledge...
    std::discrete_distribution<int> action(std::begin(kP), std::end(kP));
    return {static_cast<OperatorAction>(action(random_)), chance(0.6), chance(0.6)};
  }
  std::int64_t passed_ns() {
    const auto up_to = [&](std::int64_t n_ns) {
      return static_cast<std::int64_t>(below(static_cast<std::uint64_t>(n_ns)));
    };
    if (chance(0.90)) return kMs + up_to(60 * kMs);
    if (chance(0.5)) return 0;
    return chance(0.6) ? up_to(20 * kQuiet_ns) : -up_to(10 * kQuiet_ns);
  }

  std::mt19937_64 random_;
  GuardInputs inputs_{.session = true, .lease = true};
  std::int64_t now_ns_ = 0;
};

}  // namespace ventosa::hal
