#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controller/model/goal.h"
#include "hal/robot.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/truth.h"

/// The twin: MuJoCo world, drives, cups and sensors behind the Robot interface. Everything that
/// influences a run is in its configuration, its commands and its stimuli; time is counted in
/// integer physics steps.
namespace ventosa::sim {

/// What is done to the robot from outside.
struct Stimulus {
  controller::Vector3d f_B_W = controller::Vector3d::Zero();  ///< [N] at the body origin, in W
  std::optional<controller::PerLeg<Relay>> relay{};           ///< none: they stay as they are
  std::optional<Gaze> look{};  ///< none: the pan-tilt goes on to where it was told last
};

/// All that a run depends on from here on; opaque, bytes in memory.
class Snapshot {
 public:
  std::vector<std::byte> bytes;
};

struct World;

class Twin final : public hal::Robot {
 public:
  /// @throws models::InputError naming the key of the scenario (`step_s`, `control_period_s`, ...)
  Twin(const models::Robot& robot, const TwinConfig& config);
  ~Twin() override;
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  [[nodiscard]] hal::ExchangeStatus exchange(const controller::Command& command,
                                             controller::Observation& seen) noexcept override;
  /// What is known before the first command; lets no time pass.
  void observe(controller::Observation& seen) const noexcept;

  void apply(const Stimulus& stimulus) noexcept;  ///< a level, until the next call
  const Truth& truth() const noexcept;
  const char* failure() const noexcept;  ///< MuJoCo's warning after kUnstable, else ""
  double time_s() const noexcept;

  void save(Snapshot& snapshot) const;
  /// @throws std::invalid_argument if it was taken from another robot or configuration
  void restore(const Snapshot& snapshot);

  const World& world() const noexcept { return *world_; }

 private:
  std::unique_ptr<World> world_;
};

}  // namespace ventosa::sim
