#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/legacy/legacy_twin.h"
#include "tests/hal/said.h"

/// Legacy modules on a wall that reboot while their cups are attached.
namespace ventosa::hal::test {

/// Cups that keep their vacuum while the modules boot, if is_tight.
class TightCups final : public Robot {
 public:
  explicit TightCups(Robot& robot) : robot_(robot) {}

  const Capabilities& capabilities() const noexcept override { return robot_.capabilities(); }
  Status start(controller::Start& start) noexcept override { return robot_.start(start); }
  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override {
    controller::Command commanded = command;
    for (std::size_t i = 0; i < commanded.leg.size(); ++i)
      if (is_tight[i]) commanded.leg[i].cup = {.mode = controller::CupMode::kGrip, .turbine = 1};
    return robot_.exchange(commanded, seen);
  }

  controller::PerLeg<bool> is_tight{};

 private:
  Robot& robot_;
};

/// The quadruped on a wall, not yet claimed by a master.
struct LegacyOnAWall {
  explicit LegacyOnAWall(bool has_script = false)
      : scenario(on_a_wall(has_script)), plant(scenario, 1), inputs(scenario), tight(plant) {
    controller::Start start;
    static_cast<void>(plant.start(start));
    ends = legacy_ends(scenario.robot, start);
    ends.master.period_ns = plant.capabilities().control_period_ns;
    wire.emplace(tight, ends);
    pass(1);
  }

  static scenarios::Scenario on_a_wall(bool has_script) {
    scenarios::Scenario scenario =
        scenarios::load(VENTOSA_SOURCE_DIR "/scenarios/data/legacy_leg_tasks_wall.yaml",
                        VENTOSA_SOURCE_DIR "/models/data");
    if (!has_script) scenario.script = {};
    return scenario;
  }

  /// Claims the modules and waits for their unsolicited messages.
  std::vector<std::string> set_up() {
    constexpr std::int64_t kWithin_ns = 10'000'000'000;
    EXPECT_TRUE(robot().claim(wire->network.now_ns() + kWithin_ns));
    return robot().set_up();
  }
  LegacyRobot& robot() { return wire->robot; }
  const scenarios::SessionReport& report() const { return run->session().report(); }

  /// Advances the session, from its first tick on; calls look() after each tick.
  void advance(
      double time_s, const std::function<void()>& look = [] {}) {
    if (!run) run.emplace(scenario, robot(), std::vector<record::RowSink*>{}, nullptr, &inputs);
    const double end_s = run->time_s() + time_s;
    while (run->time_s() < end_s && run->advance()) look();
  }

  void pass(double time_s) {
    const std::int64_t end_ns = wire->network.now_ns() + std::llround(1e9 * time_s);
    while (wire->network.now_ns() < end_ns) wire->network.wait_until(end_ns);
  }

  /// The module reboots with its cup attached, and takes the present pressure for its zero.
  /// Afterwards its joints have torque and its turbine runs again.
  void boot_while_gripping(std::size_t leg) {
    tight.is_tight[leg] = true;
    wire->fleet.boot(leg, wire->network.now_ns());
    pass(5);
    throw_at(leg, legacy::SuctionCup{100});
    for (std::uint8_t m = 0; m < legacy::kMotors; ++m) throw_at(leg, legacy::TorqueOn{m});
    pass(4);
    tight.is_tight[leg] = false;
  }

  void throw_at(std::size_t leg, const legacy::Message& message) {
    constexpr Source kStranger = 99;
    wire->network.throw_at(leg, bytes_of(message), kStranger);
  }

  double turbine_percent(std::size_t leg) { return wire->fleet.module(leg).turbine_percent(); }
  double vacuum_force_N(std::size_t leg) const {
    return plant.twin().truth().leg[leg].cup.vacuum_force_N;
  }
  const controller::PerJoint<double> q_rad(std::size_t leg) const {
    controller::PerJoint<double> q_rad{};
    for (std::size_t j = 0; j < 6; ++j) q_rad[j] = plant.twin().truth().leg[leg].q_rad[j];
    return q_rad;
  }

  const scenarios::Scenario scenario;
  scenarios::PushedTwin plant;
  Said inputs;
  TightCups tight;
  LegacyEnds ends;
  std::optional<LegacyWire> wire;
  std::optional<scenarios::RobotRun> run;
};

}  // namespace ventosa::hal::test
