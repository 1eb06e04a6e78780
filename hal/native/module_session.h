#pragma once

#include "hal/link/unexplained.h"
#include "hal/native/codec.h"
#include "hal/native/master_session.h"
#include "hal/native/sequence_window.h"

/// A module's end of the connection: decides which senders the module answers and obeys.
/// Independent of sockets and clocks.
namespace ventosa::hal::native {

/// Time without a message after which another master may take over.
inline constexpr std::int64_t kLease_ns = 5'000'000'000;

class ModuleSession {
 public:
  struct Setup {
    std::uint8_t module = 0;
    Key key{};
    Nonce secret{};  ///< random, new after each boot
    std::uint32_t first_sequence = 0;
  };
  explicit ModuleSession(const Setup& setup) noexcept
      : setup_(setup), sequence_(setup.first_sequence) {}

  /// Sender of a datagram, as encoded by its port; replies go there.
  using Source = std::uint64_t;

  /// Source of the module's master; no value: no master.
  std::optional<Source> master() const noexcept { return master_; }
  /// Session of the present or last master; 0: no master yet.
  std::uint64_t id() const noexcept { return session_; }
  std::string_view holder() const noexcept { return master_ ? owner_.view() : std::string_view{}; }
  /// Arrival time of the master's last message.
  std::int64_t heard_ns() const noexcept { return heard_ns_; }
  const RejectCounts& rejects() const noexcept { return rejects_; }
  std::uint32_t n_rejected() const noexcept;
  /// Number of rejected datagrams that are not explained by copies and delays of the master's
  /// datagrams.
  std::uint32_t n_foreign() const noexcept {
    return n_foreign_ + static_cast<std::uint32_t>(late_.n_alarming());
  }

  /// Result of processing a datagram.
  struct Heard {
    /// A command of the master, to be decoded; valid as long as the datagram.
    const Opened* command = nullptr;
    std::size_t n_reply_bytes = 0;  ///< length of the reply to its sender
  };
  /// @param identity  identity of the module; this function fills in echo, challenge and holder
  Heard hear(std::span<const std::byte> datagram, Source source, std::int64_t now_ns,
             const Identity& identity, std::span<std::byte> reply) noexcept;

  /// Encodes a message to the master.
  template <class Message>
  Encoded seal(const Message& message, const Layout& layout, std::span<std::byte> buffer) noexcept {
    const Header header{Message::kKind, setup_.module, session_, sequence_};
    const Encoded encoded = encode(header, message, layout, setup_.key, buffer);
    if (encoded.reject == Reject::kNone) ++sequence_;
    return encoded;
  }

  /// Counts a payload that could not be decoded.
  void count(Reject reject, std::int64_t now_ns) noexcept;

 private:
  struct Call {
    Source source;
    std::int64_t now_ns;
    const Identity& identity;
    std::span<std::byte> reply;
  };
  void tell_version(const Call& call, Heard& heard) noexcept;
  Reject judge(const Call& call, Heard& heard) noexcept;
  Reject answer(const Ask& ask, const Call& call, Heard& heard) noexcept;
  Reject answer(const Claim& claim, const Call& call, Heard& heard) noexcept;
  template <class Message>
  Reject answer_payload(const Call& call, Heard& heard) noexcept;
  Reject judge_command(const Call& call, Heard& heard) noexcept;
  void refuse(const Refused& refused, std::uint64_t session, const Call& call,
              Heard& heard) noexcept;
  void take_master(const Claim& claim, const Call& call) noexcept;
  Nonce challenge_to(const Nonce& nonce) const noexcept;
  bool is_held_by_another(const Call& call) const noexcept;

  Setup setup_;
  std::optional<Source> master_;
  Label owner_;
  std::uint32_t n_claims_ = 0;  ///< prevents a claim from being taken twice
  std::int64_t heard_ns_ = 0;
  std::uint64_t session_ = 0;
  std::uint32_t sequence_;
  SequenceWindow window_;
  RejectCounts rejects_{};
  std::uint64_t n_heard_ = 0;  ///< messages received from masters
  std::uint32_t n_foreign_ = 0;
  Unexplained late_{{6, 8}};
  Opened opened_;
};

}  // namespace ventosa::hal::native
