#include "papers/catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "models/input_error.h"
#include "models/robot.h"
#include "papers/figures.h"
#include "papers/watch.h"
#include "scenarios/session/load.h"

namespace ventosa::papers::catalogue_test {
namespace {

const std::filesystem::path kSource(VENTOSA_SOURCE_DIR);

/// Calls visit(paper, experiment) for all experiments.
template <class Visit>
void for_each_experiment(const Visit& visit) {
  for (const Paper& paper : catalogue())
    for (const Experiment& experiment : paper.experiments) visit(paper, experiment);
}

std::vector<std::string> names_of(const std::vector<Chosen>& chosen) {
  std::vector<std::string> names;
  for (const Chosen& part : chosen)
    for (const Experiment* experiment : part.experiments) names.push_back(experiment->name);
  return names;
}

TEST(Catalogue, ChoosesExperimentsPapersOrAllEachOnce) {
  EXPECT_EQ(names_of(choose({"hexapod-test1"})), std::vector<std::string>{"hexapod-test1"});
  std::vector<std::string> of_paper, all;
  for_each_experiment([&](const Paper& paper, const Experiment& each) {
    if (paper.name == "hexapod") of_paper.push_back(each.name);
    all.push_back(each.name);
  });
  EXPECT_EQ(names_of(choose({"hexapod-test1", "hexapod"})), of_paper);
  EXPECT_EQ(names_of(choose({"amru5", "all"})), all);
}

TEST(Catalogue, RefusesAnUnknownNameAndTellsTheNearest) {
  try {
    choose({"hexapod", "hexapod-tset1"});
    FAIL();
  } catch (const models::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean hexapod-test1?"), std::string::npos)
        << error.what();
  }
}

TEST(Catalogue, HasEachNameOnce) {
  std::set<std::string> names{"all"};
  for (const Paper& paper : catalogue()) EXPECT_TRUE(names.insert(paper.name).second);
  for_each_experiment([&](const Paper& paper, const Experiment& each) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    std::set<std::string> figures;
    for (const std::string& figure : figure_names(each))
      EXPECT_TRUE(figures.insert(paper.name + figure).second) << figure;
  });
}

TEST(Catalogue, NamesRunsThatItsExperimentsHave) {
  for_each_experiment([](const Paper&, const Experiment& each) {
    for (const Measure& measure : measures_of(each)) EXPECT_NO_THROW(run_of(each, measure.run));
    for (const FigureSpec& figure : each.figures) EXPECT_NO_THROW(run_of(each, figure.run));
    for (const PictureSeries& series : each.pictures) EXPECT_NO_THROW(run_of(each, series.run));
  });
}

TEST(Catalogue, NamesScenariosAndSignalsThatThereAre) {
  for_each_experiment([](const Paper&, const Experiment& each) {
    for (const RunSpec& run : each.runs) {
      const scenarios::Scenario scenario = scenarios::load(
          kSource / "scenarios/data" / (run.scenario + ".yaml"), kSource / "models/data");
      const std::vector<record::Column> columns = scenarios::recorded_columns(scenario);
      EXPECT_NO_THROW(
          Watch(each, run.key, {columns, scenario.robot}, {1, 1}, Watch::Draws::kFigures))
          << run.scenario;
    }
  });
}

TEST(Catalogue, NamesGaitsThatThereAre) {
  const auto find = [](const std::string& name) {
    return models::load(kSource / "models/data" / (name + ".yaml"));
  };
  for_each_experiment([&](const Paper&, const Experiment& each) {
    for (const GaitChart& chart : each.charts)
      EXPECT_NO_THROW(gait_of(find(chart.robot), chart.gait)) << chart.gait;
    for (const Line& line : each.lines) {
      const auto* number = std::get_if<GaitNumber>(&line.ours);
      if (number == nullptr) continue;
      EXPECT_NO_THROW(gait_of(find(number->robot), number->gait)) << number->gait;
    }
  });
}

// what a verdict is judged by lies beside the paper's word or number
TEST(Catalogue, JudgesEveryPrintedNumber) {
  for_each_experiment([](const Paper&, const Experiment& each) {
    for (const Line& line : each.lines)
      EXPECT_TRUE(!line.printed || line.reproduced) << each.name << ": " << line.what;
  });
}

TEST(Catalogue, GivesEveryAxisAUnit) {
  for_each_experiment([](const Paper&, const Experiment& each) {
    for (const FigureSpec& figure : each.figures) {
      EXPECT_FALSE(figure.x.unit.empty()) << figure.name;
      for (const PanelSpec& panel : figure.panels)
        EXPECT_FALSE(panel.y.unit.empty()) << figure.name;
    }
  });
}

}  // namespace
}  // namespace ventosa::papers::catalogue_test
