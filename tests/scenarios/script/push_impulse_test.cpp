#include <gtest/gtest.h>

#include <random>

#include "scenarios/script/script_inputs.h"
#include "tests/sim/stands.h"

/// Pushes of a script against the closed form F dt, at any time and for any duration.
namespace ventosa::scenarios::push_impulse_test {
namespace {

struct Periods {
  double control_s, step_s;
};

std::vector<Push> random_pushes(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto draw = [&](double low, double high) { return low + (high - low) * uniform(random); };
  std::vector<Push> pushes;
  for (int k = 0; k < 6; ++k)
    pushes.push_back({.at_s = draw(0, 0.3),
                      .duration_s = std::pow(10, draw(-4, -0.8)),  // 0.1 ms to 0.16 s
                      .f_B0 = Vector3d(draw(-40, 40), draw(-40, 40), draw(-40, 40))});
  std::sort(pushes.begin(), pushes.end(),
            [](const Push& a, const Push& b) { return a.at_s < b.at_s; });
  return pushes;
}

Vector3d impulse_Ns(const std::vector<Push>& pushes) {
  Vector3d sum = Vector3d::Zero();
  for (const Push& push : pushes) sum += push.duration_s * push.f_B0;
  return sum;
}

/// Momentum that a floating block gains, and the impulse of the recorded forces.
struct Gained {
  Vector3d momentum_Ns, recorded_Ns;
};

Gained gained(const std::vector<Push>& pushes, const Periods& periods) {
  const sim::Block block{.mass_kg = 5};
  const models::Robot robot = sim::one_cup(block);
  sim::TwinConfig config = sim::stuck(block, 0, 0);
  config.leg[0].attached = false;
  config.X_WB.translation().z() = 1.5;
  config.gravity_W.setZero();
  config.step_s = periods.step_s;
  config.control_period_s = periods.control_s;
  sim::Twin twin(robot, config);
  const Script script({}, pushes);
  ScriptInputs inputs(script, Isometry3d::Identity(), periods.control_s);
  const auto period_ns = std::llround(1e9 * periods.control_s);
  Gained all{Vector3d::Zero(), Vector3d::Zero()};
  controller::Observation seen;
  for (std::int64_t tick = 0; tick * period_ns < 600'000'000; ++tick) {
    const sim::Stimulus stimulus = inputs.at(tick).stimulus;
    twin.apply(stimulus);
    EXPECT_EQ(twin.exchange({}, seen), hal::Status::kOk);
    all.recorded_Ns += periods.control_s * record_of(stimulus, period_ns).f_B_W;
  }
  all.momentum_Ns = block.mass_kg * twin.truth().v_WB;
  return all;
}

TEST(PushImpulse, IsForceTimesDurationWhateverThePeriods) {
  std::mt19937_64 random(7);
  for (const double control_s : {0.01, 0.04, 0.05})
    for (const double step_s : {0.001, 0.002, 0.005})
      for (int k = 0; k < 5; ++k) {
        const std::vector<Push> pushes = random_pushes(random);
        const Vector3d requested_Ns = impulse_Ns(pushes);
        const Gained all = gained(pushes, {control_s, step_s});
        // times are whole nanoseconds
        EXPECT_LT((all.recorded_Ns - requested_Ns).norm(), 1e-6) << control_s << ", " << step_s;
        // the block hangs on its joint's spring with a gram
        EXPECT_LT((all.momentum_Ns - requested_Ns).norm(), 1e-3 * (1 + requested_Ns.norm()))
            << control_s << ", " << step_s;
      }
}

TEST(PushImpulse, IsThatOfABlowBetweenTwoTicks) {
  const std::vector<Push> blow{{.at_s = 0.103, .duration_s = 0.004, .f_B0 = {0, 400, 0}}};
  for (const double control_s : {0.01, 0.05}) {
    const Gained all = gained(blow, {control_s, 0.002});
    EXPECT_NEAR(all.recorded_Ns.y(), 1.6, 1e-9);
    EXPECT_NEAR(all.momentum_Ns.y(), 1.6, 1e-3);
  }
}

}  // namespace
}  // namespace ventosa::scenarios::push_impulse_test
