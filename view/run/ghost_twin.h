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

/// Of a leg: where robot and twin differ most, each by its own readings.
struct JointDifference {
  int joint = -1;                       ///< none is known
  double q_rad = controller::kUnknown;  ///< robot - twin
};

struct GhostState {
  std::int64_t n_exchanges = 0;  ///< that it has followed
  sim::RobotPose pose;
  controller::PerLeg<JointDifference> difference{};  ///< after the same exchange
  std::string_view ended{};                          ///< why it follows no more; empty: it does
};

using LegReadings = controller::PerLeg<controller::LegReading>;

/// Where the joints of two robots of one model differ most.
controller::PerLeg<JointDifference> joint_differences(const controller::RobotModel& model,
                                                      const LegReadings& robot,
                                                      const LegReadings& twin);

/// The twin of a scenario that is given the commands of a robot, on a thread of its own: what by
/// the model should come of them. The robot never waits for it; a twin that is too slow is given
/// up.
class GhostTwin {
 public:
  /// Begins to build the twin.
  /// @param scenario  must outlive this
  GhostTwin(const scenarios::Scenario& scenario, std::uint64_t seed);
  ~GhostTwin();
  GhostTwin(const GhostTwin&) = delete;
  GhostTwin& operator=(const GhostTwin&) = delete;

  /// Of the robot's thread: an exchange that is over.
  void follow(const controller::Command& command, const controller::Observation& seen) noexcept;

  /// Of the same thread.
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
  std::atomic<bool> has_missed_ = false;  ///< an exchange for which there was no room
  Mailbox<GhostState> mailbox_;
  std::thread thread_;  ///< last: it begins when all else is there
};

}  // namespace ventosa::view
