#include "app/session_record.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "app/connection.h"
#include "app/date.h"
#include "app/wire.h"

namespace ventosa::app {

/// Passes messages of the default logger to the record, as long as the record exists.
class SessionRecord::Listener final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit Listener(SessionRecord& record) : record_(record) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    record_.say(std::string(message.payload.data(), message.payload.size()));
  }
  void flush_() override {}

  SessionRecord& record_;
};

namespace {

void note_changes(const std::string& who, hal::Triggers before, hal::Triggers now,
                  SessionRecord& record) {
  for (const hal::Trigger trigger : before | now) {
    const std::string text = who + " " + std::string(controller::name(trigger));
    if (!before.contains(trigger)) record.say("trigger: " + text);
    if (!now.contains(trigger)) record.say("trigger gone: " + text);
  }
}

}  // namespace

SessionLabel session_label(const HalOptions& options, const scenarios::Scenario& scenario) {
  const controller::RobotModel& model = scenario.robot.nominal;
  const models::Wire wire = wire_of(options.wire, scenario.robot);
  SessionLabel label{.date = date_text(),
                     .version = versions().ventosa,
                     .robot = model.name,
                     .scenario = scenario.name,
                     .wire = std::string(wire == models::Wire::kNative ? hal::native::kWireName
                                                                       : controller::name(wire)),
                     .owner = options.owner.empty() ? owner_name() : options.owner,
                     .devices = {}};
  const std::vector<hal::Address> addresses = peer_addresses(options.wire, scenario.robot);
  const std::size_t n_devices = model.leg.size() + (wire == models::Wire::kNative ? 1 : 0);
  for (std::size_t k = 0; k < n_devices; ++k)
    label.devices.push_back(device_name(model, k) + " " +
                            hal::to_text(addresses[std::min(k, addresses.size() - 1)]));
  return label;
}

SessionRecord::SessionRecord(const std::filesystem::path& file, const SessionLabel& label)
    : log_(file), listener_(std::make_shared<Listener>(*this)) {
  log_.say("A session of ventosa " + label.version + " with a robot, begun " + label.date + ".");
  log_.say("robot " + label.robot + ", scenario " + label.scenario + ", wire " + label.wire +
           ", operator " + label.owner);
  for (const std::string& device : label.devices) log_.say("device " + device);
  log_.say("Seconds since it began, and what happened:");
  spdlog::default_logger()->sinks().push_back(listener_);
}

SessionRecord::~SessionRecord() {
  auto& sinks = spdlog::default_logger()->sinks();
  sinks.erase(std::remove(sinks.begin(), sinks.end(), listener_), sinks.end());
}

void SessionRecord::say(const std::string& text) {
  const std::int64_t passed_ns = hal::SteadyClock().now_ns() - began_ns_;
  log_.say(fmt::format("{:9.2f}  {}", 1e-9 * static_cast<double>(passed_ns), text));
}

void SessionRecord::look(const controller::RobotModel& model, const hal::GuardState& guard) {
  leg_.resize(model.leg.size());
  note_changes("robot", std::exchange(robot_, guard.robot.present), guard.robot.present, *this);
  for (std::size_t i = 0; i < leg_.size(); ++i)
    note_changes(model.leg[i].name, std::exchange(leg_[i], guard.leg[i].present),
                 guard.leg[i].present, *this);
}

void SessionRecord::close() { log_.close(); }

}  // namespace ventosa::app
