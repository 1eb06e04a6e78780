#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "controller/diagnostics.h"
#include "models/part_keys.h"
#include "record/schema.h"
#include "tests/app/program.h"

/// `ventosa signals`.
namespace ventosa::app::signals_command_test {
namespace {

class SignalsCommand : public testing::Test {
 protected:
  SignalsCommand() { desk.write("robot.yaml", robot_text()); }

  /// Listed signals, each with the sensor that it needs; "": none.
  std::map<std::string, std::string> needs_of(const std::vector<std::string>& command) {
    const auto json = nlohmann::json::parse(desk.run(command).out);
    std::map<std::string, std::string> needs;
    for (const auto& signal : json.at("signals"))
      needs[signal.at("name")] = signal.value("needs", "");
    return needs;
  }

  Desk desk;
};

TEST_F(SignalsCommand, ListsNamesUnitsAndValues) {
  const Ended short_list = desk.run({"signals", "robot.yaml"});
  EXPECT_EQ(short_list.exit_code, 0) << short_list.err;
  EXPECT_NE(short_list.out.find("seen.leg*.joint*.tau"), std::string::npos);
  EXPECT_NE(short_list.out.find("N m"), std::string::npos);
  const Ended json = desk.run({"signals", "robot.yaml", "--all", "--json"});
  const auto signals = nlohmann::json::parse(json.out).at("signals");
  EXPECT_GT(signals.size(), 1000u);
  const auto relay = std::find_if(signals.begin(), signals.end(), [](const auto& signal) {
    return signal.at("name") == "command.leg2.pack.relay";
  });
  ASSERT_NE(relay, signals.end());
  EXPECT_EQ(relay->at("values").at(3), "bus_only");
  EXPECT_EQ(desk.run({"signals", "nothing"}).exit_code, 2);
}

/// Readings and diagnostics of a tick.
struct SeenAndPlan {
  controller::Observation seen{};
  controller::Diagnostics plan{};
};

void describe(auto& field, controller::Is<SeenAndPlan> auto& both) {
  field("seen", both.seen);
  field("plan", both.plan);
}

TEST_F(SignalsCommand, ListsThoseOfEverySensorOfEveryShippedRobot) {
  for (const auto& file : fs::directory_iterator(VENTOSA_SOURCE_DIR "/models/data")) {
    if (file.path().extension() != ".yaml" || file.path().stem() == "romerin_parts") continue;
    const std::string robot = file.path().stem();
    const auto listed = needs_of({"signals", robot, "--all", "--json"});
    const controller::Shape parts = models::parts_of(models::load(file.path()));
    for (const record::Column& column : columns_of(record::schema_of(parts, SeenAndPlan{})))
      EXPECT_TRUE(listed.contains(column.name)) << robot << ": " << column.name;
  }
}

TEST_F(SignalsCommand, TellsTheSensorThatTheyNeed) {
  const auto needs = needs_of({"signals", "romerin4_gps", "--json"});
  EXPECT_EQ(needs.at("seen.fix.position.x"), "gps");
  EXPECT_EQ(needs.at("plan.deviation.angle"), "compass");
  EXPECT_EQ(needs.at("seen.camera.pan"), "camera");
  EXPECT_EQ(needs.at("seen.time"), "");
}

}  // namespace
}  // namespace ventosa::app::signals_command_test
