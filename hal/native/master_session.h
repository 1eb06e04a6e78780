#pragma once

#include <optional>

#include "hal/native/codec.h"
#include "hal/native/sequence_window.h"

/// The master's end of the connection to one module: identity, lease, and validity of datagrams.
/// Independent of sockets and clocks: the caller sends its datagrams and passes on those received.
namespace ventosa::hal::native {

inline constexpr std::int64_t kAskAgain_ns = 200'000'000;
/// Pause of a refused master: its own questions must not keep the claim of a dead master alive.
inline constexpr std::int64_t kRefusedSilence_ns = 5'500'000'000;

enum class SessionPhase : std::uint8_t {
  kAsking,    ///< waits for the module's identity
  kKnown,     ///< the identity is known; waits for claim()
  kClaiming,  ///< waits for the answer to its claim
  kRefused,   ///< the module has another master
  kOpen,
};
constexpr auto enumerators(SessionPhase) {
  return controller::words("asking", "known", "claiming", "refused", "open");
}

/// Numbers of rejected datagrams by reason.
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
  const std::optional<Identity>& identity() const noexcept {
    return identity_;
  }  ///< last received identity
  /// Master of a module that refused us.
  std::string_view holder() const noexcept { return holder_.view(); }
  const RejectCounts& rejects() const noexcept { return rejects_; }
  /// Protocol version of foreign datagrams; 0: none received.
  std::uint8_t foreign_version() const noexcept { return foreign_version_; }
  /// True if datagrams arrived that belong to no version of this protocol.
  bool speaks_another_wire() const noexcept {
    return rejects_[static_cast<std::size_t>(Reject::kForeign)] +
               rejects_[static_cast<std::size_t>(Reject::kShort)] >
           0;
  }
  /// Number of rejected datagrams that copies and delays do not explain.
  std::uint64_t n_bad() const noexcept {
    std::uint64_t n = 0;
    for (std::size_t k = 0; k < kRejects; ++k)
      if (!may_be_late(static_cast<Reject>(k))) n += rejects_[k];
    return n;
  }
  std::uint32_t n_missing() const noexcept { return window_.n_missing(); }  ///< missing readings

  /// Claims the module as soon as it is known.
  void claim() noexcept { wants_ = true; }

  /// Contacts a silent module again under the open session: the claim names that session, so that
  /// the module recognises its master at another address.
  void resume() noexcept;

  /// Next datagram of the handshake; 0 bytes if none is due.
  std::size_t say(std::int64_t now_ns, std::span<std::byte> buffer) noexcept;

  /// Encodes a message under the open session.
  template <class Message>
  Encoded seal(const Message& message, const Layout& layout, std::span<std::byte> buffer) noexcept {
    const Header header{Message::kKind, setup_.module, session_, sequence_};
    const Encoded encoded = encode(header, message, layout, setup_.key, buffer);
    if (encoded.reject == Reject::kNone) ++sequence_;
    return encoded;
  }

  /// Processes a datagram. Returns one of the open session, to be decoded; null for the handshake's
  /// own and for rejected ones. Valid as long as the datagram.
  const Opened* hear(std::span<const std::byte> datagram, std::int64_t now_ns) noexcept;

  /// Counts a payload that could not be decoded.
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
  std::uint64_t session_ = 0, resumed_ = 0;  ///< resumed_: session named by the next claim
  std::uint32_t sequence_;
  SequenceWindow window_;
  RejectCounts rejects_{};
  std::uint8_t foreign_version_ = 0;
  Opened opened_;
};

}  // namespace ventosa::hal::native
