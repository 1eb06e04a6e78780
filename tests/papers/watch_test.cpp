#include "papers/watch.h"

#include <gtest/gtest.h>

#include "models/input_error.h"

namespace ventosa::papers::watch_test {
namespace {

const std::vector<record::Column> kColumns{{"leg0.q", "rad"}, {"leg1.q", "rad"}, {"x", "m"}};
const models::Robot kRobot;
const RowSource kSource{kColumns, kRobot};
constexpr Watch::Timing kTiming{1'000'000'000, 10};  // a tick a second

Experiment two_runs() {
  return {.name = "made",
          .runs = {{"a", "stand"}, {"b", "stand"}},
          .lines = {{.ours = Measure{.run = "b", .signal = {"x"}}},
                    {.ours = Measure{.run = "a",
                                     .statistic = Statistic::kMean,
                                     .signal = {"leg*.q"},
                                     .from_s = 2,
                                     .to_s = 3}}},
          .figures = {{.name = "f",
                       .run = "a",
                       .panels = {{{"q", "mrad"}, {{"q", {"leg0.q"}, Signal{"x"}}}, 1000}},
                       .from_s = 1,
                       .to_s = 2}}};
}

void run(Watch& watch) {
  for (int tick = 0; tick <= 4; ++tick)
    ASSERT_TRUE(watch.take(tick, std::vector{1.0 * tick, 10.0 * tick, -1.0 * tick}));
}

TEST(Watch, MeasuresItsOwnRunInTheWindow) {
  const Experiment experiment = two_runs();
  Watch watch(experiment, "a", kSource, kTiming, Watch::Draws::kNothing);
  run(watch);
  const std::vector<Tally> tallies = watch.tallies();
  ASSERT_EQ(tallies.size(), 2u);
  EXPECT_TRUE(std::isnan(tallies[0].value(Statistic::kPeak)));
  EXPECT_EQ(tallies[1].value(Statistic::kMean), (2 + 20 + 3 + 30) / 4.0);
}

TEST(Watch, DrawsItsWindowInTheUnitOfTheAxis) {
  const Experiment experiment = two_runs();
  Watch watch(experiment, "a", kSource, kTiming, Watch::Draws::kFigures);
  run(watch);
  ASSERT_EQ(watch.drawings().size(), 1u);
  const auto& panel = watch.drawings().front().figure.panels.front();
  const auto& curve = std::get<std::vector<record::Curve>>(panel.content).front();
  EXPECT_EQ(curve.x, (std::vector{-1.0, -2.0}));
  EXPECT_EQ(curve.y, (std::vector{1000.0, 2000.0}));
}

TEST(Watch, DrawsNothingOfAnotherRun) {
  const Experiment experiment = two_runs();
  Watch watch(experiment, "b", kSource, kTiming, Watch::Draws::kFigures);
  EXPECT_TRUE(watch.drawings().empty());
}

TEST(Watch, RefusesSeveralSignalsForACurve) {
  Experiment experiment = two_runs();
  experiment.figures.front().panels.front().curves.front().y.pattern = "leg*.q";
  EXPECT_THROW(Watch(experiment, "a", kSource, kTiming, Watch::Draws::kFigures),
               models::InputError);
}

}  // namespace
}  // namespace ventosa::papers::watch_test
