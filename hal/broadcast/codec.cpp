#include "hal/broadcast/codec.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace ventosa::hal::broadcast {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint8_t kTorqueFlag = 1, kLockStepFlag = 2, kAllFlags = 3;

class Writer {
 public:
  explicit Writer(std::byte* to) noexcept : first_(to), to_(to) {}

  template <class T>
  void put(const T& value) noexcept {
    std::memcpy(to_, &value, sizeof value);
    to_ += sizeof value;
  }
  void put_byte(int value) noexcept { put(static_cast<std::uint8_t>(value)); }
  std::span<const std::byte> bytes() const noexcept { return {first_, to_}; }

 private:
  const std::byte* first_;
  std::byte* to_;
};

/// Reads values as long as there are bytes; then zeros.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) noexcept : left_(bytes) {}

  template <class T>
  T take() noexcept {
    T value{};
    is_short_ |= left_.size() < sizeof value;
    if (is_short_) return value;
    std::memcpy(&value, left_.data(), sizeof value);
    left_ = left_.subspan(sizeof value);
    return value;
  }
  int take_byte() noexcept { return take<std::uint8_t>(); }
  bool is_at_end() const noexcept { return left_.empty() && !is_short_; }

 private:
  std::span<const std::byte> left_;
  bool is_short_ = false;
};

void put_start(Kind kind, Writer& writer) noexcept {
  writer.put(kMagic);
  writer.put(kWireVersion);
  writer.put(kind);
}

bool starts_as(Kind kind, Reader& reader) noexcept {
  return reader.take<std::array<char, 4>>() == kMagic && reader.take_byte() == kWireVersion &&
         reader.take_byte() == static_cast<int>(kind);
}

/// Reads a leg's references.  @return kNone, kSize, kFlags or kNotFinite
Reject take_leg(Reader& reader, LegReferences& leg) noexcept {
  const int order = reader.take_byte();
  leg.n_joints = reader.take_byte();
  if (leg.n_joints > controller::kMaxJoints) return Reject::kSize;
  bool is_finite = true;
  for (int j = 0; j < leg.n_joints; ++j) {
    double& q_rad = leg.q_rad[static_cast<std::size_t>(j)];
    q_rad = reader.take<double>();
    is_finite &= std::isfinite(q_rad);
  }
  if (order >= static_cast<int>(controller::kEnumerators<Order>.size())) return Reject::kFlags;
  leg.order = static_cast<Order>(order);
  return is_finite ? Reject::kNone : Reject::kNotFinite;
}

/// @return true if position and voltage are finite, and the current finite or not measured
bool take_motor(Reader& reader, MotorReading& motor) noexcept {
  motor.q_rad = reader.take<double>();
  motor.current_A = reader.take<double>();
  motor.voltage_V = reader.take<double>();
  return std::isfinite(motor.q_rad) && !std::isinf(motor.current_A) &&
         std::isfinite(motor.voltage_V);
}

}  // namespace

std::span<const std::byte> encode(const References& references,
                                  std::span<std::byte, kMaxReferences> buffer) noexcept {
  Writer writer(buffer.data());
  put_start(Kind::kReferences, writer);
  writer.put_byte(references.n_legs);
  writer.put_byte(0);
  writer.put(references.number);
  for (int i = 0; i < references.n_legs; ++i) {
    const LegReferences& leg = references.leg[static_cast<std::size_t>(i)];
    writer.put(leg.order);
    writer.put_byte(leg.n_joints);
    for (int j = 0; j < leg.n_joints; ++j) writer.put(leg.q_rad[static_cast<std::size_t>(j)]);
  }
  return writer.bytes();
}

std::span<const std::byte> encode(const Reply& reply,
                                  std::span<std::byte, kMaxReply> buffer) noexcept {
  Writer writer(buffer.data());
  put_start(Kind::kReply, writer);
  writer.put_byte(reply.leg);
  writer.put_byte((reply.has_torque ? kTorqueFlag : 0) | (reply.lock_step ? kLockStepFlag : 0));
  writer.put(reply.number);
  writer.put(reply.read_ns);
  for (int j = 0; j < reply.n_joints; ++j) {
    const MotorReading& motor = reply.motor[static_cast<std::size_t>(j)];
    writer.put(motor.q_rad);
    writer.put(motor.current_A);
    writer.put(motor.voltage_V);
  }
  return writer.bytes();
}

Reject decode(std::span<const std::byte> datagram, References& references) noexcept {
  references = {};
  Reader reader(datagram);
  if (!starts_as(Kind::kReferences, reader)) return Reject::kForeign;
  references.n_legs = reader.take_byte();
  const bool has_flags = reader.take_byte() != 0;
  references.number = reader.take<std::uint32_t>();
  if (references.n_legs > controller::kMaxLegs) return Reject::kSize;
  Reject worst = has_flags ? Reject::kFlags : Reject::kNone;
  for (int i = 0; i < references.n_legs; ++i) {
    const Reject leg = take_leg(reader, references.leg[static_cast<std::size_t>(i)]);
    if (leg == Reject::kSize) return leg;
    if (worst == Reject::kNone) worst = leg;
  }
  return reader.is_at_end() ? worst : Reject::kSize;
}

Reject decode(std::span<const std::byte> datagram, Reply& reply) noexcept {
  reply = {};
  Reader reader(datagram);
  if (!starts_as(Kind::kReply, reader)) return Reject::kForeign;
  if (datagram.size() < kReplyHeader || datagram.size() > kMaxReply) return Reject::kSize;
  reply.leg = reader.take_byte();
  const int flags = reader.take_byte();
  reply.number = reader.take<std::uint32_t>();
  reply.read_ns = reader.take<std::int64_t>();
  reply.n_joints = static_cast<int>((datagram.size() - kReplyHeader) / kMotorBytes);
  reply.has_torque = (flags & kTorqueFlag) != 0;
  reply.lock_step = (flags & kLockStepFlag) != 0;
  bool is_finite = true;
  for (int j = 0; j < reply.n_joints; ++j)
    is_finite &= take_motor(reader, reply.motor[static_cast<std::size_t>(j)]);
  if (!reader.is_at_end()) return Reject::kSize;
  if ((flags & ~kAllFlags) != 0) return Reject::kFlags;
  return is_finite ? Reject::kNone : Reject::kNotFinite;
}

}  // namespace ventosa::hal::broadcast
