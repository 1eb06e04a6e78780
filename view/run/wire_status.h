#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hal/guard/limit_check.h"
#include "hal/link/link_statistics.h"
#include "hal/wire/known_cup.h"
#include "view/run/ghost_twin.h"

/// State of the connection to modules and of its control loop.
namespace ventosa::view {

struct DeviceStatus {
  std::string name;
  bool is_ours = false;
  std::string holder{};  ///< master of a device that is not ours; empty: none or unknown
  hal::LinkStatistics link{};
};

/// Lateness of control periods.
struct LoopStatus {
  std::int64_t last_ns = 0, worst_ns = 0;
  std::optional<std::int64_t> p50_ns{}, p99_ns{};
  std::int64_t n_late = 0;  ///< late by at least a period
};

/// The last refused request.
struct RefusedRequest {
  hal::OperatorAction action{};
  hal::Refusal refusal{};
  double time_s = 0;
};

/// The last statement about a cup.
struct AnsweredCup {
  hal::CupAnswer answer{};
  hal::CupReply reply{};
};

struct WireStatus {
  std::vector<DeviceStatus> device;
  std::vector<hal::CupKnowledge> cup{};  ///< attachment, by leg
  std::optional<AnsweredCup> answered{};
  std::optional<hal::LimitBreach> breach{};  ///< violation for which the last command was not sent
  LoopStatus loop;
  std::optional<RefusedRequest> refused{};  ///< until another request is carried out
  std::optional<GhostState> twin{};         ///< twin running beside; no value: not requested
};

}  // namespace ventosa::view
