#include "bench/broadcast_wire.h"

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "bench/bare_broadcast.h"
#include "bench/on_core.h"
#include "hal/broadcast/slave.h"
#include "hal/broadcast/slave_line.h"
#include "hal/udp/udp_network.h"

namespace ventosa::bench {

namespace broadcast = hal::broadcast;

namespace broadcast_bench {
namespace {

constexpr int kLegs = 6, kMotors = 3;
constexpr std::size_t kMessages = 100'000;
constexpr std::size_t kRoundTrips = 20'000;
constexpr std::size_t kTurn = 50;  // round trips between two alternations with the peer

void require(bool right) {
  if (!right) throw std::logic_error("a datagram of the benchmark is rejected");
}

broadcast::References references() {
  broadcast::References all{.n_legs = kLegs};
  for (broadcast::LegReferences& leg : all.leg) {
    leg = {.order = broadcast::Order::kFollow, .n_joints = kMotors};
    leg.q_rad.fill(0.5);
  }
  return all;
}

broadcast::Reply reply() {
  broadcast::Reply reply{.has_torque = true, .n_joints = kMotors};
  reply.motor.fill({0.5, 0.2, 24});
  return reply;
}

template <class Message, std::size_t kRoom>
Benchmark measure_encode(const std::string& name, Message message) {
  std::array<std::byte, kRoom> buffer;
  Samples samples(kMessages);
  for (std::uint32_t k = 0; k < kMessages; ++k)
    samples.measure([&] {
      message.number = k;
      static_cast<void>(encode(message, buffer));
      keep(&buffer);
    });
  return samples.summary(name);
}

template <class Message, std::size_t kRoom>
Benchmark measure_decode(const std::string& name, Message message) {
  std::array<std::byte, kRoom> buffer;
  const auto datagram = encode(message, buffer);
  Samples samples(kMessages);
  bool right = true;
  for (std::size_t k = 0; k < kMessages; ++k)
    samples.measure([&] {
      right &= decode(datagram, message) == broadcast::Reject::kNone;
      keep(&message);
    });
  require(right);
  return samples.summary(name);
}

/// Slaves on their own thread that answer at once.
class AnsweringSlaves {
 public:
  AnsweringSlaves() {
    hal::Address address{hal::kLoopbackBroadcast, 0};
    for (int i = 0; i < kLegs; ++i) {
      ports_.push_back(std::make_unique<hal::UdpSlavePort>(address, hal::Address{}));
      sockets_.push_back(&ports_.back()->listens());
      address = sockets_.front()->local();
      slaves_.emplace_back(broadcast::Slave::Setup{.leg = i, .n_joints = kMotors});
    }
    thread_ = std::thread([this] { run(); });
  }
  ~AnsweringSlaves() {
    ends_ = true;
    thread_.join();
  }
  const hal::Address& address() const { return sockets_.front()->local(); }

 private:
  void run() {
    constexpr std::int64_t kLook_ns = 10'000'000;
    const hal::SteadyClock clock;
    while (!ends_) {
      hal::wait_until(clock.now_ns() + kLook_ns, sockets_);
      for (std::size_t i = 0; i < slaves_.size(); ++i) answer(i, clock.now_ns());
    }
  }
  void answer(std::size_t leg, std::int64_t now_ns) noexcept {
    std::array<std::byte, hal::kDatagramRoom> buffer;
    std::array<std::byte, broadcast::kMaxReply> back;
    for (hal::Call call = ports_[leg]->receive(buffer); !call.datagram.empty();
         call = ports_[leg]->receive(buffer)) {
      const auto heard = slaves_[leg].hear(call, now_ns, {});
      if (heard == broadcast::Slave::Heard::kTaken)
        ports_[leg]->send(call.source, slaves_[leg].reply(reading_, now_ns, back));
    }
  }

  std::vector<std::unique_ptr<hal::UdpSlavePort>> ports_;
  std::vector<const hal::UdpSocket*> sockets_;
  std::vector<broadcast::Slave> slaves_;
  controller::LegReading reading_ = reading();
  std::atomic<bool> ends_ = false;
  std::thread thread_;

