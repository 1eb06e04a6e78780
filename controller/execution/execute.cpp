#include "controller/execution/execute.h"

#include <algorithm>

#include "controller/dynamics/friction.h"
#include "controller/dynamics/leg_dynamics.h"
#include "controller/dynamics/lip.h"
#include "controller/execution/accept_task.h"
#include "controller/execution/attach_detach.h"
#include "controller/execution/computed_torque.h"
#include "controller/execution/cup_contact.h"
#include "controller/execution/impedance.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

/// The accelerations of a detached leg are known from its move.
bool knows_acceleration(const ControllerConfig& config, FootPhase phase) {
  return config.gait.swing == SwingControl::kInverseDynamics || phase == FootPhase::kFree;
}

/// Stance and load of one leg.
struct LegLoad {
  const Stance& stance;
  const StanceLeg& leg;
  FootPhase phase;
  const Vector3d& F_B;  ///< planned force at the wrist point
};

/// Joint torques of the planned motion: statics of an attached leg, inverse dynamics of a leg in
/// the air.
PerJoint<double> planned_torque(const Leg& leg, const ControllerConfig& config, const LegLoad& load,
                                const JointTarget& target) {
  if (load.leg.attached || !knows_acceleration(config, load.phase))
    return feed_forward(leg, load.leg, load.stance.g_B, load.F_B);
  return inverse_dynamics(leg, load.leg.pose, {target.dq_rad_s, target.ddq_rad_s2},
                          {.a_B = -load.stance.g_B}, Vector3d::Zero());
}

/// Wrench for the planned motion of a leg in the air; zero with gait.beyond_joints, where the
/// drives do not follow that motion.
Vector6d inertia_w(const Leg& leg, const StanceLeg& state, const GaitConfig& config,
                   FootPhase phase, const JointTarget& target) {
  const bool moves = phase != FootPhase::kRelease && !is_contact_phase(phase);
  if (!moves || config.beyond_joints) return Vector6d::Zero();
  return inertial_wrench(leg, state.pose, {target.dq_rad_s, target.ddq_rad_s2}, {});
}

/// Starts a swing at the contact point. A releasing foot with an elastic lip starts where its
/// joints are, because nothing pulls it back to the contact point.
void begin_swing_at_contact(const Leg& leg, const LipConfig& lip, const Contact& contact,
                            ModuleState& module) {
  if (!module.from_contact) return;
  SwingPath& swing = module.swing;
  const bool releases = module.phase == FootPhase::kRelease;
  const bool springs = lip.model == LipModel::kElastic;
  if (is_contact_phase(module.phase) || (releases && !springs)) swing.p_from_W = contact.p_WW;
  if (releases && springs && module.ticks == 0)
    swing.p_from_W = module.task.X_WB * leg_pose(leg, module.q_set_rad).p_BW +
                     swing.extension_m * swing.z_from_W;
}

/// Share of breakaway friction in the joints of a releasing foot, which its extending lip moves.
double breaks_away(const ControllerConfig& config, const ModuleState& module) {
  if (module.phase != FootPhase::kRelease) return 0;
  return vacuum_gone(config.lip, module.ticks * config.period_s);
}

/// Updates the side of friction; faster in a releasing foot, whose lip extends quickly.
void follow_friction(const Leg& leg, const ControllerConfig& config, const JointTarget& target,
                     FootPhase phase, PerJoint<double>& side) {
  const GainConfig& gains = config.gains;
  constexpr double kRelease_s = 0.1;
  const double fade_s = phase == FootPhase::kRelease ? std::min(kRelease_s, gains.friction_fade_s)
                                                     : gains.friction_fade_s;
  const double share = std::min(1.0, config.period_s / fade_s);
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    side[j] = next_friction_side(gains, share, target.heading_rad_s[j], side[j]);
}

/// Share of the gains. In a newly attached foot they ramp with the load; otherwise they would keep
/// the foot where the others' deflection placed it.
double stiffness(const ControllerConfig& config, const ModuleState& module,
                 const StanceLeg& stance) {
  if (module.phase != FootPhase::kLoad) return 1;
  return std::max(module.stiffness - config.period_s / config.gains.fade_s, stance.availability);
}

/// Moves the set-points of an unloading foot to its joint angles, so that no load remains at the
/// end; its gains stay in case another foot is lost.
void yield(const Leg& leg, const ControllerConfig& config, const LegReading& reading,
           const StanceLeg& stance, ModuleState& module, JointTarget& target) {
  constexpr double kSmooth_s = 0.2;
  const bool unloads = module.phase == FootPhase::kUnload;
  if (!unloads && module.phase != FootPhase::kLoad) return;
  const double share = unloads ? config.period_s / (kSmooth_s + config.period_s) : 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j) {
    double& yield_rad = module.yield_rad[j];
    yield_rad += share * (reading.joint[j].q_rad - target.q_rad[j] - yield_rad);
    target.q_rad[j] += (1 - stance.availability) * yield_rad;
  }
}

