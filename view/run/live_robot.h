#pragma once

#include <memory>

#include "view/run/live_run.h"

namespace ventosa::view {

/// A run with any robot through hal::Robot only: it cannot go back in time.
class LiveRobot final : public LiveRun {
 public:
  /// @param scenario  must outlive the run, like the sinks
  /// @throws std::invalid_argument, std::runtime_error  as Session does
  LiveRobot(const scenarios::Scenario& scenario, std::uint64_t seed,
            std::unique_ptr<hal::Robot> robot, std::vector<record::RowSink*> sinks = {});

  bool advance() override { return run_.advance(); }
  void seek(std::int64_t tick) override;
  const scenarios::RobotRun& run() const override { return run_; }
  std::int64_t n_reached() const override { return tick(); }
  std::string failure() const override;

 private:
  const std::unique_ptr<hal::Robot> robot_;
  scenarios::RobotRun run_;
};

}  // namespace ventosa::view
