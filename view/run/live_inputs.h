#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scenarios/script/inputs.h"
#include "scenarios/script/script.h"

/// What reaches a session that somebody watches and touches.
namespace ventosa::view {

/// Goals over time from the tick on that they are asked for.
struct Motion {
  scenarios::Script script;
  controller::Isometry3d X_WB0 = controller::Isometry3d::Identity();  ///< where it begins
  double period_s = 0.01;
};

/// What somebody does to a run at one moment. What is not given stays as it was.
struct Intervention {
  std::optional<controller::Goal> goal{};  ///< in place of the script's, until it is given back
  std::shared_ptr<const Motion> motion{};  ///< likewise
  bool back_to_script = false;
  std::optional<bool> pd{};               ///< joint PD of held legs, whatever the goal says
  std::optional<sim::TimedForce> push{};  ///< besides the script's
  std::optional<sim::Fault> fault{};      ///< besides the script's and those before
  bool mend = false;                      ///< all faults but the script's
  hal::OperatorRequest request{};
  std::optional<hal::CupAnswer> cup{};
  std::optional<controller::ControllerConfig> options{};
};

/// The inputs of a scenario, and what was done besides. A pure function of the interventions: after
/// a rewind they happen again at their ticks, until a new one forgets those that would follow it.
/// Motions wait when the scenario does.
class LiveInputs final : public scenarios::Inputs {
 public:
  explicit LiveInputs(std::unique_ptr<scenarios::Inputs> script) : script_(std::move(script)) {}

  /// Ticks in order; `rewind` before an earlier one.
  scenarios::Input at(std::int64_t tick) noexcept override;

  /// @param tick  that it takes effect at, the next to come.  @throws std::bad_alloc
  void intervene(std::int64_t tick, const Intervention& intervention);

  /// What a tick to come will get, without counting as asked for.
  scenarios::Input ahead(std::int64_t tick) noexcept;

  void rewind() noexcept;

  void led_to(const controller::Isometry3d& X_WB) noexcept override { script_->led_to(X_WB); }
  scenarios::WalkedPlace walked_place() const noexcept override { return script_->walked_place(); }
  void restore(const scenarios::WalkedPlace& place) noexcept override { script_->restore(place); }

  std::int64_t n_past(std::int64_t tick) const noexcept override { return script_->n_past(tick); }

  std::size_t n_interventions() const { return done_.size(); }

 private:
  struct Done {
    std::int64_t tick = 0;
    Intervention what;
    std::int64_t n_past = 0;  ///< of the script, when it happened
  };
  void hold(const Done& done) noexcept;
  static void ask(const Intervention& what, scenarios::Input& input) noexcept;

  const std::unique_ptr<scenarios::Inputs> script_;
  std::vector<Done> done_;
  std::size_t next_ = 0;                  ///< the first that has not happened yet
  std::optional<controller::Goal> goal_;  ///< in force
  std::shared_ptr<const Motion> motion_;  ///< or this
  std::int64_t motion_n_past_ = 0;        ///< of the script, when it began
  std::optional<bool> pd_;
  std::optional<sim::TimedForce> push_;
  sim::FaultList faults_;
};

}  // namespace ventosa::view
