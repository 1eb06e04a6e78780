#pragma once

#include <atomic>
#include <cstdint>
#include <semaphore>
#include <string_view>
#include <thread>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "scenarios/format/scenario.h"
#include "sim/render/scene.h"
#include "view/run/handover.h"
#include "view/run/mailbox.h"

namespace ventosa::view {

/// Largest joint difference between robot and twin in a leg, by their own readings.
struct JointDifference {
  int joint = -1;                       ///< index from 0; -1: unknown
  double q_rad = controller::kUnknown;  ///< robot - twin
};

struct GhostState {
  std::int64_t n_exchanges = 0;  ///< number of exchanges followed
  sim::RobotPose pose;
  controller::PerLeg<JointDifference> difference{};  ///< differences after the same exchange
  std::string_view ended{};  ///< reason why it stopped following; empty: it follows
};

using LegReadings = controller::PerLeg<controller::LegReading>;

/// Largest joint differences between two robots of one model.
controller::PerLeg<JointDifference> joint_differences(const controller::RobotModel& model,
                                                      const LegReadings& robot,
                                                      const LegReadings& twin);

/// Twin of a scenario that receives the commands of a robot, on its own thread, to show the motion
/// expected by the model. The robot never waits for it; a twin that is too slow is stopped.
class GhostTwin {
 public:
  /// Starts to build the twin.
  /// @param scenario  must outlive this
  GhostTwin(const scenarios::Scenario& scenario, std::uint64_t seed);
  ~GhostTwin();
  GhostTwin(const GhostTwin&) = delete;
  GhostTwin& operator=(const GhostTwin&) = delete;

  /// Passes on a completed exchange; called by the robot's thread.
  void follow(const controller::Command& command, const controller::Observation& seen) noexcept;

  /// Newest state; called by the robot's thread.
  const GhostState& newest() noexcept {
    mailbox_.take();
    return mailbox_.newest();
  }

 private:
  struct Exchange {
    controller::Command command;
    LegReadings seen;
  };

  void run();
  void follow_all();
  void end(std::string_view why);

  const scenarios::Scenario& scenario_;
  const std::uint64_t seed_;
  Handover<Exchange> exchanges_;
  std::counting_semaphore<> n_waiting_{0};
  std::atomic<bool> ends_ = false;
  std::atomic<bool> has_missed_ = false;  ///< an exchange was dropped for lack of room
  Mailbox<GhostState> mailbox_;
  std::thread thread_;  ///< last: its thread starts when all other members exist
};

}  // namespace ventosa::view
