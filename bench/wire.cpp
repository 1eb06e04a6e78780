#include "bench/wire.h"

#include <array>
#include <stdexcept>
#include <string>

#include "hal/legacy/decode.h"
#include "hal/legacy/encode.h"

namespace ventosa::bench {

using hal::legacy::Datagram;
using hal::legacy::Frame;
using hal::legacy::Reject;

namespace {

constexpr std::size_t kDatagrams = 100'000;

using Buffer = std::array<std::byte, 512>;

std::size_t count_rejected(const std::vector<Frame>& frames, Datagram& datagram) {
  std::size_t n_rejected = 0;
  datagram.clear();
  for (const Frame& frame : frames) n_rejected += datagram.append(frame) != Reject::kNone;
  return n_rejected;
}

/// Sink that counts frames and keeps the last.
struct Reception {
  std::size_t n_taken = 0;
  Frame last;

  void operator()(const Frame& frame) {
    ++n_taken;
    last = frame;
  }
  void operator()(const hal::legacy::Refusal&) {}
};

}  // namespace

std::vector<TickDatagram> tick_datagrams() {
  TickDatagram goals{"goals", {}};
  TickDatagram motors{"motors", {}};
  for (std::uint8_t motor = 0; motor < hal::legacy::kMotors; ++motor) {
    goals.frames.push_back({hal::legacy::GoalAngle{motor, 90.0f}});
    motors.frames.push_back(
        {hal::legacy::MotorInfo{motor, 0x80, 3, 90.0f, 1.5f, 200.0f, 40, 12.0f}});
  }
  return {goals, motors, {"compact", {{hal::legacy::CompactRobotData{}}}}};
}

Benchmark measure_encode(const TickDatagram& tick) {
  Buffer buffer{};
  Datagram datagram(buffer);
  Samples samples(kDatagrams);
  std::size_t n_rejected = 0;
  for (std::size_t k = 0; k < kDatagrams; ++k)
    samples.measure([&] { n_rejected += count_rejected(tick.frames, datagram); });
  if (n_rejected > 0) throw std::logic_error("a frame of the benchmark is rejected");
  return samples.summary(std::string("encode/") + tick.name);
}

Benchmark measure_decode(const TickDatagram& tick) {
  Buffer buffer{};
  Datagram datagram(buffer);
  const std::size_t n_rejected = count_rejected(tick.frames, datagram);
  Samples samples(kDatagrams);
  Reception reception;
  for (std::size_t k = 0; k < kDatagrams; ++k)
    samples.measure([&] { hal::legacy::decode(datagram.bytes(), reception); });
  if (n_rejected > 0 || reception.n_taken != kDatagrams * tick.frames.size())
    throw std::logic_error("a frame of the benchmark is rejected");
  return samples.summary(std::string("decode/") + tick.name);
}

}  // namespace ventosa::bench
