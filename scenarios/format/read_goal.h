#pragma once

#include <optional>

#include "controller/organizer/body_reference.h"
#include "scenarios/format/leg_tasks.h"
#include "scenarios/format/sections.h"

/// Reads the script entries that are goals: motions of the body, walks and tasks of a leg.
namespace ventosa::scenarios {

class GoalReader {
 public:
  explicit GoalReader(const ScriptContext& context);

  /// The motion of an entry, if it has one.  @throws models::InputError
  std::optional<TimedGoal> read(const models::Node& entry, double at_s);

 private:
  const ScriptContext& context_;
  const controller::RobotModel& robot_;
  const controller::FollowLimits limits_;
  LegTaskReader leg_tasks_;
};

}  // namespace ventosa::scenarios
