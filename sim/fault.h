#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "controller/model/description.h"
#include "controller/model/per_leg.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/model/fixed_list.h"
#include "sim/model/span.h"

/// Faults of a simulated robot: kinds, places, and those active at a time.
namespace ventosa::sim {

enum class FaultKind : std::uint8_t {
  kTurbineDead,
  kTurbineHalf,
  kLeak,
  kCupSensorStuck,
  kDriveDead,
  kEncoderFrozen,
  kPackDead,
  kRelayStuck,
  kModuleDead,
  kDeaf,
  kMute,
  kImuSilent,
  kImuBiased,
  kImuSaturated,
  kCameraBlack,
  kFixWild,
  kHeadingStuck,
  kFootSensorStuck,
};
constexpr auto enumerators(FaultKind) {
  return controller::words("turbine_dead", "turbine_half", "leak", "cup_sensor_stuck", "drive_dead",
                           "encoder_frozen", "pack_dead", "relay_stuck", "module_dead", "deaf",
                           "mute", "imu_silent", "imu_biased", "imu_saturated", "camera_black",
                           "fix_wild", "heading_stuck", "foot_sensor_stuck");
}

/// Part of the robot that a kind of fault affects.
enum class FaultPlace : std::uint8_t { kLeg, kJoint, kBody };

/// Additional number of some kinds of faults.
struct FaultAmount {
  const char* key = nullptr;  ///< null: the kind has no amount
  const char* unit = "1";
  controller::Range range{};
  std::optional<double> usual{};  ///< default; no value: the amount is required
  bool may_be_zero = true;
};

inline constexpr double kMostRelay = controller::kEnumerators<controller::Relay>.size() - 1;

struct FaultTraits {
  FaultPlace place = FaultPlace::kLeg;
  FaultAmount amount{};
  const char* does = "";
};

/// Properties of the kinds, in their order.
inline constexpr std::array<FaultTraits, controller::kEnumerators<FaultKind>.size()> kFaultTraits{{
    {.does = "the turbine stops at any duty; the duty is still reported"},
    {.does = "the turbine turns at half the speed of its duty"},
    {.amount = {"gap_m", "m", controller::above(0, 0.1), {}},
     .does = "a gap opens all around under the lip, as by a tear or dirt"},
    {.does = "the cup's pressure reading is frozen, for the module's firmware too"},
    {.place = FaultPlace::kJoint,
     .does = "the drive has no supply: no torque, `errors` 1, passive until its next set-point"},
    {.place = FaultPlace::kJoint,
     .does = "the encoder's reading is frozen, speed 0; the drive controls with it"},
    {.does = "the pack is cut off from its module"},
    {.amount = {"relay", "enum", controller::between(0, kMostRelay), {}},
     .does = "the module's relay is stuck in this state"},
    {.does = "the module is without power: drives, turbine and computer; it boots afterwards"},
    {.does = "the module receives no command"},
    {.does = "the module sends no reading"},
    {.place = FaultPlace::kBody, .does = "the IMU sends no more readings"},
    {.place = FaultPlace::kBody,
     .amount = {"rate_rad_s", "rad/s", controller::between(-10, 10), 0.02, false},
     .does = "the gyroscope has this additional bias about each of its axes"},
    {.place = FaultPlace::kBody,
     .amount = {"range_rad_s", "rad/s", controller::above(0, 10), 0.02},
     .does = "the gyroscope saturates at this rate, in both directions, about each of its axes"},
    {.place = FaultPlace::kBody, .does = "the camera's pictures are black: no plane is in them"},
    {.place = FaultPlace::kBody,
     .amount = {"jump_m", "m", controller::above(0, 1000), 5},
     .does = "the GPS' fixes are off by this distance, in a direction of the run's own"},
    {.place = FaultPlace::kBody, .does = "the compass' angle is frozen; its readings stay new"},
    {.does = "the foot's force reading is frozen; its readings stay new"},
}};
constexpr const FaultTraits& traits(FaultKind kind) {
  return kFaultTraits[static_cast<std::size_t>(kind)];
}

struct Fault {
  FaultKind kind = FaultKind::kTurbineDead;
  int leg = -1;       ///< -1: a fault of the body
  int joint = -1;     ///< index from 0; -1: no joint
  double amount = 0;  ///< see FaultTraits; for kRelayStuck the number of the relay state
};

struct TimedFault {
  Fault fault{};
  Span when{};
};

void describe(auto& field, controller::Is<TimedFault> auto& timed) {
  field("kind", timed.fault.kind);
  field("leg", timed.fault.leg);
  field("joint", timed.fault.joint);
  field("amount", timed.fault.amount);
  field("from_ns", timed.when.from_ns);
  field("to_ns", timed.when.to_ns);
}

inline constexpr int kMaxFaults = 2 * controller::kMaxLegs;
using FaultList = FixedList<TimedFault, kMaxFaults>;

/// True if the amount is in the range of the fault's kind.
bool has_sound_amount(const Fault& fault) noexcept;

/// Reason why a robot cannot have a fault.
struct FaultRefusal {
  const char* key;  ///< "leg", "joint", "kind" or "amount"
  std::string rule;
  std::string hint;
};
std::optional<FaultRefusal> refusal_of(const Fault& fault, const models::Robot& robot,
                                       const TwinConfig& config);

/// Faults active at a time.
class FaultSet {
 public:
  FaultSet() = default;
  /// Faults that are active during any part of the given time of the control period.
  FaultSet(const FaultList& faults, std::int64_t start_ns, std::int64_t length_ns) noexcept;

  bool empty() const noexcept { return n_ == 0; }
  bool has(FaultKind kind) const noexcept { return (body_ & bit(kind)) != 0; }
  bool has(FaultKind kind, int leg) const noexcept { return (leg_[leg] & bit(kind)) != 0; }
  /// Joint of a kDriveDead or kEncoderFrozen.
  bool has(FaultKind kind, int leg, int joint) const noexcept {
    const auto& joints = kind == FaultKind::kDriveDead ? dead_drive_ : frozen_encoder_;
    return (joints[leg] >> joint & 1) != 0;
  }
  double gap_m(int leg) const noexcept { return gap_m_[leg]; }  ///< largest of all active leaks
  double gyro_bias_rad_s() const noexcept { return gyro_bias_rad_s_; }
  double fix_jump_m() const noexcept { return fix_jump_m_; }
  double gyro_range_rad_s() const noexcept { return gyro_range_rad_s_; }
  /// Stuck state, for kRelayStuck.
  controller::Relay relay(int leg) const noexcept { return relay_[leg]; }

  /// Bit masks: of the active kinds, in their order; of the affected joints. @{
  int body_bits() const noexcept { return body_; }
  int leg_bits(int leg) const noexcept { return leg_[leg]; }
  int joint_bits(int leg) const noexcept { return dead_drive_[leg] | frozen_encoder_[leg]; }
  /// @}

 private:
  static constexpr int bit(FaultKind kind) { return 1 << static_cast<int>(kind); }
  void add(const Fault& fault) noexcept;

  int n_ = 0;
  int body_ = 0;
  controller::PerLeg<int> leg_{}, dead_drive_{}, frozen_encoder_{};
  controller::PerLeg<double> gap_m_{};
  controller::PerLeg<controller::Relay> relay_{};
  double gyro_bias_rad_s_ = 0, gyro_range_rad_s_ = 0, fix_jump_m_ = 0;
};

}  // namespace ventosa::sim
