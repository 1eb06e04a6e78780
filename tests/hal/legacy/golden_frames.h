#pragma once

#include "tests/hal/legacy/frames.h"

/// One or more frames of every message, written by hand from the protocol's documentation.
namespace ventosa::hal::legacy {

struct Golden {
  const char* hex;
  Frame frame;
};

inline CompactRobotData golden_compact() {
  CompactRobotData robot;
  robot.motor[0] = {1234, 5, 0x80, 120, 10, 35};
  robot.motor[1].angle_raw = -5;
  robot.distance_mm = {12, 13, 255};
  robot.force_N = 60;
  robot.vacuum_raw = 118;
  robot.temperature_C = 25;
  return robot;
}

inline ConfigV2 golden_config_v2() {
  ConfigV2 config;
  config.motor[0] = {120, 90, 270, -3, 5, 25};
  config.position_mm = {100, -50, 0};
  config.rotation_deg = {0, 90, -180};
  config.flags = ConfigV2::kCompact;
  return config;
}

inline Config golden_config() {
  return {.ip = {192, 168, 4, 1},
          .gateway = {192, 168, 4, 254},
          .mask = {255, 255, 255, 0},
          .name = "leg1",
          .ssid = "lab",
          .key = "k"};
}

inline std::vector<Golden> golden_frames() {
  return {
      {"AA AA 15 01 03 80 03 00 00 B4 42 00 00 00 C0 00 00 7A 44 28 00 00 48 41",
       {MotorInfo{3, 0x80, 3, 90.0f, -2.0f, 1000.0f, 40, 12.5f}}},
      {"AA AA 11 02 00 00 80 41 00 00 00 3F 00 00 00 00 00 00 C0 3F",
       {AnalogInfo{16.0f, 0.5f, 0.0f, 1.5f}}},
      {"AA AA 02 03 00", {TorqueOn{0}}},
      {"AA AA 02 04 05", {TorqueOff{5}}},
      {"AA AA 04 05 6F 6B 00", {Text{"ok"}}},
      {"AA AA 02 05 00", {Text{""}}},
      {"AA AA 02 06 64", {SuctionCup{100}}},
      {"AA AA 06 07 02 00 00 B4 42", {GoalAngle{2, 90.0f}}},
      {"AA AA 02 08 01", {RebootMotor{1}}},
      {"AA AA 02 09 02", {GetFixedMotorInfo{2}}},
      {"AA AA 0A 10 01 00 00 34 43 00 00 36 C2", {FixedMotorInfo{1, 180.0f, -45.5f}}},
      {"AA AA 01 11", {GetName{}}},
      {"AA AA 04 12 52 31 00", {Name{"R1"}}},
      {"AA AA 01 13", {ScanWifi{}}},
      {"AA AA 01 14", {InitWifi{}}},
      {"AA AA 02 15 03", {GetMotorInfo{3}}},
      {"AA AA 01 16", {GetConfig{}}},
      {"AA AA 18 17 C0 A8 04 01 C0 A8 04 FE FF FF FF 00 6C 65 67 31 00 6C 61 62 00 6B 00",
       {golden_config()}},
      {"AA AA 03 18 0A 16", {State{State::kWifi | State::kPower, 22}}},
      {"AA AA 10 19 00 40 9C 45 00 00 FE 42 00 00 C0 41 0C 0D FF",
       {SuctionCupInfo{5000.0f, 127.0f, 24.0f, {12, 13, 255}}}},
      {"AA AA 01 20", {TestA{}}},
      {"AA AA 01 21", {TestB{}}},
      {"AA AA 06 22 00 00 00 E0 40", {VelocityProfile{0, 7.0f}}},
      {"AA AA 01 23", {SetMasterIp{}}},
      {"AA AA 06 24 05 00 00 7A 44", {GoalCurrent{5, 1000.0f}}},
      {"AA AA 04 25 04 10 00", {ControlMode{4, ServoMode::kPwm}}},
      {"AA AA 01 26", {CompactModeOn{}}},
      {"AA AA 01 27", {CompactModeOff{}}},
      {"AA AA 01 30", {GetConfigV2{}}},
      {"AA AA 44 31 78 00 5A 00 0E 01 FD 05 19"
       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
       " 00 00 00 00 00 00 00 00 00"
       " 64 00 CE FF 00 00 00 00 5A 00 4C FF 01",
       {golden_config_v2()}},
      {"AA AA 05 32 02 B4 00 49", {SetMotorZero{2, 180}}},
      {"AA AA 05 32 05 2C 01 CE", {SetMotorZero{5, 300}}},
      {"AA AA 32 40 D2 04 05 80 78 0A 23 FB FF 00 00 00 00 00"
       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
       " 0C 0D FF 3C 76 19 DD",
       {golden_compact()}},
      {"AA AA 09 F0 07 06 07 02 00 00 B4 42", {GoalAngle{2, 90.0f}, 7}},
      {"AA AA 04 F0 FF 01 23", {SetMasterIp{}, 255}},
      {"AA AA 07 F0 00 04 05 6F 6B 00", {Text{"ok"}, 0}},
  };
}

}  // namespace ventosa::hal::legacy
