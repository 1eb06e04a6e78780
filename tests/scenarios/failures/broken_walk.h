#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/script/script.h"

/// A walk with faults of the robot's parts, at full fidelity; on point feet at ideal fidelity.
namespace ventosa::scenarios {

enum class Ground : std::uint8_t { kGround, kWall, kCeiling };
inline constexpr const char* kGroundNames[] = {"ground", "wall", "ceiling"};

/// Kinds of faults, from the first, that a ROMERIN robot can have: it has neither GPS nor compass.
inline constexpr int kKindsOfRomerin = static_cast<int>(sim::FaultKind::kFixWild);

struct Walker {
  std::string robot = "romerin4";  ///< file name without extension
  std::string gait = "free";
  double speed_m_s = 0.02;
  std::string lines = "cup_force_N: 120\nfidelity: full\n";  ///< further lines of its scenarios
};

struct BrokenWalk {
  std::uint64_t seed = 1;
  Ground ground = Ground::kWall;
  Walker walker{};
  std::vector<Breakage> faults;  ///< in order of time
};

inline constexpr double kBrokenWalk_m = 0.12;
inline constexpr double kBrokenWalk_s = 45;

/// Two faults on a wall or ceiling, drawn from a seed.
BrokenWalk draw_pair(std::uint64_t seed);

/// Text of the scenario's file.
std::string scenario_text(const BrokenWalk& walk);

/// For example "drive_dead front_left joint 2", "imu_silent".
std::string to_text(const sim::Fault& fault, const controller::RobotModel& robot);

}  // namespace ventosa::scenarios
