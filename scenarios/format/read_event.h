#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/strict_yaml.h"
#include "scenarios/format/entry_times.h"
#include "scenarios/script/script.h"

/// Reads `name`, `after` and `when` of a script's entries, and `until` of the scenario.
namespace ventosa::scenarios {

/// Times of a run.
struct RunTimes {
  double period_s = 0, duration_s = 0;
};

class EventReader {
 public:
  /// @param script  list of all entries, for their names
  /// @param legs    the robot's; clamped: none of their feet is attached
  EventReader(const models::Node& script, const controller::RobotModel& robot, bool clamped,
              const RunTimes& times);

  /// Reads the event that begins an entry; false if it has a time.  @throws models::InputError
  bool read(const models::Node& entry, int index, const std::vector<TimedGoal>& goals);

  /// Adds the entry that was read last.
  /// @param at_s  its time; kNotYet_s if it waits for an event
  void add(const models::Node& entry, EntryKind kind, double at_s);

  /// Gives the name of that entry to a goal.
  void add_goal(const models::Node& entry, std::size_t goal);

  /// `until`: the event that ends the run after the last motion.
  void read_until(const models::Node& until, const std::vector<TimedGoal>& goals);

  std::vector<Event> events() && { return std::move(events_); }

 private:
  Event read_waiting(const models::Node& entry, int index, const std::vector<TimedGoal>& goals);
  void check_name(const models::Node& entry, int index) const;
  std::optional<After> read_after(const models::Node& after, int index,
                                  const std::vector<TimedGoal>& goals) const;
  bool is_known(const models::Node& name, int index) const;
  When read_when(const models::Node& when, const std::vector<TimedGoal>& goals) const;
  void refuse_unordered(const models::Node& entry, EntryKind kind) const;
  void refuse_twin(const models::Node& entry, EntryKind kind) const;

  const controller::RobotModel& robot_;
  const bool clamped_;
  const RunTimes times_;
  std::map<std::string, int> names_;  ///< index in the list of every named entry
  /// Goals of the named entries read so far; empty: no motion.
  std::map<std::string, std::optional<std::size_t>> goal_of_;
  std::optional<Event> read_;  ///< event of the entry that was read last
  std::vector<Event> events_;
  std::vector<EntryKind> kinds_;  ///< kinds of the entries of events_
  double last_s_ = 0;             ///< begin of the last entry with a time
  bool any_timed_ = false;
};

}  // namespace ventosa::scenarios
