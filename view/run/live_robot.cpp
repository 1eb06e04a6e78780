#include "view/run/live_robot.h"

#include <stdexcept>
#include <utility>

namespace ventosa::view {

LiveRobot::LiveRobot(const scenarios::Scenario& scenario, std::uint64_t seed,
                     std::unique_ptr<hal::Robot> robot, std::vector<record::RowSink*> sinks)
    : LiveRun(scenario, seed),
      robot_(std::move(robot)),
      run_(scenario, *robot_, std::move(sinks), &log_, &inputs_) {}

void LiveRobot::seek(std::int64_t tick) {
  if (tick != this->tick()) throw std::runtime_error("a real robot cannot go back in time");
}

std::string LiveRobot::failure() const {
  const hal::Status status = run_.session().report().robot;
  return status == hal::Status::kOk ? "" : "robot: " + std::string(controller::name(status));
}

}  // namespace ventosa::view
