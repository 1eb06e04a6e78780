#pragma once

#include <deque>

#include "hal/emulator/native_module.h"
#include "hal/link/module_watch.h"
#include "hal/native/master_line.h"
#include "tests/hal/native/sealed.h"

/// What becomes of messages of any content: at the master's lines under an open session, and at a
/// module that obeys. Their sender has the key.
namespace ventosa::hal::native::test {

inline constexpr int kLineJoints = 3;

/// What arrives is put in, what is sent is kept.
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
  Call receive(std::span<std::byte> buffer) noexcept override { return {box.next(buffer), 7}; }
  Inbox box;
};

inline MasterSession::Setup master_setup() {
  return {.module = 2, .key = key(), .owner = Label("owner"), .nonce = nonce_of(1)};
}
inline ModuleSession::Setup module_setup() {
  return {.module = 2, .key = key(), .secret = nonce_of(2)};
}

/// A line under a session that it was given; the sender stands for the module.
template <class Line>
class OpenLine {
 public:
  template <class... Arguments>
  explicit OpenLine(Arguments... arguments) : line(master_setup(), arguments...) {
    ModuleSession module(module_setup());
    line.claim();
    for (int k = 0; k < 2; ++k) {
      line.greet(port_, 0);
      Bytes reply(kMaxDatagram);
      reply.resize(module.hear(port_.box.sent, 7, 0, {}, reply).n_reply_bytes);
      session_ = session_in(reply);
      port_.box.arrived.push_back(reply);
      line.hear(port_, 0);
    }
  }
  void hear(Kind kind, const Bytes& payload, std::int64_t now_ns) {
    port_.box.arrived.push_back(sealed({kind, 2, session_, sequence_++}, payload));
    line.hear(port_, now_ns);
  }

  Line line;

 private:
  MasterEnd port_;
  std::uint64_t session_ = 0;
  std::uint32_t sequence_ = 0;
};

/// A module that has a master; the sender stands for that.
class OpenModule {
 public:
  OpenModule() {
    MasterSession master(master_setup());
    master.claim();
    for (int k = 0; k < 2; ++k) {
      Bytes said(kMaxDatagram);
      said.resize(master.say(0, said));
      hear(said, 0);
      master.hear(port_.box.sent, 0);
      session_ = session_in(port_.box.sent);
    }
  }
  void hear(const Bytes& datagram, std::int64_t now_ns) {
    port_.box.arrived.push_back(datagram);
    module.hear(port_, now_ns);
  }
  void hear(Kind kind, const Bytes& payload, std::int64_t now_ns) {
    hear(sealed({kind, 2, session_, sequence_++}, payload), now_ns);
  }

  NativeModule module{module_setup(), identity()};

 private:
  static Identity identity() {
    Identity identity;
    identity.n_joints = kLineJoints;
    return identity;
  }
  ModuleEnd port_;
  std::uint64_t session_ = 0;
  std::uint32_t sequence_ = 0;
};

struct LineOutcome {
  bool holds = true;
  bool is_open = false;
  int n_taken = 0;  ///< messages
};

class Lines {
 public:
  explicit Lines(Script script) : script_(script) {}

  LineOutcome run() {
    constexpr int kMostMessages = 50;
    outcome_.is_open = legs_.line.is_open() && body_.line.is_open();
    for (int k = 0; k < kMostMessages && !script_.is_over() && outcome_.holds; ++k) {
      now_ns_ += script_.number<std::uint32_t>();
      hear();
    }
    return outcome_;
  }

 private:
  void hear() {
    switch (script_.below(4)) {
      case 0:
        legs_.hear(Kind::kTelemetry, payload<Report>(), now_ns_);
        return look_at_leg();
      case 1:
        body_.hear(Kind::kBody, payload<Body>(), now_ns_);
        return look_at_body();
      case 2:
        body_.hear(Kind::kPlanes, payload<Planes>(), now_ns_);
        return look_at_body();
      default:
        module_.hear(Kind::kCommand, payload<Command>(), now_ns_);
        return look_at_module();
    }
  }

  template <class Message>
  Bytes payload() {
    return script_.bytes(payload_bytes<Message>(kLineJoints));
  }

  void look_at_leg() {
    static_cast<void>(watch_.judge(legs_.line.reading(), 10'000'000, now_ns_));
    static_cast<void>(legs_.line.statistics(now_ns_));
    outcome_.n_taken += legs_.line.has_told();
  }
  void look_at_body() {
    const controller::PlaneDetections& seen = body_.line.detections();
    static_cast<void>(body_.line.reading());
    outcome_.holds &= seen.n >= 0 && seen.n <= controller::kMaxDetectedPlanes;
    outcome_.n_taken += body_.line.has_told();
  }
  /// A module that is not armed holds, whatever it is told.
  void look_at_module() {
    const controller::LegCommand obeyed = module_.module.obeyed(now_ns_);
    const bool decides =
        module_.module.mode() == GuardMode::kActive || module_.module.mode() == GuardMode::kCut;
    for (const controller::JointSetpoint& joint : obeyed.joint)
      outcome_.holds &= decides || joint.mode == controller::JointMode::kHold;
    outcome_.n_taken += decides;
  }

  Script script_;
  LineOutcome outcome_;
  std::int64_t now_ns_ = 0;
  OpenLine<ModuleLine> legs_{kLineJoints};
  OpenLine<BodyLine> body_;
  OpenModule module_;
  ModuleWatch watch_{kNativeFreshness, kLineJoints};
};

}  // namespace ventosa::hal::native::test
