#pragma once

#include "hal/guard/guard.h"
#include "hal/native/module_session.h"
#include "hal/network.h"

/// Emulated modules that answer in the native protocol.
namespace ventosa::hal {

/// Time without a message from its master after which a module holds.
inline constexpr std::int64_t kLeftAlone_ns = 300'000'000;

/// One device behind its port: receives, answers, and keeps its master's last command.
class NativeDevice {
 public:
  NativeDevice(const native::ModuleSession::Setup& setup, const native::Identity& identity) noexcept
      : session_(setup), identity_(identity), layout_(layout_of(identity)) {}

  const native::ModuleSession& session() const noexcept { return session_; }
  /// Send time of the newest command, by the master's clock; kNeverReceived: no command yet.
  std::int64_t command_ns() const noexcept { return command_ns_; }

 protected:
  /// Calls take(message) for each valid command.  @return true if there was one
  template <class Message, class Take>
  bool hear_each(ServerPort& port, std::int64_t now_ns, Take take) noexcept {
    std::array<std::byte, kDatagramRoom> buffer, reply;
    bool heard_one = false;
    for (auto call = port.receive(buffer); !call.datagram.empty(); call = port.receive(buffer)) {
      const auto heard = session_.hear(call.datagram, call.source, now_ns, identity_, reply);
      if (heard.n_reply_bytes > 0)
        port.send(call.source, std::span(reply).first(heard.n_reply_bytes));
      forget_the_master_before();
      if (heard.command == nullptr) continue;
      Message message;
      const bool is_one = heard.command->header.kind == Message::kKind;
      const native::Reject reject =
          is_one ? native::decode(heard.command->payload, layout_, message) : native::Reject::kKind;
      if (reject != native::Reject::kNone) {
        session_.count(reject, now_ns);
        continue;
      }
      command_ns_ = message.sent_ns;
      heard_one = true;
      take(message);
    }
    return heard_one;
  }

  template <class Message>
  void tell(const Message& message, ServerPort& port) noexcept {
    if (!session_.master()) return;
    std::array<std::byte, native::kMaxDatagram> buffer;
    const native::Encoded encoded = session_.seal(message, layout_, buffer);
    if (encoded.reject == native::Reject::kNone)
      port.send(*session_.master(), std::span(buffer).first(encoded.n_bytes));
  }

  native::ModuleSession session_;
  native::Identity identity_;
  native::Layout layout_;
  std::int64_t command_ns_ = controller::kNeverReceived;

 private:
  void forget_the_master_before() noexcept {
    if (session_.id() != command_session_) command_ns_ = controller::kNeverReceived;
    command_session_ = session_.id();
  }
  std::uint64_t command_session_ = 0;  ///< session of the last command
};

/// A module with a leg. Its safe-state machine decides whether it obeys commands: after a loss of
/// its master it holds until the operator gives a new grant.
class NativeModule : public NativeDevice {
 public:
  using NativeDevice::NativeDevice;

  /// @return true if it received a command
  bool hear(ServerPort& port, std::int64_t now_ns) noexcept;

  /// Command to the module's drives.
  /// @param now_ns  time on the clock by which the module detects the loss of its master
  controller::LegCommand obeyed(std::int64_t now_ns) noexcept;

  void report(const controller::LegReading& reading, std::int64_t plant_ns,
              ServerPort& port) noexcept;

  GuardMode mode() const noexcept { return guard_.mode; }

 private:
  OperatorRequest request() const noexcept;

  native::Command command_;
  std::uint64_t session_id_ = 0;   ///< session of the command
  bool is_new_ = false;            ///< the safe-state machine has not processed the command yet
  std::int64_t commanded_ns_ = 0;  ///< time at which the command was processed
  std::int32_t void_grant_ = 0;  ///< grant under which the module has held; a newer one is required
  GuardState guard_;
};

/// Device of the body: pan-tilt, IMU and camera detections.
class NativeBody : public NativeDevice {
 public:
  using NativeDevice::NativeDevice;

  bool hear(ServerPort& port, std::int64_t now_ns) noexcept;
  const std::optional<controller::Gaze>& gaze() const noexcept { return gaze_; }
  void report(const controller::Observation& seen, ServerPort& port) noexcept;

 private:
  std::optional<controller::Gaze> gaze_;
};

}  // namespace ventosa::hal
