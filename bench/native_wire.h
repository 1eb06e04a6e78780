#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/samples.h"

/// The native wire (hal/native), with modules of six joints.
namespace ventosa::bench {

struct NativeWireEntry {
  std::string name;
  std::function<Benchmark()> measure;
};

/// "encode/native_command", "decode/native_report": values to bytes and back. With "_tagged": with
/// BLAKE2b, as they travel.
/// "round_trip/native": a command to a module and its report back, over sockets of this computer,
/// in one thread; against bare datagrams of the same sizes that take turns with it.
/// "exchange/native_12_modules": what NativeRobot::exchange() takes of a core at 100 Hz, its
/// modules behind sockets on another thread; `share` is of the control period.
std::vector<NativeWireEntry> native_wire_entries();

}  // namespace ventosa::bench
