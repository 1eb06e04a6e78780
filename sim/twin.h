#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hal/robot.h"
#include "models/robot.h"
#include "sim/cups/cup_options.h"
#include "sim/drives/drive_options.h"
#include "sim/link_options.h"
#include "sim/plant.h"
#include "sim/power/power_options.h"
#include "sim/sensors/body_sensor_options.h"

/// The twin: MuJoCo world, drives, cups and sensors behind the Robot interface. Everything that
/// influences a run is in its configuration, its commands and its stimuli; time is counted in
/// integer physics steps.
namespace ventosa::sim {

struct LegStart {
  controller::PerJoint<double> q_rad{};
  bool attached = true;  ///< cup sealed, vacuum at its goal
};

struct TwinConfig {
  double step_s = 0.002;
  double control_period_s = 0.01;  ///< a whole number of steps
  std::uint64_t seed = 0;
  controller::Vector3d gravity_W{0, 0, -9.81};
  controller::PatchList patches;
  /// [m] of each patch: what the controller is not told
  std::array<double, controller::kMaxPatches> roughness_m{};
  DriveOptions drive;
  CupOptions cup;
  PowerOptions power;
  ImuOptions imu;
  CameraOptions camera;
  LinkOptions link;
  bool clamped = false;          ///< the body is fixed to a bench where it starts
  double start_cup_force_N = 0;  ///< grip of the cups attached at the start
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  std::vector<LegStart> leg;  ///< one per leg
};

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

  struct World;  ///< MuJoCo's side, for rendering inside sim only
  const World& world() const noexcept { return *world_; }

 private:
  std::unique_ptr<World> world_;
  const hal::Capabilities capabilities_;
};

}  // namespace ventosa::sim
