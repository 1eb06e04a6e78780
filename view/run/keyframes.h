#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/session/scenario_run.h"

/// Snapshots of a run, from which every tick can be reached by a short replay.
namespace ventosa::view {

class Keyframes {
 public:
  /// @param every         initial distance in ticks
  /// @param budget_bytes  when it is used up, every second snapshot is deleted and the distance
  /// doubles
  Keyframes(std::int64_t every, std::size_t budget_bytes)
      : every_(every), budget_bytes_(budget_bytes) {}

  bool is_due(std::int64_t tick) const;

  /// Adds a snapshot when it is due.  @throws std::bad_alloc
  void add(scenarios::RunSnapshot snapshot);

  /// Newest snapshot before a tick; null: none.
  const scenarios::RunSnapshot* before(std::int64_t tick) const;

  void forget_after(std::int64_t tick);

  std::size_t bytes() const;

 private:
  void thin_out();

  std::int64_t every_;
  const std::size_t budget_bytes_;
  std::vector<scenarios::RunSnapshot> kept_;  ///< snapshots in order of time
};

}  // namespace ventosa::view
