#include "papers/figures.h"

#include <gtest/gtest.h>

#include "tests/papers/made_outcome.h"

namespace ventosa::papers::figures_test {
namespace {

std::string title_after(const scenarios::Verdict& verdict) {
  return finished({nullptr, {.title = "Fig. 1"}}, verdict).title;
}

TEST(Figures, OfAFailedRunSaySoInTheirTitle) {
  EXPECT_EQ(title_after(passed()), "Fig. 1");
  EXPECT_EQ(title_after(failed("feet slipped")), "Fig. 1 (THE RUN FAILED)");
  EXPECT_EQ(title_after(failed("body does not fall")), "Fig. 1 (THE ROBOT FELL)");
  EXPECT_EQ(title_after(failed("body and links touch nothing")), "Fig. 1 (THE ROBOT FELL)");
}

TEST(Figures, OfAFailedRunNameTheReason) {
  EXPECT_EQ(finished({nullptr, {.caption = "C."}}, failed("feet slipped")).caption,
            "Failed: feet slipped. C. stand (biped), seed 0.");
}

TEST(GaitChart, JoinsTheRowsInWhichALegIsInTheAir) {
  using enum controller::FootMove;
  controller::Gait gait{.name = "g", .row = std::vector<controller::GaitRow>(4)};
  gait.row[0].move[0] = kLift;
  gait.row[1].move[0] = kLower;
  gait.row[3].move[1] = kStep;
  models::Robot robot;
  robot.nominal.gait = {gait};
  robot.nominal.leg.resize(2);
  const record::Figure figure = to_figure({.name = "f", .gait = "g"}, robot);
  const auto& rows = std::get<std::vector<record::BarRow>>(figure.panels.front().content);
  ASSERT_EQ(rows.size(), 2u);
  ASSERT_EQ(rows[0].bars.size(), 1u);
  EXPECT_EQ(rows[0].bars[0].from, 0);
  EXPECT_EQ(rows[0].bars[0].to, 2);
  ASSERT_EQ(rows[1].bars.size(), 1u);
  EXPECT_EQ(rows[1].bars[0].from, 3);
  EXPECT_EQ(rows[1].bars[0].to, 4);
}

TEST(GaitChart, NumbersLegsAsThePaperDoes) {
  models::Robot robot;
  robot.nominal.gait = {{.name = "g", .row = std::vector<controller::GaitRow>(1)}};
  robot.nominal.leg.resize(2);
  robot.nominal.leg[0].name = "left";
  robot.nominal.leg[1].name = "right";
  const auto names = [&](std::optional<int> first_leg) {
    const record::Figure figure =
        to_figure({.name = "f", .gait = "g", .first_leg = first_leg}, robot);
    const auto& rows = std::get<std::vector<record::BarRow>>(figure.panels.front().content);
    return std::vector<std::string>{rows[0].name, rows[1].name};
  };
  EXPECT_EQ(names(0), (std::vector<std::string>{"0 left", "1 right"}));
  EXPECT_EQ(names({}), (std::vector<std::string>{"left", "right"}));
}

}  // namespace
}  // namespace ventosa::papers::figures_test
