#pragma once

#include <array>
#include <cstdint>

#include "controller/command.h"

/// The way of a command from the controller to the modules: it arrives a fixed number of physics
/// steps after it was sent.
namespace ventosa::sim {

inline constexpr int kMaxInFlight = 8;

struct LinkState {
  struct Message {
    std::int64_t due_step = 0;
    controller::Command command;
  };
  std::array<Message, kMaxInFlight> ring;
  int first = 0;
  int n = 0;
};

/// At most kMaxInFlight messages may be under way.
void send(const controller::Command& command, std::int64_t due_step, LinkState& link) noexcept;

/// The newest command due by `step`, or nullptr; valid until the next send.
const controller::Command* receive(std::int64_t step, LinkState& link) noexcept;

}  // namespace ventosa::sim
