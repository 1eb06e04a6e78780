#pragma once

#include <memory>
#include <vector>

#include "hal/emulator/native_module.h"
#include "hal/emulator/pace.h"
#include "hal/robot.h"

/// A robot whose modules speak the native protocol: its modules and its body answer separately and
/// drive one hal::Robot. With the twin as robot these are emulated modules.
namespace ventosa::hal {

struct FleetConfig {
  controller::RobotModel model;
  std::vector<native::Key> module_key;  ///< one per leg
  native::Key body_key{};
  native::Nonce secret{};  ///< random
  Pace pace = Pace::kRealTime;
  std::uint32_t first_sequence = 0;
};

class NativeFleet {
 public:
  /// @param robot  must outlive the fleet, like the ports: one per leg, then the body's
  /// @throws std::runtime_error  the robot does not start
  NativeFleet(const FleetConfig& config, Robot& robot, std::vector<ServerPort*> ports);

  /// Receives and answers all that has arrived.
  void serve(std::int64_t now_ns) noexcept;

  /// In lock step: true if every device has received its command for the present period.
  bool is_commanded() const noexcept;

  /// Lets one period pass and sends the reports. `now_ns` is that of serve().
  Status advance(std::int64_t now_ns) noexcept;

  const NativeModule& module(std::size_t leg) const { return module_[leg]; }
  const NativeBody& body() const { return body_; }
  const controller::Observation& seen() const { return seen_; }
  const controller::Command& obeyed() const { return command_; }  ///< executed in the last period

 private:
  native::ModuleSession::Setup setup_of(std::size_t leg) const;
  native::ModuleSession::Setup body_setup() const noexcept;
  bool is_up(std::size_t leg) const noexcept;
  void reboot(std::size_t leg) noexcept;
  bool lacks_report(std::size_t device, const NativeDevice& its, bool commanded) noexcept;
  void report_leg(std::size_t leg) noexcept;

  FleetConfig config_;
  Robot& robot_;
  const std::vector<ServerPort*> ports_;
  controller::Observation seen_;
  controller::Command command_;
  std::vector<NativeModule> module_;
  NativeBody body_;
  std::vector<std::optional<Source>> master_;  ///< master of each device at the last serve()
};

/// Identity of module `leg`; of the body's device for leg == number of legs.
native::Identity identity_of(const controller::RobotModel& model, const Capabilities& robot,
                             std::size_t leg);

}  // namespace ventosa::hal
