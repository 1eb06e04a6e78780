#pragma once

#include <memory>
#include <sstream>
#include <string>

#include "tests/hal/native/open_ends.h"
#include "tests/hal/native/random_message.h"

/// Ends of open lines for tests of attacks.
namespace ventosa::hal::native::test {

/// One end of an open line. Time passes with each datagram that it receives.
class End {
 public:
  virtual ~End() = default;
  /// Receives a datagram, from its peer's address by default.
  virtual void hear(const Bytes& datagram, Source from = kMasterSource) = 0;
  /// Effects of the datagrams so far: commands and lease of a device, readings of a line.
  virtual std::string deeds() = 0;
  /// State of the session with its peer; without counters.
  virtual std::string relation() const = 0;
  virtual const RejectCounts& rejects() const = 0;
  /// Header of the peer's next datagram.
  virtual Header next_header(Kind kind) = 0;
  /// Kinds that require its session.
  virtual std::vector<Kind> in_session() const = 0;

  explicit End(const Layout& of_messages) : layout(of_messages) {}
  const Layout layout;

  Bytes next(Kind kind, const Bytes& payload) { return sealed(next_header(kind), payload); }
};

template <class... Parts>
std::string line_of(const Parts&... parts) {
  std::ostringstream text;
  ((text << parts << ' '), ...);
  return text.str();
}
inline std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A device that is claimed by a master.
template <class Device>
class DeviceEnd : public End {
 public:
  explicit DeviceEnd(const Layout& of_messages) : End(of_messages), open_(of_messages) {}
  void hear(const Bytes& datagram, Source from = kMasterSource) override {
    open_.hear(datagram, ++now_ns_, from);
  }
  std::string relation() const override {
    return line_of(device().session().heard_ns(), device().command_ns());
  }
  const RejectCounts& rejects() const override { return device().session().rejects(); }
  Header next_header(Kind kind) override { return open_.next_header(kind); }

  const Device& device() const { return open_.device; }
  const Bytes& claim() const { return open_.claim(); }
  /// True if another master can claim it now.
  bool is_free(Source source) {
    MasterSession other({.module = kModule, .key = key(), .owner = {}, .nonce = nonce_of(77)});
    other.claim();
    for (int k = 0; k < 2; ++k) {
      Bytes said(kMaxDatagram);
      said.resize(other.say(now_ns_, said));
      hear(said, source);
      other.hear(open_.said(), now_ns_);
    }
    return other.is_open();
  }
  std::int64_t now_ns() const { return now_ns_; }
  void pass(std::int64_t time_ns) { now_ns_ += time_ns; }

 protected:
  std::string lease() const {
    return line_of(device().session().holder(), device().session().id());
  }
  OpenDevice<Device> open_;
  std::int64_t now_ns_ = 1;
};

inline Command first_order() {
  Command command{.sent_ns = 5, .permission = {.armed = true, .grant = 1}, .leg = {}};
  for (controller::JointSetpoint& joint : command.leg.joint)
    joint = {.mode = controller::JointMode::kImpedance, .q_rad = 0.5, .kp_Nm_rad = 40};
  return command;
}

/// An armed module that obeys its master's command.
class ModuleUnderOrders final : public DeviceEnd<NativeModule> {
 public:
  explicit ModuleUnderOrders(const Layout& of_messages = kCupLine) : DeviceEnd(of_messages) {
    open_.hear(Kind::kCommand, payload_of(first_order(), layout), now_ns_);
    for (int k = 0; k < 3; ++k) static_cast<void>(open_.device.obeyed(now_ns_));
    EXPECT_EQ(device().mode(), GuardMode::kActive);
  }
  std::string deeds() override {
    const Command obeyed{.permission = {}, .leg = open_.device.obeyed(now_ns_)};
    return line_of(lease(), controller::name(device().mode()), text_of(payload_of(obeyed, layout)));
  }
  std::vector<Kind> in_session() const override { return {Kind::kCommand, Kind::kRelease}; }
};

class BodyUnderOrders final : public DeviceEnd<NativeBody> {
 public:
  explicit BodyUnderOrders(const Layout& of_messages = {}) : DeviceEnd(of_messages) {
    open_.hear(Kind::kGaze, payload_of(Gaze{5, {{0.1, 0.2}}}), now_ns_);
  }
  std::string deeds() override {
    return line_of(lease(), text_of(payload_of(Gaze{0, device().gaze()})));
  }
  std::vector<Kind> in_session() const override { return {Kind::kGaze, Kind::kRelease}; }
};

/// A master's line to a device that has sent its first readings.
template <class Line>
class LineEnd : public End {
 public:
  explicit LineEnd(const Layout& of_messages) : End(of_messages), open_(of_messages) {}
  void hear(const Bytes& datagram, Source = kMasterSource) override {
    open_.hear(datagram, ++now_ns_);
  }
  std::string relation() const override {
    const MasterSession& session = open_.line.session();
    return line_of(controller::name(session.phase()), session.holder(), session.n_missing(),
                   open_.line.statistics(0).heard);
  }
  const RejectCounts& rejects() const override { return open_.line.session().rejects(); }
  Header next_header(Kind kind) override { return open_.next_header(kind); }
  const std::vector<Bytes>& answers() const { return open_.answers(); }

