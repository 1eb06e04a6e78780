#pragma once

#include <vector>

#include "bench/samples.h"
#include "hal/legacy/messages.h"

/// Benchmarks of the legacy protocol's codec (hal/legacy), by the messages of one module in one
/// tick.
namespace ventosa::bench {

/// Frames of one datagram.
struct TickDatagram {
  const char* name;
  std::vector<hal::legacy::Frame> frames;
};

/// "goals": six GOAL_ANG; "motors": six MOTOR_INFO; "compact": COMPACT_ROBOT_DATA.
std::vector<TickDatagram> tick_datagrams();

/// "encode/NAME" and "decode/NAME": one call is a whole datagram.
Benchmark measure_encode(const TickDatagram& tick);
Benchmark measure_decode(const TickDatagram& tick);

}  // namespace ventosa::bench
