#pragma once

#include <optional>

#include "hal/native/codec.h"
#include "hal/native/sequence_window.h"

/// The master's end of the line to one module: who it is, whose it is, and which datagrams count.
/// Knows no socket and no clock: others send what it says and bring it what came.
namespace ventosa::hal::native {

inline constexpr std::int64_t kAskAgain_ns = 200'000'000;
/// So long a refused master is silent: its own questions must not keep a dead one's claim alive.
inline constexpr std::int64_t kRefusedSilence_ns = 5'500'000'000;

enum class SessionPhase : std::uint8_t {
  kAsking,    ///< who it is
  kKnown,     ///< its identity is there; it waits for claim()
  kClaiming,  ///< to be its master
  kRefused,   ///< it has another one
  kOpen,
};
constexpr auto enumerators(SessionPhase) {
  return controller::words("asking", "known", "claiming", "refused", "open");
}

/// Datagrams that changed nothing, by their cause.
using RejectCounts = std::array<std::uint32_t, kRejects>;

class MasterSession {
 public:
  struct Setup {
    std::uint8_t module = 0;
    Key key{};
    Label owner{};
    Nonce nonce{};  ///< random
    std::uint32_t first_sequence = 0;
  };
  explicit MasterSession(const Setup& setup) noexcept
      : setup_(setup), sequence_(setup.first_sequence) {}

  SessionPhase phase() const noexcept { return phase_; }
  bool is_open() const noexcept { return phase_ == SessionPhase::kOpen; }
  const std::optional<Identity>& identity() const noexcept { return identity_; }  ///< the last told
  std::string_view holder() const noexcept { return holder_.view(); }  ///< of what is refused
  const RejectCounts& rejects() const noexcept { return rejects_; }
  std::uint8_t foreign_version() const noexcept { return foreign_version_; }  ///< 0: none was heard
  /// Something has come that is no datagram of any version.
  bool speaks_another_wire() const noexcept {
    return rejects_[static_cast<std::size_t>(Reject::kForeign)] +
               rejects_[static_cast<std::size_t>(Reject::kShort)] >
           0;
  }
  /// Of those, what copies and delays do not explain.
  std::uint64_t n_bad() const noexcept {
    std::uint64_t n = 0;
    for (std::size_t k = 0; k < kRejects; ++k)
      if (!may_be_late(static_cast<Reject>(k))) n += rejects_[k];
    return n;
  }
  std::uint32_t n_missing() const noexcept { return window_.n_missing(); }  ///< readings

  /// Wants the module as soon as it is known.
  void claim() noexcept { wants_ = true; }

  /// Asks anew for a module that has fallen silent, under an open session: the claim names that
  /// session, so that the module knows its master at another address.
  void resume() noexcept;

  /// The next datagram of the handshake, of 0 bytes if none is due.
  std::size_t say(std::int64_t now_ns, std::span<std::byte> buffer) noexcept;

  /// A message under the open session.
  template <class Message>
  Encoded seal(const Message& message, int n_joints, std::span<std::byte> buffer) noexcept {
    const Header header{Message::kKind, setup_.module, session_, sequence_};
    const Encoded encoded = encode(header, message, n_joints, setup_.key, buffer);
    if (encoded.reject == Reject::kNone) ++sequence_;
    return encoded;
  }

  /// A datagram of the open session whose payload is to be decoded; null if it was of the handshake
  /// or counts for nothing. Valid as long as the datagram.
  const Opened* hear(std::span<const std::byte> datagram, std::int64_t now_ns) noexcept;

  /// Of a payload that could not be decoded.
  void count(Reject reject) noexcept { ++rejects_[static_cast<std::size_t>(reject)]; }

 private:
  template <class Message>
  std::size_t send(const Message& message, std::int64_t now_ns,
                   std::span<std::byte> buffer) noexcept;
  Reject judge(std::span<const std::byte> datagram, std::int64_t now_ns) noexcept;
  template <class Message>
  Reject take_payload(std::int64_t now_ns) noexcept;
  Reject take(const Identity& identity, std::int64_t now_ns) noexcept;
  Reject take(const Claimed& claimed, std::int64_t now_ns) noexcept;
  Reject take(const Refused& refused, std::int64_t now_ns) noexcept;
  Reject judge_reading() noexcept;
  void begin_again() noexcept;

  Setup setup_;
  SessionPhase phase_ = SessionPhase::kAsking;
  bool wants_ = false;
  std::optional<std::int64_t> said_ns_;
  std::optional<Identity> identity_;
  Label holder_;
  std::uint64_t session_ = 0, resumed_ = 0;  ///< resumed_: the one that the next claim names
  std::uint32_t sequence_;
  SequenceWindow window_;
  RejectCounts rejects_{};
  std::uint8_t foreign_version_ = 0;
  Opened opened_;
};

}  // namespace ventosa::hal::native
