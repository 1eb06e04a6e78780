#include "bench/native_wire.h"

#include <optional>
#include <stdexcept>

#include "bench/bare_echo.h"
#include "bench/loopback_fleet.h"
#include "bench/on_core.h"
#include "hal/native/native_robot.h"

namespace ventosa::bench {

namespace native = hal::native;

namespace {

constexpr int kJoints = 6;
/// Layout of a module with a cup and a pack.
constexpr native::Layout kLayout{kJoints,
                                 {controller::Equipment::kCup, controller::Equipment::kPack}};
constexpr std::size_t kMessages = 100'000;
constexpr std::size_t kRoundTrips = 20'000;
constexpr std::size_t kTurn = 50;  // round trips between two alternations with the peer
constexpr std::size_t kLegs = 12;
constexpr std::int64_t kControlPeriod_ns = 10'000'000;
constexpr std::size_t kExchanges = 500;

using WireBuffer = std::array<std::byte, native::kMaxDatagram>;

void require(bool right) {
  if (!right) throw std::logic_error("a message of the benchmark is rejected");
}

native::Key key() {
  native::Key key;
  key.fill(std::byte{0x5A});
  return key;
}

controller::LegCommand leg_command() {
  controller::LegCommand leg;
  for (std::size_t j = 0; j < kJoints; ++j)
    leg.joint[j] = {.mode = controller::JointMode::kImpedance, .q_rad = 0.5, .kp_Nm_rad = 40};
  return leg;
}

native::Command full(native::Command command) {
  command.leg = leg_command();
  return command;
}
native::Report full(native::Report report) {
  for (std::size_t j = 0; j < kJoints; ++j)
    report.leg.joint[j] = {.q_rad = 0.5, .dq_rad_s = 0.1, .tau_Nm = 2, .errors = 0};
  return report;
}

template <class Message>
Benchmark measure_encode(const std::string& name) {
  const Message message = full(Message{});
  WireBuffer buffer;
  Samples samples(kMessages);
  bool right = true;
  for (std::uint32_t k = 0; k < kMessages; ++k)
    samples.measure([&] {
      const native::Header header{.sequence = k};
      right &= encode_untagged(header, message, kLayout, buffer).reject == native::Reject::kNone;
      keep(&buffer);
    });
  require(right);
  return samples.summary(name);
}

template <class Message>
Benchmark measure_tagged_encode(const std::string& name) {
  const Message message = full(Message{});
  const native::Key secret = key();
  WireBuffer buffer;
  Samples samples(kMessages);
  bool right = true;
  for (std::uint32_t k = 0; k < kMessages; ++k)
    samples.measure([&] {
      const native::Header header{.sequence = k};
      right &= encode(header, message, kLayout, secret, buffer).reject == native::Reject::kNone;
      keep(&buffer);
    });
  require(right);
  return samples.summary(name);
}

template <class Message>
std::span<const std::byte> written(WireBuffer& buffer) {
  const native::Encoded encoded = encode({}, full(Message{}), kLayout, key(), buffer);
  require(encoded.reject == native::Reject::kNone);
  return std::span(buffer).first(encoded.n_bytes);
}

template <class Message>
Benchmark measure_decode(const std::string& name) {
  WireBuffer buffer;
  const auto datagram = written<Message>(buffer);
  const auto payload = datagram.subspan(native::kHeaderBytes,
                                        datagram.size() - native::kHeaderBytes - native::kTagBytes);
  Samples samples(kMessages);
  Message message;
  bool right = true;
  for (std::size_t k = 0; k < kMessages; ++k)
    samples.measure([&] {
      right &= decode(payload, kLayout, message) == native::Reject::kNone;
      keep(&message);
    });
  require(right);
  return samples.summary(name);
}

template <class Message>
Benchmark measure_tagged_decode(const std::string& name) {
  WireBuffer buffer;
  const auto datagram = written<Message>(buffer);
  const native::Key secret = key();
  Samples samples(kMessages);
  Message message;
  bool right = true;
  for (std::size_t k = 0; k < kMessages; ++k)
    samples.measure([&] {
      native::Opened opened;
      right &= open(datagram, 0, secret, opened) == native::Reject::kNone &&
               decode(opened.payload, kLayout, message) == native::Reject::kNone;
      keep(&message);
    });
  require(right);
  return samples.summary(name);
}

native::Identity identity() {
  native::Identity identity;
  identity.n_joints = kJoints;
  identity.foot = native::CupIdentity{};
  identity.pack = true;
  return identity;
}

/// A module on its own thread that answers each command at once.
class AnsweringModule {
 public:
  AnsweringModule() : thread_([this] { run(); }) {}
  ~AnsweringModule() {
    ends_ = true;
    thread_.join();
  }
  const hal::Address& address() const { return port_.socket().local(); }

 private:
  void run() {
    constexpr std::int64_t kLook_ns = 10'000'000;
    const hal::SteadyClock clock;
    const hal::UdpSocket* const waiting[] = {&port_.socket()};
    while (!ends_) {
      hal::wait_until(clock.now_ns() + kLook_ns, waiting);
      const std::int64_t now_ns = clock.now_ns();
      if (!module_.hear(port_, now_ns)) continue;
      static_cast<void>(module_.obeyed(now_ns));
      module_.report(reading_, now_ns, port_);
    }
  }

