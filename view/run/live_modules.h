#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/session/goes_on.h"
#include "view/run/live_run.h"
#include "view/run/modules.h"

namespace ventosa::view {

/// A run with modules over UDP. It starts disarmed; the scenario waits while the robot holds,
/// and at its end. When the run is deleted, the modules are disarmed and given back while holding.
class LiveModules final : public LiveRun {
 public:
  /// @param scenario  must outlive the run, like the sinks
  /// @throws std::invalid_argument, std::runtime_error  as Session does
  LiveModules(const scenarios::Scenario& scenario, std::uint64_t seed, Modules modules,
              std::vector<record::RowSink*> sinks = {});
  ~LiveModules() override { modules_.robot->leave(); }

  bool advance() override;
  void seek(std::int64_t tick) override;
  const scenarios::RobotRun& run() const override { return run_; }
  std::optional<WireStatus> wire() const override;
  std::int64_t n_reached() const override { return tick(); }
  std::string failure() const override;
  bool can_be_saved() const override { return false; }
  void give_back() override;

 private:
  /// Passes each exchange on to the twin.
  class Followed final : public hal::Robot {
   public:
    explicit Followed(const Modules& modules) : modules_(modules) {}
    const hal::Capabilities& capabilities() const noexcept override;
    [[nodiscard]] hal::Status start(controller::Start& start) noexcept override;
    [[nodiscard]] hal::Status exchange(const controller::Command& command,
                                       controller::Observation& seen) noexcept override;
    const hal::Health& health() const noexcept override { return modules_.robot->health(); }
    void enter(hal::GuardMode mode) noexcept override { modules_.robot->enter(mode); }
    hal::CupReply take(const hal::CupAnswer& answer) noexcept override {
      return modules_.robot->take(answer);
    }

   private:
    const Modules& modules_;
  };

  void catch_up();
  bool goes_on();
  void look_at_loop();
  void look_at_request();
  void look_at_answer();

  const Modules modules_;
  scenarios::GoesOn goes_on_;
  Followed robot_;
  scenarios::RobotRun run_;
  hal::TimeHistogram lateness_;
  LoopStatus loop_;
  std::optional<RefusedRequest> refused_;
  std::optional<AnsweredCup> answered_;
};

/// Timing of the loop as text.
std::string loop_text(const LoopStatus& loop, std::int64_t n_ticks);

}  // namespace ventosa::view
