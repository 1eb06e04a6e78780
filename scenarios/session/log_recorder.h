#pragma once

#include <cstdint>
#include <vector>

#include "record/run_log.h"
#include "record/state_hash.h"
#include "scenarios/format/scenario.h"
#include "scenarios/session/recorder.h"

namespace ventosa::scenarios {

/// Keeps every signal of every tick in memory, and their hash.
class LogRecorder final : public Recorder {
 public:
  /// @param scenario  must outlive this
  explicit LogRecorder(const Scenario& scenario);

  /// Room for so many ticks: they allocate nothing.
  void reserve(std::size_t n_ticks) { log_.reserve(n_ticks); }

  /// Refuses a tick that does not come after the last one, and one without its truth.
  [[nodiscard]] bool record(const Tick& tick) noexcept override;

  /// Forgets its rows and goes on after a tick of which this was the hash and the command.
  void resume(std::int64_t tick, std::uint64_t hash, const controller::Command& command);

  const record::RunLog& log() const { return log_; }
  std::uint64_t state_hash() const { return hash_; }  ///< of all signals of all ticks so far

 private:
  const Scenario& scenario_;
  const controller::Shape shape_;
  record::RunLog log_;
  std::uint64_t hash_ = record::kEmptyHash;
  std::int64_t last_tick_ = -1;
  controller::Command last_command_;
};

/// The columns of a scenario's log, by its robot and whether that has a camera on.
std::vector<record::Column> recorded_columns(const Scenario& scenario);

}  // namespace ventosa::scenarios
