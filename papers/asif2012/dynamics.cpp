#include "papers/asif2012/experiments.h"
#include "papers/asif2012/figures.h"
#include "papers/asif2012/names.h"

namespace ventosa::papers::asif2012 {
namespace {

constexpr double kWalks_s = 12;  // until then one leg moves freely

}  // namespace

Experiment test1() {
  return {
      .name = "hexapod-test1",
      .sections = "4.1, Fig. 8 D",
      .title = "Motion imposed on the joints: torque sensed against the model",
      .runs = {{"walk", kTest1}},
      .lines = {{.section = "4.1",
                 .what = "model torque against sensed, rms over largest",
                 .claim = "alike",
                 .unit = "%",
                 .factor = kPercent,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = kModelError,
                                 .from_s = kSettled_s},
                 .over = Measure{.run = "walk", .signal = {kSensedTorque}, .from_s = kSettled_s},
                 .reproduced = Threshold{Bound::kMax, 2}},
                {.section = "4.1",
                 .what = "largest torque",
                 .unit = "N m",
                 .ours = Measure{.run = "walk", .signal = {kSensedTorque}, .from_s = kSettled_s}}},
      .figures = {torque_figure({"fig8D", "Fig. 8 D: joint torques, motion imposed", "walk"})},
      .notes = {"The paper calls this 'forward dynamics'; prescribed motion is usually called "
                "inverse dynamics."}};
}

Experiment test2() {
  Experiment test{
      .name = "hexapod-test2",
      .sections = "4.2, Fig. 8 A-C",
      .title = "Torques imposed on the joints: motion sensed against desired",
      .runs = {{"walk", kTest2}},
      .lines = {{.section = "4.2",
                 .what = "joint angles while walking, rms",
                 .claim = "close",
                 .unit = "mrad",
                 .factor = kMilli,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = {kAngleError},
                                 .from_s = kWalks_s},
                 .reproduced = Threshold{Bound::kMax, 5}},
                {.section = "4.2",
                 .what = "joint rates while walking, rms",
                 .claim = "close",
                 .unit = "mrad/s",
                 .factor = kMilli,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = {"command.leg*.joint*.dq", Form::kDifference,
                                            "seen.leg*.joint*.dq"},
                                 .from_s = kWalks_s}},
                {.section = "4.2",
                 .what = "joint angles of a free leg, rms",
                 .claim = "close",
                 .unit = "mrad",
                 .factor = kMilli,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = {"motion.leg0.joint*.error"},
                                 .from_s = 3,
                                 .to_s = 7},
                 .reproduced = Threshold{Bound::kMax, 2}}},
      .notes = {"Not printed: gains, period, motion. Ours: ω 100 rad/s, critically damped, 2 ms.",
                "The desired acceleration is the difference of the desired rate, filtered as the "
                "sensed one is, so that both are equally late."}};
  constexpr const char* kLetters[] = {"A", "B", "C"};
  for (int joint = 0; joint < 3; ++joint)
    test.figures.push_back({.name = std::string("fig8") + kLetters[joint],
                            .title = std::string("Fig. 8 ") + kLetters[joint] + ": " +
                                     kJointNames[joint] + ", torques imposed",
                            .caption = "Front left leg. Where one curve is seen both are equal.",
                            .run = "walk",
                            .panels = motion_panels(joint)});
  return test;
}

}  // namespace ventosa::papers::asif2012
