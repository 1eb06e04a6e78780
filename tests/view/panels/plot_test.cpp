#include "view/panels/plot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenarios/session/row_recorder.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/session/stand.h"

namespace ventosa::view::plot_test {
namespace {

TEST(Plot, HasAxesThatEndAtRoundNumbersAroundWhatIsShown) {
  for (const auto& [low, high] :
       {std::pair{0.0, 1.0}, {-3.2, 17.9}, {0.00012, 0.00018}, {5.0, 5.0}, {-1e6, -9e5}}) {
    const AxisRange range = rounded(low, high);
    EXPECT_LE(range.low, low);
    EXPECT_GE(range.high, high);
    EXPECT_LT(range.low, range.high);
    EXPECT_LE(range.high - range.low, 2.5 * std::max(high - low, 1e-5 * std::abs(high)));
  }
}

/// Number of signals for a leg of six joints.
std::size_t n_shown(const std::vector<std::string>& signals) {
  std::size_t n = 0;
  for (const std::string& name : signals) n += name.find('#') == std::string::npos ? 1 : 6;
  return n;
}

TEST(Plot, PresetsNameSignalsThatARobotHas) {
  const scenarios::Scenario scenario = scenarios::read(scenarios::kGood);
  Ui ui;
  ui.columns = recorded_columns(scenario);
  ui.leg = 2;
  for (const Preset& preset : presets()) {
    if (std::string(preset.name).starts_with("force of the foot")) continue;
    choose(preset, ui);
    for (std::size_t k = 0; k < preset.signals.size(); ++k)
      EXPECT_EQ(ui.plots[k].columns.size(), n_shown(preset.signals[k])) << preset.name;
  }
  choose(presets().front(), ui);
  EXPECT_EQ(ui.columns[ui.plots[0].columns[5]].name, "truth.leg2.joint5.tau");
}

TEST(Plot, PresetsNameSignalsOfPointFeet) {
  const auto is_of_feet = [](const Preset& preset) {
    return std::string(preset.name).starts_with("force of the foot");
  };
  const auto preset = std::ranges::find_if(presets(), is_of_feet);
  ASSERT_NE(preset, presets().end());
  Ui ui;
  const scenarios::Scenario scenario = scenarios::shipped("hexapod3_stand");
  ui.columns = recorded_columns(scenario);
  choose(*preset, ui);
  EXPECT_EQ(ui.plots[0].columns.size(), 3u);
  EXPECT_EQ(ui.plots[1].columns.size(), 1u);
}

TEST(Plot, PresetsShowReadingsWhereThereIsNoTruth) {
  const scenarios::Scenario scenario = scenarios::read(scenarios::kGood);
  Ui ui;
  ui.columns = recorded_columns(scenario, scenarios::Subject::kRobot);
  choose(presets().front(), ui);
  ASSERT_EQ(ui.plots[0].columns.size(), 6u);
  EXPECT_EQ(ui.columns[ui.plots[0].columns[1]].name, "seen.leg0.joint1.tau");
}

}  // namespace
}  // namespace ventosa::view::plot_test
