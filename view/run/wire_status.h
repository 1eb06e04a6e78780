#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hal/guard/limit_check.h"
#include "hal/link/link_statistics.h"
#include "hal/wire/known_cup.h"
#include "view/run/ghost_twin.h"

/// What a window shows of a wire and of the loop that speaks on it.
namespace ventosa::view {

struct DeviceStatus {
  std::string name;
  bool is_ours = false;
  std::string holder{};  ///< of one that is not ours; empty: nobody, or it does not tell
  hal::LinkStatistics link{};
};

/// How late control periods ended.
struct LoopStatus {
  std::int64_t last_ns = 0, worst_ns = 0;
  std::optional<std::int64_t> p50_ns{}, p99_ns{};
  std::int64_t n_late = 0;  ///< by a period and more
};

/// The last request that was not carried out.
struct RefusedRequest {
  hal::OperatorAction action{};
  hal::Refusal refusal{};
  double time_s = 0;
};

/// The last that was said of a cup.
struct AnsweredCup {
  hal::CupAnswer answer{};
  hal::CupReply reply{};
};

struct WireStatus {
  std::vector<DeviceStatus> device;
  std::vector<hal::CupKnowledge> cup{};  ///< of each leg: whether it holds
  std::optional<AnsweredCup> answered{};
  std::optional<hal::LimitBreach> breach{};  ///< for which the last command was not sent
  LoopStatus loop;
  std::optional<RefusedRequest> refused{};  ///< until another is carried out
  std::optional<GhostState> twin{};         ///< beside it; none: it was not asked for
};

}  // namespace ventosa::view