 protected:
  OpenLine<Line> open_;
  std::int64_t now_ns_ = 1;
};

class LineToModule final : public LineEnd<ModuleLine> {
 public:
  explicit LineToModule(const Layout& of_messages = kCupLine) : LineEnd(of_messages) {
    open_.hear(Kind::kTelemetry, payload_of(Report{}, layout), now_ns_);
  }
  std::string deeds() override {
    const ModuleLine& line = open_.line;
    const Report known{line.reported_ns(), line.mode(), line.n_rejected(), line.reading()};
    return text_of(payload_of(known, layout));
  }
  std::vector<Kind> in_session() const override { return {Kind::kTelemetry}; }
};

class LineToBody final : public LineEnd<BodyLine> {
 public:
  explicit LineToBody(const Layout& of_messages = {}) : LineEnd(of_messages) {
    open_.hear(Kind::kBody, payload_of(Body{}, layout), now_ns_);
  }
  std::string deeds() override {
    const BodyLine& line = open_.line;
    const controller::BodyReading reading = line.reading();
    const Body place{.fix = line.fix(), .heading = line.heading()};
    return text_of(payload_of(place, kPlaceLine)) +
           line_of(line.reported_ns(), reading.sampled_ns, reading.specific_force_B.transpose(),
                   reading.w_WB_B.transpose(), line.detections().sampled_ns, line.detections().n);
  }
  std::vector<Kind> in_session() const override { return {Kind::kBody, Kind::kPlanes}; }
};

struct Payload {
  Kind kind;
  Bytes bytes;
};

inline constexpr Layout kAllParts{0,
                                  {controller::Equipment::kCup, controller::Equipment::kPack,
                                   controller::Equipment::kForceSensor}};

/// Message with valid times: no time is later than the time of sending. @{
template <class Message>
Message in_time(Message message) {
  return message;
}
template <>
inline Report in_time(Report report) {
  report.leg.heard_ns = controller::kNeverReceived;
  report.now_ns = 0;
  for_each_sample(kAllParts, report.leg, [](std::int64_t& sampled_ns) { sampled_ns = 0; });
  return report;
}
template <>
inline Body in_time(Body body) {
  body.now_ns = body.imu_ns = body.picture_ns = 0;
  if (body.fix) body.fix->sampled_ns = 0;
  if (body.heading) body.heading->sampled_ns = 0;
  return body;
}
/// @}

template <class Message>
Message any(std::uint32_t seed, const Layout& layout = kCupLine) {
  return in_time(random_message<Message>(seed, layout));
}
template <class... Messages>
std::vector<Payload> any_of_each(std::uint32_t seed, const Layout& layout) {
  return {{Messages::kKind, payload_of(any<Messages>(seed, layout), layout)}...};
}
/// One message of each kind, in the order of kinds.
inline std::vector<Payload> any_messages(std::uint32_t seed, const Layout& layout) {
  return any_of_each<Ask, Identity, Claim, Claimed, Refused, Release, Command, Report, Gaze, Body,
                     Planes>(seed, layout);
}

}  // namespace ventosa::hal::native::test
