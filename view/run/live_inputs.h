#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scenarios/script/inputs.h"
#include "scenarios/script/script.h"

/// Inputs of a session with user interventions.
namespace ventosa::view {

/// Goals over time, starting at the tick of the request.
struct Motion {
  scenarios::Script script;
  controller::Isometry3d X_WB0 = controller::Isometry3d::Identity();  ///< start pose
  double period_s = 0.01;
};

/// One intervention of a user. Values that are not given stay unchanged.
struct Intervention {
  std::optional<controller::Goal> goal{};  ///< replaces the script's goal until `back_to_script`
  std::shared_ptr<const Motion> motion{};  ///< replaces the script's goal until `back_to_script`
  bool back_to_script = false;
  std::optional<bool> pd{};               ///< joint PD of attached legs; overrides the goal
  std::optional<sim::TimedForce> push{};  ///< force in addition to the script's
  std::optional<sim::Fault> fault{};      ///< fault in addition to the script's and earlier ones
  bool mend = false;                      ///< removes all faults except the script's
  hal::OperatorRequest request{};
  std::optional<hal::CupAnswer> cup{};
  std::optional<controller::ControllerConfig> options{};
};

/// Inputs of a scenario combined with interventions. A pure function of the interventions: after a
/// rewind they are repeated at their ticks, until a new one deletes the later ones. Motions pause
/// while the scenario waits.
class LiveInputs final : public scenarios::Inputs {
 public:
  explicit LiveInputs(std::unique_ptr<scenarios::Inputs> script) : script_(std::move(script)) {}

  /// Input of a tick. Ticks must be in order; call `rewind` before an earlier one.
  scenarios::Input at(std::int64_t tick) noexcept override;

  /// Adds an intervention.  @throws std::bad_alloc
  /// @param tick  next tick, at which the intervention takes effect
  void intervene(std::int64_t tick, const Intervention& intervention);

  /// Input of a future tick, without recording it as requested.
  scenarios::Input ahead(std::int64_t tick) noexcept;

  void rewind() noexcept;

  void watch(const controller::Diagnostics& plan) noexcept override { script_->watch(plan); }
  scenarios::ScriptState script_state() const noexcept override { return script_->script_state(); }
  void restore(const scenarios::ScriptState& place) noexcept override { script_->restore(place); }

  std::int64_t n_past(std::int64_t tick) const noexcept override { return script_->n_past(tick); }

  std::size_t n_interventions() const { return done_.size(); }

 private:
  struct Done {
    std::int64_t tick = 0;
    Intervention what;
    std::int64_t n_past = 0;  ///< script ticks passed at that time
  };
  void hold(const Done& done) noexcept;
  static void ask(const Intervention& what, scenarios::Input& input) noexcept;

  const std::unique_ptr<scenarios::Inputs> script_;
  std::vector<Done> done_;
  std::size_t next_ = 0;                  ///< first intervention that has not taken effect yet
  std::optional<controller::Goal> goal_;  ///< goal of an intervention that is in effect
  std::shared_ptr<const Motion> motion_;  ///< motion of an intervention that is in effect
  std::int64_t motion_n_past_ = 0;        ///< script ticks passed at its start
  std::optional<bool> pd_;
  std::optional<sim::TimedForce> push_;
  sim::FaultList faults_;
};

}  // namespace ventosa::view