/// True in the tick in which a foot is lost and in the next one, when the planned deflection of the
/// lips has followed the forces.
bool meets_loss(LegSet lost, ExecutionState& state) {
  const bool news = (lost & ~state.lost).any();
  const bool meets = news || state.met_loss;
  state.lost = lost;
  state.met_loss = news;
  return meets;
}

/// When a foot is lost, moves the set-points of the others to their joint angles, so that PD and
/// feed-forward do not both carry the lost load; they return slowly.
void give_way(const Leg& leg, const ControllerConfig& config, const LegReading& reading,
              bool gives_way, ModuleState& module, JointTarget& target) {
  constexpr double kReturn_s = 1;
  const double share = config.period_s / (kReturn_s + config.period_s);
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j) {
    double& given_way_rad = module.given_way_rad[j];
    given_way_rad =
        gives_way ? reading.joint[j].q_rad - target.q_rad[j] : (1 - share) * given_way_rad;
    if (!module.attached) given_way_rad = 0;
    target.q_rad[j] += given_way_rad;
  }
}

/// Adds the press to the set-points of a leg and limits their rate to the joints' speed limits,
/// also across phases. The set-point of a joint without position control follows its reading.
void lead(const Leg& leg, const ControllerConfig& config, const LegReading& reading,
          const LegEffort& effort, ModuleState& module, JointTarget& target) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    double& q_rad = target.q_rad[j];
    const bool led = is_led(leg, config.gains, effort, j);
    const double step_rad = set_point_limit_rad_s(leg.joint[j], config.gait) * config.period_s;
    std::optional<double>& commanded_rad = module.q_commanded_rad[j];
    if (!is_passive(leg, effort, j)) q_rad += effort.press_rad[j];
    if (commanded_rad && led)
      q_rad = std::clamp(q_rad, *commanded_rad - step_rad, *commanded_rad + step_rad);
    commanded_rad = led ? q_rad : reading.joint[j].q_rad;
  }
}

/// Offset that presses on a newly attached foot; ramps down as its load ramps up.
PerJoint<double> press_rad(const ModuleState& module, const StanceLeg& stance) {
  PerJoint<double> press{};
  if (module.phase != FootPhase::kLoad) return press;
  for (std::size_t j = 0; j < press.size(); ++j)
    press[j] = (1 - stance.availability) * module.press_rad[j];
  return press;
}

}  // namespace

Execution execute(const RobotModel& robot, const ControllerConfig& config, const ExecutionInput& in,
                  AcceptedMoves& moves, ExecutionState& state) noexcept {
  Execution done;
  const Stance& stance = in.body.stance;
  const bool gives_way = meets_loss(in.body.lost, state);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const Contact& contact = in.body.contact[i];
    ModuleState& module = state.module[i];
    meet_task(leg, config, in.plan.task[i], in.plan.move, module, moves[i]);
    module.came_off |= in.body.maybe_lost[i] && in.seen.holding[i] == Holding::kAttached;
    begin_swing_at_contact(leg, config.lip, contact, module);
    done.p_BW[i] = module.task.X_WB.inverse() * planned_wrist(leg, config, contact, module);
    JointTarget target;
    if (set_points(leg, config, contact, moves[i], stance.leg[i], module, target) !=
        IkStatus::kOk) {
      done.reason = Reason::kUnreachable;
      return done;
    }
    module.inertia_w = inertia_w(leg, stance.leg[i], config.gait, module.phase, target);
    follow_friction(leg, config, target, module.phase, module.friction_side);
    yield(leg, config, in.seen.leg[i], stance.leg[i], module, target);
    give_way(leg, config, in.seen.leg[i], gives_way, module, target);
    module.stiffness = stiffness(config, module, stance.leg[i]);
    module.gain_share = stance.leg[i].attached ? in.plan.pd_share * module.stiffness : 1;
    LegEffort effort{.friction_side = module.friction_side,
                     .press_rad = press_rad(module, stance.leg[i]),
                     .stiffness = module.gain_share,
                     .attached = stance.leg[i].attached,
                     .breaks_away = breaks_away(config, module)};
    lead(leg, config, in.seen.leg[i], effort, module, target);
    const LegLoad load{stance, stance.leg[i], module.phase, in.load.F_B[i]};
    effort.tau_ff_Nm = config.gains.law == ControlLaw::kComputedTorque
                           ? model_torque(leg, load.leg, stance.g_B, load.F_B,
                                          corrected_motion(config, target, in.seen.leg[i], effort))
                           : planned_torque(leg, config, load, target);
    LegCommand& command = done.command.leg[i];
    command = impedance_command(leg, config, target, effort);
    command.cup = cup_command(leg, config, module);
    if (config.gains.loop == ServoLoop::kController) close_loop(leg, in.seen.leg[i], command);
  }
  return done;
}

}  // namespace ventosa::controller
