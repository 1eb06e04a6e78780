#pragma once

#include <vector>

#include "bench/samples.h"
#include "hal/legacy/messages.h"

/// The codec of the modules' wire (hal/legacy), by what one module is sent or sends in a tick.
namespace ventosa::bench {

/// The frames of one datagram.
struct TickDatagram {
  const char* name;
  std::vector<hal::legacy::Frame> frames;
};

/// "goals": six GOAL_ANG; "motors": six MOTOR_INFO; "compact": COMPACT_ROBOT_DATA.
std::vector<TickDatagram> tick_datagrams();

/// "encode/NAME" and "decode/NAME": a call is a whole datagram.
Benchmark measure_encode(const TickDatagram& tick);
Benchmark measure_decode(const TickDatagram& tick);

}  // namespace ventosa::bench
