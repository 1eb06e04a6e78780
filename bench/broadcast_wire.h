#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/samples.h"

/// Benchmarks of the broadcast protocol (hal/broadcast), with six slaves of three motors.
namespace ventosa::bench {

struct BroadcastWireEntry {
  std::string name;
  std::function<Benchmark()> measure;
};

/// "encode/broadcast_references" and the like: conversion between values and bytes.
/// "round_trip/broadcast": from the references to the last of the replies, over local sockets, with
/// the slaves on a thread of their own; alternating with bare datagrams of the same sizes.
std::vector<BroadcastWireEntry> broadcast_wire_entries();

}  // namespace ventosa::bench
