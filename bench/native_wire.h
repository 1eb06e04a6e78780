#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/samples.h"

/// Benchmarks of the native protocol (hal/native), with modules of six joints.
namespace ventosa::bench {

struct NativeWireEntry {
  std::string name;
  std::function<Benchmark()> measure;
};

/// "encode/native_command", "decode/native_report": conversion between values and bytes. "_tagged":
/// including BLAKE2b, as over UDP.
/// "round_trip/native": a command to a module and its report, over local sockets, in one thread;
/// alternating with bare datagrams of the same sizes.
/// "exchange/native_12_modules": CPU time of NativeRobot::exchange() at 100 Hz, with its modules
/// behind sockets on another thread; `share` is relative to the control period.
std::vector<NativeWireEntry> native_wire_entries();

}  // namespace ventosa::bench
