#pragma once

#include <vector>

#include "hal/broadcast/codec.h"

/// Datagrams for tests of the broadcast wire.
namespace ventosa::hal::broadcast::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const References& references) {
  std::array<std::byte, kMaxReferences> buffer;
  const auto bytes = encode(references, buffer);
  return {bytes.begin(), bytes.end()};
}
inline Bytes bytes_of(const Reply& reply) {
  std::array<std::byte, kMaxReply> buffer;
  const auto bytes = encode(reply, buffer);
  return {bytes.begin(), bytes.end()};
}

/// References for some legs of three joints: the same order and angle for all.
inline References references(std::uint32_t number, Order order, double q_rad, int n_legs = 6) {
  References all{.number = number, .n_legs = n_legs};
  for (LegReferences& leg : all.leg) {
    leg = {.order = order, .n_joints = 3};
    leg.q_rad = {q_rad, q_rad, q_rad};
  }
  return all;
}

/// A reply of a leg with three motors, all at the same angle.
inline Reply reply(int leg, std::uint32_t number, std::int64_t read_ns = 0, double q_rad = 0) {
  Reply reply{.leg = leg, .number = number, .read_ns = read_ns, .n_joints = 3};
  for (MotorReading& motor : reply.motor) motor = {q_rad, 0.5, 24};
  return reply;
}

}  // namespace ventosa::hal::broadcast::test
