#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hal/link/link_counters.h"
#include "hal/robot.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/plant.h"

/// The twin: MuJoCo world, drives, cups and sensors behind the Robot interface. Everything that
/// influences a run is in its configuration, its commands and its stimuli; time is counted in
/// integer physics steps.
namespace ventosa::sim {

struct World;

class Twin final : public hal::Robot, public Plant {
 public:
  /// @throws models::InputError naming the key of the scenario (`step_s`, `control_period_s`, ...)
  Twin(const models::Robot& robot, const TwinConfig& config);
  ~Twin() override;
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  const hal::Capabilities& capabilities() const noexcept override { return capabilities_; }
  [[nodiscard]] hal::Status start(controller::Start& start) noexcept override;
  [[nodiscard]] hal::Status exchange(const controller::Command& command,
                                     controller::Observation& seen) noexcept override;

  void apply(const Stimulus& stimulus) noexcept override;
  const Truth& truth() const noexcept override;
  const char* failure() const noexcept override;  ///< MuJoCo's warning
  void save(Snapshot& snapshot) const override;
  void restore(const Snapshot& snapshot) override;

  double time_s() const noexcept;

  /// Counts of a module's messages so far.
  struct LinkCounters {
    hal::LinkCounters command, telemetry;
  };
  LinkCounters link_counters(int leg) const noexcept;

  /// MuJoCo's data, for rendering within sim only.
  const World& world() const noexcept { return *world_; }

 private:
  std::unique_ptr<World> world_;
  const hal::Capabilities capabilities_;
};

}  // namespace ventosa::sim
