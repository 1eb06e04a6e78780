#pragma once

#include <deque>

#include "hal/emulator/native_module.h"
#include "hal/native/master_line.h"
#include "tests/hal/native/sealed.h"

/// Ends of open lines with injected datagrams. Without GoogleTest, for the fuzzer.
namespace ventosa::hal::native::test {

/// Layouts of the devices: a module with cup and pack, one with a point foot, and a body with GPS
/// and compass.
inline constexpr Layout kCupLine{3, {controller::Equipment::kCup, controller::Equipment::kPack}};
inline constexpr Layout kPointLine{
    3, {controller::Equipment::kPointFoot, controller::Equipment::kForceSensor}};
inline constexpr Layout kPlaceLine{0,
                                   {controller::Equipment::kFix, controller::Equipment::kHeading}};

/// Identity of a device with this layout.
inline Identity identity_with(const Layout& layout) {
  Identity identity;
  identity.n_joints = layout.n_joints;
  if (layout.parts.contains(controller::Equipment::kCup)) identity.foot = CupIdentity{};
  if (layout.parts.contains(controller::Equipment::kForceSensor))
    identity.foot = PointIdentity{ForceSensorIdentity{}};
  identity.pack = layout.parts.contains(controller::Equipment::kPack);
  identity.tells.gps = layout.parts.contains(controller::Equipment::kFix);
  identity.tells.compass = layout.parts.contains(controller::Equipment::kHeading);
  return identity;
}

inline constexpr std::uint8_t kModule = 2;
inline constexpr Source kMasterSource = 7;

/// A port: received datagrams are injected, sent ones are stored.
struct Inbox {
  std::span<const std::byte> next(std::span<std::byte> buffer) {
    if (arrived.empty()) return {};
    const Bytes bytes = arrived.front();
    arrived.pop_front();
    std::copy(bytes.begin(), bytes.end(), buffer.begin());
    return buffer.first(bytes.size());
  }
  void keep(std::span<const std::byte> bytes) { sent.assign(bytes.begin(), bytes.end()); }

  std::deque<Bytes> arrived;
  Bytes sent;
};

struct MasterEnd final : Port {
  void send(std::span<const std::byte> bytes) noexcept override { box.keep(bytes); }
  std::span<const std::byte> receive(std::span<std::byte> buffer) noexcept override {
    return box.next(buffer);
  }
  Inbox box;
};
struct ModuleEnd final : ServerPort {
  void send(Source, std::span<const std::byte> bytes) noexcept override { box.keep(bytes); }
  Call receive(std::span<std::byte> buffer) noexcept override { return {box.next(buffer), from}; }
  Inbox box;
  Source from = kMasterSource;
};

inline MasterSession::Setup master_setup() {
  return {.module = kModule, .key = key(), .owner = Label("owner"), .nonce = nonce_of(1)};
}
inline ModuleSession::Setup module_setup() {
  return {.module = kModule, .key = key(), .secret = nonce_of(2)};
}

/// A line to a device of this layout. @{
template <class Line>
Line line_to(const Layout&) {
  return Line(master_setup());
}
template <>
inline ModuleLine line_to(const Layout& layout) {
  return {master_setup(), layout};
}
/// @}

/// A line with an open session; the test acts as the module.
template <class Line>
class OpenLine {
 public:
  explicit OpenLine(const Layout& layout) : line(line_to<Line>(layout)) {
    const Identity identity = identity_with(layout);
    ModuleSession module(module_setup());
    line.claim();
    for (int k = 0; k < 2; ++k) {
      line.greet(port_, 0);
      Bytes reply(kMaxDatagram);
      reply.resize(module.hear(port_.box.sent, kMasterSource, 0, identity, reply).n_reply_bytes);
      session_ = session_in(reply);
      answers_.push_back(reply);
      hear(reply, 0);
    }
  }
  void hear(const Bytes& datagram, std::int64_t now_ns) {
    port_.box.arrived.push_back(datagram);
    line.hear(port_, now_ns);
  }
  void hear(Kind kind, const Bytes& payload, std::int64_t now_ns) {
    hear(sealed(next_header(kind), payload), now_ns);
  }
  /// Header of the module's next datagram.
  Header next_header(Kind kind) { return {kind, kModule, session_, sequence_++}; }

  /// Datagrams that opened the session.
  const std::vector<Bytes>& answers() const { return answers_; }

  Line line;

 private:
  MasterEnd port_;
  std::vector<Bytes> answers_;
  std::uint64_t session_ = 0;
  std::uint32_t sequence_ = 0;
};

/// A device claimed by a master; the test acts as the master.
template <class Device>
class OpenDevice {
 public:
  explicit OpenDevice(const Layout& layout) : device(module_setup(), identity_with(layout)) {
    MasterSession master(master_setup());
    master.claim();
    for (int k = 0; k < 2; ++k) {
      Bytes said(kMaxDatagram);
      said.resize(master.say(0, said));
      hear(said, 0);
      claim_ = said;
      master.hear(port_.box.sent, 0);
      session_ = session_in(port_.box.sent);
    }
  }
  void hear(const Bytes& datagram, std::int64_t now_ns, Source from = kMasterSource) {
    port_.box.arrived.push_back(datagram);
    port_.from = from;
    device.hear(port_, now_ns);
  }
  void hear(Kind kind, const Bytes& payload, std::int64_t now_ns) {
    hear(sealed(next_header(kind), payload), now_ns);
  }
  /// Header of the master's next datagram.
  Header next_header(Kind kind) { return {kind, kModule, session_, sequence_++}; }
  /// Datagram that claimed the device.
  const Bytes& claim() const { return claim_; }
  /// Last datagram sent by the device.
  const Bytes& said() const { return port_.box.sent; }

  Device device;

 private:
  ModuleEnd port_;
  Bytes claim_;
  std::uint64_t session_ = 0;
  std::uint32_t sequence_ = 0;
};
using OpenModule = OpenDevice<NativeModule>;

}  // namespace ventosa::hal::native::test
