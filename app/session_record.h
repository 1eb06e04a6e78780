#pragma once

#include <memory>

#include "app/commands.h"
#include "hal/clock.h"
#include "record/line_log.h"
#include "scenarios/session/session.h"

namespace ventosa::app {

/// Head of a session's log: who ran what with which robot.
struct SessionLabel {
  std::string date, version, robot, scenario, wire, owner;
  std::vector<std::string> devices;  ///< "front_left 127.0.0.1:12010"
};
SessionLabel session_label(const HalOptions& options, const scenarios::Scenario& scenario);

/// Log of a session, one line per event with seconds since the start: words of the operator,
/// messages of the program (it listens to the default logger while it exists), start and end of
/// each trigger.
class SessionRecord {
 public:
  /// @throws record::OutputError
  SessionRecord(const std::filesystem::path& file, const SessionLabel& label);
  ~SessionRecord();

  void say(const std::string& text);
  /// Records triggers that began or ended in this tick.
  void look(const controller::RobotModel& model, const hal::GuardState& guard);
  /// Closes the log.  @throws record::OutputError  a line is missing
  void close();
  bool is_incomplete() const { return log_.is_incomplete(); }

 private:
  class Listener;

  const std::int64_t began_ns_ = hal::SteadyClock().now_ns();
  record::LineLog log_;
  std::shared_ptr<Listener> listener_;
  hal::Triggers robot_;
  std::vector<hal::Triggers> leg_;
};

}  // namespace ventosa::app
