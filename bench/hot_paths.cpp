#include "bench/hot_paths.h"

#include <algorithm>
#include <stdexcept>

#include "bench/bare_step.h"
#include "controller/estimation/contact_forces.h"
#include "controller/load_sharing/stance_problem.h"
#include "models/self_collision.h"
#include "record/signal_log.h"
#include "scenarios/session/scenario_run.h"
#include "sim/mujoco/world.h"

namespace ventosa::bench {

using controller::Observation;
using scenarios::Scenario;
using scenarios::ScenarioRun;

namespace {

constexpr int kBlock = 50;              // periods between two alternations of twin and bare step
constexpr int kMinSamples = 20000;      // p99 is then determined by 200 calls
constexpr std::size_t kTickRounds = 3;  // for the worst tick, excludes interruptions by the machine

controller::Goal goal_at(const Scenario& scenario, const Observation& seen) {
  return scenario.script.goal_at(1e-9 * static_cast<double>(seen.now_ns), scenario.twin.X_WB);
}

/// All observations of the controller in the run.
std::vector<Observation> observations(const Scenario& scenario) {
  std::vector<Observation> all;
  ScenarioRun run(scenario, scenario.seeds.front());
  scenarios::RunSnapshot now;
  do {
    run.save(now);
    all.push_back(now.seen);
  } while (run.advance());
  return all;
}

controller::Controller fresh_controller(const Scenario& scenario) {
  controller::Start start;
  if (sim::Twin(scenario.robot, scenario.twin).start(start) != hal::Status::kOk)
    throw std::runtime_error("the twin does not start");
  return {scenario.controller_model, scenario.controller, start};
}

controller::PerJoint<double> joint_angles(const controller::LegReading& leg) {
  controller::PerJoint<double> q_rad{};
  for (std::size_t j = 0; j < q_rad.size(); ++j) q_rad[j] = leg.joint[j].q_rad;
  return q_rad;
}

controller::Vector3d gravity_B(const Scenario& scenario) {
  return scenario.twin.X_WB.linear().transpose() * scenario.twin.gravity_W;
}

controller::StanceLeg stance_leg(const Scenario& scenario, const Observation& seen, std::size_t i) {
  const controller::Cup& cup = *scenario.controller_model.cup();
  controller::StanceLeg leg;
  leg.pose = leg_pose(scenario.controller_model.leg[i], joint_angles(seen.leg[i]));
  leg.grip_force_N = seen.leg[i].cup.vacuum_Pa * cup.area_m2;
  leg.attached = leg.grip_force_N > cup.attached_ratio * scenario.controller.cup_goal_force_N;
  // the cup points into the surface: z_S = -z_F
  leg.R_BS = leg.pose.X_BF.linear() * Eigen::Vector3d(1, -1, -1).asDiagonal();
  leg.friction = scenario.twin.patches.patch[0].friction;
  weigh_leg(scenario.controller_model.leg[i], gravity_B(scenario), leg);
  return leg;
}

/// Stance of the robot by its own readings.
controller::Stance stance_seen(const Scenario& scenario, const Observation& seen) {
  controller::Stance stance;
  stance.g_B = gravity_B(scenario);
  for (std::size_t i = 0; i < scenario.controller_model.leg.size(); ++i)
    stance.leg[i] = stance_leg(scenario, seen, i);
  return stance;
}

void pose_seen(const Scenario& scenario, const Observation& seen,
               controller::StanceProblem& problem) {
  pose_problem(scenario.controller_model, scenario.controller.sharing, stance_seen(scenario, seen),
               controller::zero_vectors(), problem);
}

}  // namespace

Benchmark measure_twin(const Scenario& scenario) {
  record::SignalLogWriter log("/dev/null", recorded_schema(scenario), 1, {});
  ScenarioRun run(scenario, scenario.seeds.front(), {&log});
  BareStep bare(scenario.robot, scenario.twin);
  const auto n = static_cast<std::size_t>(run.n_ticks());
  Samples twin(n);
  Samples peer(n);
  bool more = true;
  while (more) {
    for (int i = 0; more && i < kBlock; ++i) twin.measure([&] { more = run.advance(); });
    for (int i = 0; more && i < kBlock; ++i) peer.measure([&] { bare.advance(); });
  }
  Benchmark result = twin.summary("twin/" + scenario.name);
  result.peers = {peer.peer("bare mj_step")};
  result.realtime_factor = run.time_s() / (1e-9 * static_cast<double>(twin.sum_ns()));
  return result;
}

Benchmark measure_tick(const Scenario& scenario) {
  const std::vector<Observation> seen = observations(scenario);
  BareStep bare(scenario.robot, scenario.twin);
  Samples samples(kMinSamples + kTickRounds * seen.size());
  Samples peer(kMinSamples + kTickRounds * seen.size());
  while (samples.size() < std::max<std::size_t>(kMinSamples, kTickRounds * seen.size())) {
    controller::Controller controller = fresh_controller(scenario);
    for (const Observation& each : seen) {
      const controller::Goal goal = goal_at(scenario, each);
      samples.measure([&] { static_cast<void>(controller.tick(each, goal)); });
      if (samples.size() % kBlock != 0) continue;
      for (int i = 0; i < kBlock; ++i) peer.measure([&] { bare.advance(); });
    }
  }
  Benchmark result = samples.summary("tick/" + scenario.name);
  result.worst_ns = samples.worst_ns(seen.size());
  result.peers = {peer.peer("bare mj_step")};
  return result;
}

Benchmark measure_load_sharing(const Scenario& scenario) {
  const std::vector<Observation> seen = observations(scenario);
  Samples samples(kMinSamples + seen.size());
  controller::StanceProblem problem;
  for (int n = 0; n < kMinSamples; n += static_cast<int>(seen.size()))
    for (const Observation& each : seen) {
      pose_seen(scenario, each, problem);
      controller::SharingWarmStart cold;
      int iterations = 0;
      samples.measure([&] { iterations = share_load(problem.sharing, cold).iterations; });
      samples.count_iterations(iterations);
    }
  return samples.summary("load_sharing/" + scenario.name);
}

Benchmark measure_reactions(const Scenario& scenario) {
  const std::vector<Observation> seen = observations(scenario);
  Samples samples(kMinSamples + seen.size());
  controller::Vector3d turn_B = controller::Vector3d::Zero();
  controller::PerLeg<controller::ContactForceEstimate> estimate;
  for (int n = 0; n < kMinSamples; n += static_cast<int>(seen.size()))
    for (const Observation& each : seen) {
      const controller::Stance stance = stance_seen(scenario, each);
      samples.measure([&] {
        estimate_contact_forces(scenario.controller_model, scenario.controller.reactions, stance,
                                each.leg, turn_B, estimate);
      });
    }
  return samples.summary("reactions/" + scenario.name);
}

namespace {

Benchmark share_of_period(const std::string& name, const Samples& part, const Samples& periods) {
  Benchmark result = part.summary(name);
  result.peers = {periods.peer("control period")};
  result.share = static_cast<double>(result.p50_ns) / static_cast<double>(result.peers[0].p50_ns);
  return result;
}

/// The scenario's surfaces with a relief on each.
sim::Ground uneven_ground(const sim::TwinConfig& twin) {
  sim::ReliefList relief;
  relief.fill(sim::ReliefOptions{.height_m = 0.03, .correlation_m = 0.2});
  return {twin.patches, relief, twin.seed};
}

/// Sum of the heights of all feet over the ground.
double heights_m(const sim::Ground& ground, const sim::World& world) {
  double sum_m = 0;
  for (int i = 0; i < world.n_legs(); ++i)
    sum_m += ground.at(sim::as_vector(world.state.cup[i].X_WF.p)).height_m;
  return sum_m;
}

/// One step of every point foot, as at present in the run.
void step_feet(const sim::World& world, sim::PointFootState& foot) {
  for (int i = 0; i < world.n_legs(); ++i) {
    const sim::CupState& at = world.state.cup[i];
    foot = world.state.point[i];
    const sim::ContactPlane ground{.patch = foot.patch, .depth_m = 0.0002, .friction = 0.7};
    const sim::FootMotion motion{sim::as_vector(at.X_WF.p), sim::as_vector(at.lip.twist.v_WF)};
    (void)step_point_foot(*world.robot.point, ground, motion, foot);
  }
}

}  // namespace

Benchmark measure_foot_law(const Scenario& scenario) {
  ScenarioRun run(scenario, scenario.seeds.front());
  const sim::World& world = run.twin().world();
  const auto n = static_cast<std::size_t>(run.n_ticks());
  Samples samples(n), periods(n);
  sim::PointFootState foot;
  for (std::size_t k = 0; k < n; ++k) {
    periods.measure([&] { run.advance(); });
    samples.measure([&] {
      for (int step = 0; step < world.steps_per_period; ++step) step_feet(world, foot);
    });
  }
  return share_of_period("foot_law/" + scenario.name, samples, periods);
}

Benchmark measure_relief(const Scenario& scenario) {
  ScenarioRun run(scenario, scenario.seeds.front());
  const sim::World& world = run.twin().world();
  const sim::Ground ground = uneven_ground(scenario.twin);
  const auto n = static_cast<std::size_t>(run.n_ticks());
  Samples samples(n), periods(n);
  for (std::size_t k = 0; k < n; ++k) {
    periods.measure([&] { run.advance(); });
    samples.measure([&] {
      for (int step = 0; step < world.steps_per_period; ++step) (void)heights_m(ground, world);
    });
  }
  return share_of_period("relief/" + scenario.name, samples, periods);
}

Benchmark measure_self_distance(const Scenario& scenario) {
  ScenarioRun run(scenario, scenario.seeds.front());
  const auto n = static_cast<std::size_t>(run.n_ticks());
  Samples samples(n);
  Samples periods(n);
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
  for (std::size_t k = 0; k < n; ++k) {
    periods.measure([&] { run.advance(); });
    for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i)
      q_rad[i] = run.twin().truth().leg[i].q_rad;
    samples.measure([&] { (void)models::self_distance_at(scenario.robot.nominal, q_rad); });
  }
  return share_of_period("self_distance/" + scenario.name, samples, periods);
}

}  // namespace ventosa::bench
