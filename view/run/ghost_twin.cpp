#include "view/run/ghost_twin.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include <cmath>
#include <exception>

#include "scenarios/session/twin_setup.h"
#include "sim/twin.h"

namespace ventosa::view {

using controller::Observation;

namespace {

constexpr std::size_t kQueued = 512;  // queue for the time of building the twin

/// Lowers this thread's priority between the robot's and the window's; a new thread inherits the
/// robot's.
void give_way() {
  constexpr int kNice = 5;
  const sched_param none{};
  pthread_setschedparam(pthread_self(), SCHED_OTHER, &none);
  setpriority(PRIO_PROCESS, 0, kNice);  // affects only this thread on Linux; failure is harmless
}

JointDifference largest(int n_joints, const controller::LegReading& robot,
                        const controller::LegReading& twin) {
  JointDifference most;
  for (int j = 0; j < n_joints; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double q_rad = robot.joint[k].q_rad - twin.joint[k].q_rad;
    if (std::isnan(q_rad) || std::abs(q_rad) <= std::abs(most.q_rad)) continue;
    most = {j, q_rad};
  }
  return most;
}

}  // namespace

controller::PerLeg<JointDifference> joint_differences(const controller::RobotModel& model,
                                                      const LegReadings& robot,
                                                      const LegReadings& twin) {
  controller::PerLeg<JointDifference> all{};
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    all[i] = largest(model.leg[i].n_joints, robot[i], twin[i]);
  return all;
}

GhostTwin::GhostTwin(const scenarios::Scenario& scenario, std::uint64_t seed)
    : scenario_(scenario), seed_(seed), exchanges_(kQueued), thread_([this] { run(); }) {}

GhostTwin::~GhostTwin() {
  ends_ = true;
  n_waiting_.release();
  thread_.join();
}

void GhostTwin::follow(const controller::Command& command, const Observation& seen) noexcept {
  if (has_missed_.load(std::memory_order_relaxed)) return;
  if (!exchanges_.put({command, seen.leg})) has_missed_ = true;
  n_waiting_.release();
}

void GhostTwin::end(std::string_view why) {
  mailbox_.draft().ended = why;
  mailbox_.put();
}

void GhostTwin::run() {
  give_way();
  try {
    follow_all();
  } catch (const std::exception&) {
    end("the scenario's twin cannot be built");
  }
}

void GhostTwin::follow_all() {
  const scenarios::TwinSetup setup = scenarios::twin_setup(scenario_, seed_);
  sim::Twin twin(setup.robot, setup.config);
  controller::Start start;
  if (twin.start(start) != hal::Status::kOk) return end("the scenario's twin does not start");
  Observation seen;
  for (std::int64_t n = 1; !ends_; ++n) {
    n_waiting_.acquire();
    if (has_missed_) return end("the twin is too slow for this computer");
    const Exchange* const exchange = exchanges_.oldest();
    if (exchange == nullptr) return;
    if (hal::is_over(twin.exchange(exchange->command, seen)))
      return end("the physics of the twin failed");
    mailbox_.draft() = {
        .n_exchanges = n,
        .pose = sim::pose_of(twin.truth()),
        .difference = joint_differences(scenario_.robot.nominal, exchange->seen, seen.leg)};
    exchanges_.drop();
    mailbox_.put();
  }
}

}  // namespace ventosa::view
