#pragma once

#include "hal/wire/wire_robot.h"

namespace ventosa::app {

/// Warns of commands to a module from another sender: at the first one, then every ten seconds as
/// long as more arrive.
class StrangerTeller {
 public:
  using Say = std::function<void(const std::string&)>;

  /// @param robot  must outlive this
  StrangerTeller(const hal::WireRobot& robot, Say say)
      : robot_(robot), say_(std::move(say)), warned_(robot.n_devices()) {}

  void look(double time_s);

 private:
  struct Warned {
    std::uint64_t n = 0;
    double time_s = 0;
    bool has_bad = false;
  };
  /// Warns once of foreign datagrams under the device's address.
  void look_at_answers(std::size_t device, const hal::LinkStatistics& link);

  const hal::WireRobot& robot_;
  const Say say_;
  std::vector<Warned> warned_;  ///< last warning per device
};

}  // namespace ventosa::app
