#pragma once

#include <tuple>

#include "hal/legacy/messages.h"

/// Id, name and length of every message.
namespace ventosa::hal::legacy {

template <class T>
struct Row {
  std::uint8_t id;
  std::string_view name;
  std::size_t min_info;  ///< [bytes]
  std::size_t max_info = min_info;
};

/// Ids are hexadecimal: 0x23 is decimal 35.
inline constexpr std::tuple kTable{
    Row<MotorInfo>{0x01, "MOTOR_INFO", 20},
    Row<AnalogInfo>{0x02, "ANALOG_INFO", 16},
    Row<TorqueOn>{0x03, "TORQUE_ON", 1},
    Row<TorqueOff>{0x04, "TORQUE_OFF", 1},
    Row<Text>{0x05, "TEXT", 1, kMaxInfo},
    Row<SuctionCup>{0x06, "SUCTION_CUP", 1},
    Row<GoalAngle>{0x07, "GOAL_ANG", 5},
    Row<RebootMotor>{0x08, "REBOOT_MOTOR", 1},
    Row<GetFixedMotorInfo>{0x09, "GET_FIXED_MOTOR_INFO", 1},
    Row<FixedMotorInfo>{0x10, "FIXED_MOTOR_INFO", 9},
    Row<GetName>{0x11, "GET_NAME", 0},
    Row<Name>{0x12, "NAME", 1, kMaxInfo},
    Row<ScanWifi>{0x13, "SCAN_WIFI", 0},
    Row<InitWifi>{0x14, "INIT_WIFI", 0},
    Row<GetMotorInfo>{0x15, "GET_MOTOR_INFO", 1},
    Row<GetConfig>{0x16, "GET_CONFIG", 0},
    Row<Config>{0x17, "CONFIG", 15, 212},
    Row<State>{0x18, "STATE", 2},
    Row<SuctionCupInfo>{0x19, "SUCTIONCUP_INFO", 15},
    Row<TestA>{0x20, "TEST_A", 0},
    Row<TestB>{0x21, "TEST_B", 0},
    Row<VelocityProfile>{0x22, "VELOCITY_PROFILE", 5},
    Row<SetMasterIp>{0x23, "SET_MASTER_IP", 0},
    Row<GoalCurrent>{0x24, "GOAL_CURRENT", 5},
    Row<ControlMode>{0x25, "CONTROL_MODE", 3},
    Row<CompactModeOn>{0x26, "COMPACT_MODE_ON", 0},
    Row<CompactModeOff>{0x27, "COMPACT_MODE_OFF", 0},
    Row<GetConfigV2>{0x30, "GET_CONFIG_V2", 0},
    Row<ConfigV2>{0x31, "CONFIG_V2", 67},
    Row<SetMotorZero>{0x32, "SET_MOTOR_ZERO", 4},
    Row<CompactRobotData>{0x40, "COMPACT_ROBOT_DATA", 49},
};

template <class T>
inline constexpr const Row<T>& kRow = std::get<Row<T>>(kTable);

/// Name of a message, such as "GOAL_ANG"; "SIMULATION" and "unknown" for other ids.
constexpr std::string_view name_of(std::uint8_t id) noexcept {
  std::string_view name = id == kSimulationId ? "SIMULATION" : "unknown";
  std::apply([&](const auto&... row) { ((row.id == id ? void(name = row.name) : void()), ...); },
             kTable);
  return name;
}

}  // namespace ventosa::hal::legacy
