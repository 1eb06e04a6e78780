#include "hal/emulator/legacy_fleet.h"

#include <stdexcept>
#include <utility>

namespace ventosa::hal {

LegacyFleet::LegacyFleet(const LegacyFleetConfig& config, Robot& robot,
                         std::vector<ServerPort*> ports)
    : robot_(robot), ports_(std::move(ports)), parser_(ports_.size(), LegacyParser(config.quirks)) {
  controller::Start start;
  if (robot_.start(start) != Status::kOk) throw std::runtime_error("the robot does not start");
  seen_ = start.seen;
  for (std::size_t i = 0; i < config.robot.nominal.leg.size(); ++i) {
    LegacyModuleSetup setup{.name = config.robot.nominal.leg[i].name,
                            .motors = legacy::leg_motors(config.robot, i),
                            .joint_modes = robot.capabilities().joint_modes[i],
                            .quirks = config.quirks,
                            .answer_port = config.answer_port};
    if (config.addresses == LegacyAddresses::kShared) setup.virtual_id = virtual_id(i);
    module_.emplace_back(setup, seen_.leg[i]);
    boots_.push_back(seen_.leg[i].module.boots);
  }
}

void LegacyFleet::serve(std::int64_t now_ns) noexcept {
  std::array<std::byte, kDatagramRoom> buffer;
  for (std::size_t p = 0; p < ports_.size(); ++p)
    for (auto call = ports_[p]->receive(buffer); !call.datagram.empty();
         call = ports_[p]->receive(buffer)) {
      if (ports_.size() > 1 && module_[p].is_deaf(now_ns)) continue;
      parser_[p].read(call.datagram, [&](const legacy::Frame& frame) {
        for (std::size_t i = 0; i < module_.size(); ++i)
          if (port_of(i) == p) module_[i].hear(frame, call.source, now_ns);
      });
    }
}

void LegacyFleet::boot(std::size_t leg, std::int64_t now_ns) noexcept {
  module_[leg].boot(now_ns);
  if (ports_.size() > 1) parser_[leg].restart();
}

Status LegacyFleet::advance(std::int64_t now_ns) noexcept {
  for (std::size_t i = 0; i < module_.size(); ++i) {
    if (std::exchange(boots_[i], seen_.leg[i].module.boots) != seen_.leg[i].module.boots)
      boot(i, now_ns);
    module_[i].serve(seen_.leg[i], *ports_[port_of(i)], now_ns);
    command_.leg[i] = module_[i].command();
  }
  return robot_.exchange(command_, seen_);
}

}  // namespace ventosa::hal
