#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/session/scenario_run.h"

/// Snapshots of a run, from which any tick of it is a short replay away.
namespace ventosa::view {

class Keyframes {
 public:
  /// @param every         ticks from one to the next, at first
  /// @param budget_bytes  when it is used up every second one goes, and the next ones come half as
  ///                      often
  Keyframes(std::int64_t every, std::size_t budget_bytes)
      : every_(every), budget_bytes_(budget_bytes) {}

  bool is_due(std::int64_t tick) const;

  /// @throws std::bad_alloc
  void add(scenarios::RunSnapshot snapshot);

  /// The newest that is earlier than a tick; null: none.
  const scenarios::RunSnapshot* before(std::int64_t tick) const;

  void forget_after(std::int64_t tick);

  std::size_t bytes() const;

 private:
  void thin_out();

  std::int64_t every_;
  const std::size_t budget_bytes_;
  std::vector<scenarios::RunSnapshot> kept_;  ///< in order
};

}  // namespace ventosa::view
