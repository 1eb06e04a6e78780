#include "sim/fault.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "models/ranges.h"

namespace ventosa::sim {
namespace {

std::optional<FaultRefusal> refusal_of_place(const Fault& fault, const models::Robot& robot) {
  const FaultPlace place = traits(fault.kind).place;
  if (place == FaultPlace::kBody) {
    if (fault.leg >= 0) return FaultRefusal{"leg", "is not allowed in a fault of the body", ""};
  } else if (fault.leg < 0 || fault.leg >= robot.nominal.n_legs()) {
    return FaultRefusal{"leg", "must be one of the robot's legs", "this kind affects one leg"};
  }
  if (place != FaultPlace::kJoint) {
    if (fault.joint >= 0)
      return FaultRefusal{"joint", "is not allowed in a fault of this kind", ""};
    return std::nullopt;
  }
  const int n_joints = robot.nominal.leg[static_cast<std::size_t>(fault.leg)].n_joints;
  if (fault.joint < 0 || fault.joint >= n_joints)
    return FaultRefusal{"joint", "must be one of the leg's joints", "counted from 0"};
  return std::nullopt;
}

std::string relay_numbers() {
  const auto& names = controller::kEnumerators<controller::Relay>;
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k > 0 ? ", " : "") + std::to_string(k) + " " + std::string(names[k]);
  return text;
}

bool is_of_cup(FaultKind kind) {
  constexpr FaultKind kOfCup[] = {FaultKind::kTurbineDead, FaultKind::kTurbineHalf,
                                  FaultKind::kLeak, FaultKind::kCupSensorStuck};
  return std::find(std::begin(kOfCup), std::end(kOfCup), kind) != std::end(kOfCup);
}

bool is_of_imu(FaultKind kind) {
  return kind == FaultKind::kImuSilent || kind == FaultKind::kImuBiased ||
         kind == FaultKind::kImuSaturated;
}

std::optional<FaultRefusal> refusal_of_amount(const Fault& fault) {
  if (has_sound_amount(fault)) return std::nullopt;
  const FaultAmount& amount = traits(fault.kind).amount;
  if (amount.key == nullptr)
    return FaultRefusal{"amount", "is not allowed in a fault of this kind", "leave it out"};
  if (fault.kind == FaultKind::kRelayStuck)
    return FaultRefusal{"amount", "must be the number of a relay's state", relay_numbers()};
  const std::string nonzero = amount.may_be_zero ? "" : ", and not 0";
  return FaultRefusal{"amount", models::rule_of(amount.range) + nonzero,
                      std::string(amount.key) + ": " + traits(fault.kind).does};
}

}  // namespace

bool has_sound_amount(const Fault& fault) noexcept {
  const FaultAmount& amount = traits(fault.kind).amount;
  if (amount.key == nullptr) return fault.amount == 0;
  if (fault.kind == FaultKind::kRelayStuck && fault.amount != std::floor(fault.amount))
    return false;
  return models::within(amount.range, fault.amount) && (amount.may_be_zero || fault.amount != 0);
}

std::optional<FaultRefusal> refusal_of(const Fault& fault, const models::Robot& robot,
                                       const TwinConfig& config) {
  if (const auto refusal = refusal_of_place(fault, robot)) return refusal;
  if (is_of_cup(fault.kind) && !robot.cup)
    return FaultRefusal{"kind", "needs cups", "the feet of this robot have none"};
  const bool of_pack = fault.kind == FaultKind::kPackDead || fault.kind == FaultKind::kRelayStuck;
  if (of_pack && config.power.model != PowerModel::kPacks)
    return FaultRefusal{"kind", "needs packs", "add power: {model: packs} or fidelity: full"};
  if (fault.kind == FaultKind::kCameraBlack && !config.camera.on)
    return FaultRefusal{"kind", "needs a camera", "add camera: {} or fidelity: full"};
  if (fault.kind == FaultKind::kFixWild && !config.gps.on)
    return FaultRefusal{"kind", "needs a GPS", "name a robot with sensors: {gps: ...}"};
  if (fault.kind == FaultKind::kHeadingStuck && !config.compass.on)
    return FaultRefusal{"kind", "needs a compass", "name a robot with sensors: {compass: ...}"};
  if (is_of_imu(fault.kind) && !robot.nominal.has_imu)
    return FaultRefusal{"kind", "needs an IMU", "the robot's file has sensors: {imu: null}"};
  const bool feels = robot.point && robot.point->sensor;
  if (fault.kind == FaultKind::kFootSensorStuck && !feels)
    return FaultRefusal{"kind", "needs a foot with a force sensor",
                        "name a robot with foot: {contact: {sensor: ...}}"};
  return refusal_of_amount(fault);
}

FaultSet::FaultSet(const FaultList& faults, std::int64_t start_ns,
                   std::int64_t length_ns) noexcept {
  for (const TimedFault& each : faults)
    if (each.when.share_of(start_ns, length_ns) > 0) add(each.fault);
}

void FaultSet::add(const Fault& fault) noexcept {
  ++n_;
  const int of_kind = bit(fault.kind);
  if (fault.leg < 0) {
    body_ |= of_kind;
    if (fault.kind == FaultKind::kImuBiased) gyro_bias_rad_s_ += fault.amount;
    if (fault.kind == FaultKind::kImuSaturated) gyro_range_rad_s_ = fault.amount;
    if (fault.kind == FaultKind::kFixWild) fix_jump_m_ = fault.amount;
    return;
  }
  leg_[fault.leg] |= of_kind;
  if (fault.kind == FaultKind::kDriveDead) dead_drive_[fault.leg] |= 1 << fault.joint;
  if (fault.kind == FaultKind::kEncoderFrozen) frozen_encoder_[fault.leg] |= 1 << fault.joint;
  if (fault.kind == FaultKind::kLeak) gap_m_[fault.leg] = std::max(gap_m_[fault.leg], fault.amount);
  if (fault.kind == FaultKind::kRelayStuck)
    relay_[fault.leg] = static_cast<controller::Relay>(fault.amount);
}

}  // namespace ventosa::sim
