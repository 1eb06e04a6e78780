#pragma once

#include <cmath>
#include <vector>

#include "controller/controller.h"
#include "tests/controller/numbers_of.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {

/// Modules without physics: joints reach their set-points and cups their vacuum immediately. The
/// body rests on its feet in the default stance, on one plane with the normal z_B. Wrists without
/// set-points turn as the cups stay on the plane.
class IdealModules {
 public:
  IdealModules(const RobotModel& robot, const Vector3d& gravity_W) : robot_(robot) {
    X_WB_.translation().z() = 0.137;
    patches.patch[0] = {.half_extent_m = {5, 5}, .friction = 0.6};
    patches.n = 1;
    seen.body.specific_force_B = -gravity_W;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const PerJoint<double> q = test::nominal_pose(robot.leg[i]);
      for (std::size_t j = 0; j < kMaxJoints; ++j) seen.leg[i].joint[j].q_rad = q[j];
    }
    grip_all(1);
  }

  Start start() const {
    Start s{.X_WB = X_WB_, .patches = patches};
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) s.attached[i] = true;
    return s;
  }

  void grip_all(double turbine) {
    for (LegReading& leg : seen.leg) set_turbine(turbine, leg);
  }

  void obey(const Command& command) {
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      for (std::size_t j = 0; j < kMaxJoints; ++j)
        if (is_sent(command.leg[i].joint[j].mode))
          seen.leg[i].joint[j].q_rad = command.leg[i].joint[j].q_rad;
      if (!is_sent(command.leg[i].joint[robot_.leg[i].n_arm].mode)) turn_wrist(i);
      const CupCommand& cup = command.leg[i].cup;
      if (cup.mode == CupMode::kRelease) set_turbine(0, seen.leg[i]);
      if (cup.mode == CupMode::kGrip) set_turbine(cup.turbine, seen.leg[i]);
      if (cup.mode == CupMode::kAttach)
        set_turbine(std::sqrt(cup.goal_N / robot_.cup()->max_force_N), seen.leg[i]);
    }
    seen.now_ns += 10'000'000;
    for (LegReading& leg : seen.leg) leg.sampled_ns = leg.cup.sampled_ns = seen.now_ns;
    seen.body.sampled_ns = seen.now_ns;
  }

  Observation seen;
  PatchList patches;  ///< surveyed before the start

 private:
  static bool is_sent(JointMode mode) {
    return mode == JointMode::kImpedance || mode == JointMode::kPosition;
  }

  void turn_wrist(std::size_t i) {
    PerJoint<double> q{};
    for (std::size_t j = 0; j < kMaxJoints; ++j) q[j] = seen.leg[i].joint[j].q_rad;
    const Vector3d down_L = -robot_.leg[i].X_BL.linear().row(2).transpose();
    if (align_cup(robot_.leg[i], down_L, q) != IkStatus::kOk) return;
    for (std::size_t j = 0; j < kMaxJoints; ++j) seen.leg[i].joint[j].q_rad = q[j];
  }

  void set_turbine(double turbine, LegReading& leg) {
    leg.cup.turbine = turbine;
    leg.cup.vacuum_Pa = turbine * turbine * robot_.cup()->max_force_N / robot_.cup()->area_m2;
  }

  const RobotModel& robot_;
  Isometry3d X_WB_ = Isometry3d::Identity();
};

inline const Vector3d kDown{0, 0, -9.81};
inline const Vector3d kAlongTheSurface{-9.81, 0, 0};  // the surface is a wall

struct Standing {
  explicit Standing(const Vector3d& gravity_W, double cup_N = 120)
      : Standing(config(gravity_W, cup_N)) {}
  explicit Standing(const ControllerConfig& config, const char* name = "romerin4")
      : robot(test::robot(name)),
        modules(robot, config.gravity_W),
        controller(robot, config, modules.start()) {
    modules.grip_all(std::sqrt(config.cup_goal_force_N / robot.cup()->max_force_N));
  }

  static ControllerConfig config(const Vector3d& gravity_W, double cup_N) {
    ControllerConfig c;
    c.gravity_W = gravity_W;
    c.cup_goal_force_N = cup_N;
    return c;
  }

  Command tick(const Goal& goal = {}) {
    const Command command = controller.tick(modules.seen, goal);
    modules.obey(command);
    return command;
  }

  /// Stands until the payload estimate has converged.
  void stand() {
    for (int n = 0; n < 150; ++n) (void)tick();
  }

  const RobotModel robot;
  IdealModules modules;
  Controller controller;
};

/// First leg to step in the robot's first gait.
inline int first_to_step(const RobotModel& robot) {
  return first_of(lifted_in(robot.gait.front(), 0));
}

inline LegSet stepping_legs(const Controller& controller) {
  return controller.state().decisions.organizer.stepping;
}

inline Goal walk(double v_m_s) { return {.activity = Activity::kWalk, .v_WB = {v_m_s, 0, 0}}; }

/// Walks until the foot of this leg is in its transfer.
inline void walk_until_transfer(std::size_t leg, Standing& robot) {
  constexpr int kMost = 2000;
  const auto is_there = [&] {
    return robot.controller.diagnostics().phase[leg] == FootPhase::kTransfer;
  };
  for (int n = 0; n < kMost && !is_there(); ++n) (void)robot.tick(walk(0.01));
}

/// Every number of a command.
inline std::vector<double> values(const RobotModel& robot, const Command& command) {
  return numbers_of(Shape(robot), command);
}

}  // namespace ventosa::controller
