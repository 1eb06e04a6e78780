#include <gtest/gtest.h>

#include <set>

#include "models/robot.h"
#include "papers/catalogue.h"
#include "papers/figures.h"

/// The experiments of Bombled and Verlinden 2010 against the robot's file.
namespace ventosa::papers::amru5_test {
namespace {

constexpr int kLegs = 6;

models::Robot robot() { return models::load(VENTOSA_SOURCE_DIR "/models/data/amru5.yaml"); }

const GaitChart& tripod_chart(const Paper& paper) {
  return choose({paper.name + "-gait"}).front().experiments.front()->charts.front();
}

std::vector<record::BarRow> rows_of_chart() {
  const record::Figure figure = to_figure(tripod_chart(amru5::paper()), robot());
  return std::get<std::vector<record::BarRow>>(figure.panels.front().content);
}

TEST(Amru5, ItsChartHasThePapersTripodsByThePapersNumbers) {
  const std::vector<record::BarRow> rows = rows_of_chart();
  ASSERT_EQ(rows.size(), std::size_t{kLegs});
  std::set<int> tripods[2];
  for (int leg = 0; leg < kLegs; ++leg) {
    const record::BarRow& row = rows[static_cast<std::size_t>(leg)];
    EXPECT_EQ(row.name.front(), '0' + leg);
    ASSERT_EQ(row.bars.size(), 1u);
    tripods[static_cast<std::size_t>(row.bars.front().from)].insert(leg);
  }
  EXPECT_EQ(tripods[0], (std::set{0, 3, 4}));
  EXPECT_EQ(tripods[1], (std::set{1, 2, 5}));
}

// text counts legs from 1, the paper from 0
TEST(Amru5, ItsNotesNameEachLegByBothNumbers) {
  const Paper paper = amru5::paper();
  const models::Robot amru5 = robot();
  for (int leg = 0; leg < kLegs; ++leg) {
    const std::string both = std::to_string(leg) + " is leg " + std::to_string(leg + 1) + ", " +
                             amru5.nominal.leg[static_cast<std::size_t>(leg)].name;
    EXPECT_NE(paper.notes.front().find(both), std::string::npos) << both;
  }
}

}  // namespace
}  // namespace ventosa::papers::amru5_test
