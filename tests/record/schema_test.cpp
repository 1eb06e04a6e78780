#include "record/schema.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "controller/diagnostics.h"
#include "controller/model/command.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"

namespace ventosa::record::schema_test {
namespace {

controller::RobotModel robot_with(std::vector<int> joints) {
  controller::RobotModel robot;
  for (const int n : joints) robot.leg.emplace_back().n_joints = n;
  return robot;
}

struct Tick {
  controller::Observation seen{};
  controller::Goal goal{};
  controller::Command command{};
  controller::Diagnostics plan{};
};

void describe(auto& field, controller::Is<Tick> auto& tick) {
  field("seen", tick.seen);
  field("goal", tick.goal);
  field("command", tick.command);
  field("plan", tick.plan);
  describe_modules(field, tick.plan);
}

std::vector<Column> columns_for(std::vector<int> joints, bool camera) {
  controller::Shape shape(robot_with(joints));
  if (camera) shape.add(controller::Equipment::kCamera);
  return columns_of(schema_of(shape, Tick{}));
}

const Column* find(const std::vector<Column>& columns, const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

TEST(Columns, AreNamedWithDotsAndIndices) {
  const std::vector<Column> columns = columns_for({6, 7}, true);
  for (const char* name :
       {"seen.time", "seen.leg1.joint6.q", "seen.leg0.cup.distance2", "seen.plane7.corner3.sd",
        "command.leg1.pack.relay", "command.gaze.given", "plan.reference.qw", "plan.leg0.phase",
        "task.leg0.foothold.patch", "report.leg1.grip_force", "contact_force.leg0.fused_sd.z"})
    EXPECT_TRUE(find(columns, name)) << name;
  EXPECT_FALSE(find(columns, "seen.leg0.joint6.q"));
  EXPECT_FALSE(find(columns, "seen.leg2.joint0.q"));
}

TEST(Columns, AreUniqueInARobotsWholeTick) {
  std::vector<std::string> names;
  for (const Column& column :
       columns_for(std::vector<int>(controller::kMaxLegs, controller::kMaxJoints), true))
    names.push_back(column.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(Columns, OfACameraAreThoseOfARobotThatHasOne) {
  EXPECT_TRUE(find(columns_for({6}, true), "seen.camera.pan"));
  EXPECT_FALSE(find(columns_for({6}, false), "seen.camera.pan"));
}

TEST(Columns, CarryUnitKindAndEnumerators) {
  const std::vector<Column> columns = columns_for({6}, false);
  EXPECT_EQ(find(columns, "seen.leg0.joint0.tau")->unit, "N m");
  EXPECT_EQ(find(columns, "seen.leg0.joint0.tau")->kind, controller::NumberKind::kReal);
  EXPECT_EQ(find(columns, "goal.pd")->kind, controller::NumberKind::kBool);
  EXPECT_EQ(find(columns, "plan.steps_done")->kind, controller::NumberKind::kInteger);
  const Column& relay = *find(columns, "command.leg0.pack.relay");
  EXPECT_EQ(relay.kind, controller::NumberKind::kEnum);
  EXPECT_EQ(value_name(relay, 3), "bus_only");
  EXPECT_EQ(value_name(relay, -1).substr(0, 2), "-1");
}

TEST(Schema, KeepsLegsAndJointsAsLists) {
  const Field schema = schema_of(controller::Shape(robot_with({6, 7})), controller::Command{});
  const Field& legs = schema.fields.front();
  EXPECT_EQ(legs.name, "leg");
  EXPECT_EQ(legs.form, Field::Form::kList);
  ASSERT_EQ(legs.fields.size(), 2u);
  EXPECT_EQ(legs.fields[0].fields.front().fields.size(), 6u);
  EXPECT_EQ(legs.fields[1].fields.front().fields.size(), 7u);
}

}  // namespace
}  // namespace ventosa::record::schema_test
