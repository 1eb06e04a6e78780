#include "papers/page.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/papers/made_outcome.h"

namespace ventosa::papers::page_test {
namespace {

const Line kTwoMetres{.what = "way",
                      .printed = 2,
                      .unit = "m",
                      .reproduced = Threshold{scenarios::Bound::kEquals, 2, 0.03}};

Cells cells(const Line& line, double ours) {
  return cells_of({&line, ours, Judgement::kReproduced});
}

TEST(Page, TellsHowFarOffAPrintedNumberIs) {
  const Cells c = cells(kTwoMetres, 1.98);
  EXPECT_EQ(c.paper, "2 m");
  EXPECT_EQ(c.ours, "1.98 m");
  EXPECT_EQ(c.off, "-0.02 m (-1 %)");
  EXPECT_EQ(c.threshold, "2 +- 0.03 m");
}

TEST(Page, CallsRoundingNothing) {
  EXPECT_EQ(cells(kTwoMetres, 2 + 1e-15).off, "0 m (0 %)");
  EXPECT_NE(cells(kTwoMetres, 2 + 1e-6).off, "0 m (0 %)");
}

TEST(Page, SaysWhatThePaperLeavesOpen) {
  EXPECT_EQ(cells({.what = "speed", .unit = "mm/s"}, 5.5).paper, "not printed");
  EXPECT_EQ(cells({.what = "torque", .claim = "close"}, 5.5).paper, "close; not printed");
  EXPECT_EQ(cells({.what = "speed"}, 5.5).off, "");
}

TEST(Page, SaysWhatIsUnknown) {
  EXPECT_EQ(cells(kTwoMetres, std::nan("")).ours, "unknown");
  EXPECT_EQ(cells(kTwoMetres, std::nan("")).off, "");
}

std::string page_of(const Experiment& experiment, const scenarios::Verdict& verdict) {
  const Paper paper{.name = "made", .reference = "Made 2000"};
  const Outcome outcome = outcome_of(experiment, {1.98}, verdict);
  return to_markdown({{&paper, {{outcome, compare(outcome, no_robot)}}}});
}

TEST(Page, HasALineOfTheTableForEachStatementAndOneForEachRun) {
  const Experiment experiment = experiment_of(kTwoMetres);
  const std::string page = page_of(experiment, passed());
  EXPECT_NE(page.find("| way | 2 m | 1.98 m | -0.02 m (-1 %) | 2 +- 0.03 m | reproduced |"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("- a: stand (biped), seed 0: pass\n"), std::string::npos) << page;
}

TEST(Page, NamesWhatFailed) {
  const Experiment experiment = experiment_of(kTwoMetres);
  const std::string page = page_of(experiment, failed("feet slipped"));
  EXPECT_NE(page.find("| failed |"), std::string::npos) << page;
  EXPECT_NE(page.find("seed 0: fail (feet slipped)"), std::string::npos) << page;
}

TEST(Page, KeepsABarInsideItsCell) {
  Line line = kTwoMetres;
  line.what = "|v|";
  EXPECT_NE(page_of(experiment_of(line), passed()).find("\\|v\\|"), std::string::npos);
}

}  // namespace
}  // namespace ventosa::papers::page_test
