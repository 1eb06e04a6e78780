#pragma once

#include <memory>

#include "app/commands.h"
#include "hal/clock.h"
#include "record/line_log.h"
#include "scenarios/session/session.h"

namespace ventosa::app {

/// Of a session with a robot: what a reader has to know before the first line of its story.
struct SessionLabel {
  std::string date, version, robot, scenario, wire, owner;
  std::vector<std::string> devices;  ///< "front_left 127.0.0.1:12010"
};
SessionLabel session_label(const HalOptions& options, const scenarios::Scenario& scenario);

/// The story of a session, a line for each thing that happens, by seconds since it began: what the
/// operator types, what the program says (it listens to the default logger while it lives), each
/// trigger that comes and goes.
class SessionRecord {
 public:
  /// @throws record::OutputError
  SessionRecord(const std::filesystem::path& file, const SessionLabel& label);
  ~SessionRecord();

  void say(const std::string& text);
  /// Triggers that have come or gone since the tick before.
  void look(const controller::RobotModel& model, const hal::GuardState& guard);
  /// @throws record::OutputError  unless every line is written
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