  hal::UdpServerPort port_{hal::Address{0x7f000001, 0}};
  hal::NativeModule module_{{.key = key()}, identity()};
  controller::LegReading reading_ = full(native::Report{}).leg;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

/// A master's connection to the module.
class RoundTrip {
 public:
  RoundTrip() : network_({module_.address()}) {
    line_.claim();
    while (!line_.is_open()) {
      line_.greet(network_.port(0), network_.now_ns());
      wait_and_hear();
    }
  }
  void exchange(const controller::LegCommand& command) noexcept {
    line_.command(command, {.armed = true, .grant = 1}, network_.port(0), network_.now_ns());
    const std::int64_t before_ns = line_.reported_ns();
    while (line_.reported_ns() == before_ns) wait_and_hear();
  }

 private:
  void wait_and_hear() noexcept {
    constexpr std::int64_t kPatience_ns = 10'000'000;
    network_.wait_until(network_.now_ns() + kPatience_ns);
    line_.hear(network_.port(0), network_.now_ns());
  }

  AnsweringModule module_;
  hal::UdpNetwork network_;
  native::ModuleLine line_{{.key = key()}, kLayout};
};

Benchmark measure_round_trip(const std::string& name) {
  const controller::LegCommand command = leg_command();
  const std::size_t n_there = native::datagram_bytes<native::Command>(kLayout);
  const std::size_t n_back = native::datagram_bytes<native::Report>(kLayout);
  std::optional<OnCore> core(std::in_place, kFarCore);
  RoundTrip ours;
  BareEcho bare(n_back, Waiting::kInReceive), polled(n_back, Waiting::kWithDeadline);
  core.emplace(kNearCore);
  Samples samples(kRoundTrips), in_receive(kRoundTrips), with_deadline(kRoundTrips);
  while (samples.size() < kRoundTrips) {
    for (std::size_t k = 0; k < kTurn; ++k) samples.measure([&] { ours.exchange(command); });
    for (std::size_t k = 0; k < kTurn; ++k) in_receive.measure([&] { bare.exchange(n_there); });
    for (std::size_t k = 0; k < kTurn; ++k)
      with_deadline.measure([&] { polled.exchange(n_there); });
  }
  Benchmark result = samples.summary(name);
  result.add(in_receive.peer("bare UDP"));
  result.add(with_deadline.peer("bare UDP, waiting with a deadline"));
  return result;
}

class StillRobot final : public hal::Robot {
 public:
  StillRobot() {
    can_.control_period_ns = kControlPeriod_ns;
    for (controller::LegReading& leg : seen_.leg) leg = full(native::Report{}).leg;
  }
  const hal::Capabilities& capabilities() const noexcept override { return can_; }
  hal::Status start(controller::Start& start) noexcept override {
    start.seen = seen_;
    return hal::Status::kOk;
  }
  hal::Status exchange(const controller::Command&,
                       controller::Observation& seen) noexcept override {
    seen_.now_ns += kControlPeriod_ns;
    for (controller::LegReading& leg : seen_.leg)
      leg.sampled_ns = leg.cup.sampled_ns = leg.pack.sampled_ns = seen_.now_ns;
    seen_.body.sampled_ns = seen_.now_ns;
    seen = seen_;
    return hal::Status::kOk;
  }

 private:
  hal::Capabilities can_;
  controller::Observation seen_;
};

controller::RobotModel model_of_legs() {
  controller::RobotModel model;
  model.leg.resize(kLegs);
  for (controller::Leg& leg : model.leg) leg.n_joints = leg.n_arm = kJoints;
  return model;
}

void take_modules(hal::NativeRobot& robot, const hal::Network& network) {
  constexpr std::int64_t kWithin_ns = 10'000'000'000;
  const std::int64_t until_ns = network.now_ns() + kWithin_ns;
  if (!robot.ask(until_ns) || !robot.mismatches().empty() || !robot.claim(until_ns))
    throw std::runtime_error("the modules of the benchmark do not answer");
  robot.enter(hal::GuardMode::kActive);
}

Benchmark measure_exchange(const std::string& name) {
  const std::vector<native::Key> keys(kLegs, key());
  StillRobot still;
  LoopbackFleet fleet({.model = model_of_legs(), .module_key = keys, .body_key = key()}, still);
  hal::UdpNetwork network(fleet.addresses());
  hal::NativeConfig config;
  config.model = model_of_legs();
  config.period_ns = kControlPeriod_ns;
  config.module_key = keys;
  config.body_key = key();
  hal::NativeRobot robot(config, network);
  take_modules(robot, network);
  controller::Command command;
  command.leg.fill(leg_command());
  controller::Observation seen;
  Samples samples(kExchanges);
  for (std::size_t k = 0; k < kExchanges; ++k)
    samples.measure<ThreadTime>([&] { static_cast<void>(robot.exchange(command, seen)); });
  Benchmark result = samples.summary(name);
  result.share = static_cast<double>(samples.sum_ns()) / (kExchanges * kControlPeriod_ns);
  return result;
}

template <class Message>
void add_codec(const std::string& message, std::vector<NativeWireEntry>& entries) {
  const auto add = [&](const std::string& name, auto measure) {
    entries.push_back({name, [=] { return measure(name); }});
  };
  add("encode/native_" + message, measure_encode<Message>);
  add("encode/native_" + message + "_tagged", measure_tagged_encode<Message>);
  add("decode/native_" + message, measure_decode<Message>);
  add("decode/native_" + message + "_tagged", measure_tagged_decode<Message>);
}

}  // namespace

std::vector<NativeWireEntry> native_wire_entries() {
  std::vector<NativeWireEntry> entries;
  add_codec<native::Command>("command", entries);
  add_codec<native::Report>("report", entries);
  const std::string round_trip = "round_trip/native", exchange = "exchange/native_12_modules";
  entries.push_back({round_trip, [=] { return measure_round_trip(round_trip); }});
  entries.push_back({exchange, [=] { return measure_exchange(exchange); }});
  return entries;
}

}  // namespace ventosa::bench