  static controller::LegReading reading() {
    controller::LegReading reading;
    for (controller::JointReading& joint : reading.joint)
      joint = {.q_rad = 0.5, .current_A = 0.2, .voltage_V = 24};
    return reading;
  }
};

/// A master of the slaves.
class RoundTrip {
 public:
  RoundTrip() : network_(slaves_.address()), lines_(kLegs, broadcast::SlaveLine(kMotors)) {}

  void exchange() noexcept {
    ++references_.number;
    sent_.note(references_.number, network_.now_ns());
    network_.send(encode(references_, there_));
    n_missing_ = kLegs;
    while (n_missing_ > 0) {
      constexpr std::int64_t kPatience_ns = 10'000'000;
      network_.wait_until(network_.now_ns() + kPatience_ns);
      for (hal::Call call = network_.receive(back_); !call.datagram.empty();
           call = network_.receive(back_))
        hear(call);
    }
  }
  bool has_heard_all() const { return n_wrong_ == 0; }

 private:
  void hear(const hal::Call& call) noexcept {
    broadcast::Reply reply;
    if (decode(call.datagram, reply) != broadcast::Reject::kNone || reply.leg >= kLegs) {
      ++n_wrong_;
      return;
    }
    broadcast::SlaveLine& line = lines_[static_cast<std::size_t>(reply.leg)];
    line.hear(reply, call.source, sent_, network_.now_ns());
    n_missing_ -= line.last().number == references_.number ? 1 : 0;
  }

  AnsweringSlaves slaves_;
  hal::UdpBroadcast network_;
  std::vector<broadcast::SlaveLine> lines_;
  broadcast::References references_ = references();
  broadcast::SentTimes sent_;
  std::array<std::byte, broadcast::kMaxReferences> there_{};
  std::array<std::byte, hal::kDatagramRoom> back_{};
  int n_missing_ = 0, n_wrong_ = 0;
};

Benchmark measure_round_trip(const std::string& name) {
  std::array<std::byte, broadcast::kMaxReferences> there;
  const std::size_t n_there = encode(references(), there).size();
  std::optional<OnCore> core(std::in_place, kFarCore);
  RoundTrip ours;
  BareBroadcast bare(kLegs, broadcast::reply_bytes(kMotors));
  core.emplace(kNearCore);
  Samples samples(kRoundTrips), peer(kRoundTrips);
  while (samples.size() < kRoundTrips) {
    for (std::size_t k = 0; k < kTurn; ++k) samples.measure([&] { ours.exchange(); });
    for (std::size_t k = 0; k < kTurn; ++k) peer.measure([&] { bare.exchange(n_there); });
  }
  require(ours.has_heard_all());
  Benchmark result = samples.summary(name);
  result.add(peer.peer("bare UDP"));
  return result;
}

}  // namespace
}  // namespace broadcast_bench

std::vector<BroadcastWireEntry> broadcast_wire_entries() {
  using namespace broadcast_bench;
  using broadcast::References, broadcast::Reply, broadcast::kMaxReferences, broadcast::kMaxReply;
  std::vector<BroadcastWireEntry> entries;
  const auto add = [&](const std::string& name, auto measure) {
    entries.push_back({name, [=] { return measure(name); }});
  };
  add("encode/broadcast_references", [](const auto& name) {
    return measure_encode<References, kMaxReferences>(name, references());
  });
  add("decode/broadcast_references", [](const auto& name) {
    return measure_decode<References, kMaxReferences>(name, references());
  });
  add("encode/broadcast_reply",
      [](const auto& name) { return measure_encode<Reply, kMaxReply>(name, reply()); });
  add("decode/broadcast_reply",
      [](const auto& name) { return measure_decode<Reply, kMaxReply>(name, reply()); });
  add("round_trip/broadcast", measure_round_trip);
  return entries;
}

}  // namespace ventosa::bench
