#include "hal/native/master_session.h"

namespace ventosa::hal::native {
namespace {

bool is_reading(Kind kind) {
  return kind == Kind::kTelemetry || kind == Kind::kBody || kind == Kind::kPlanes;
}

std::int64_t pause_ns(SessionPhase phase) {
  return phase == SessionPhase::kRefused ? kRefusedSilence_ns : kAskAgain_ns;
}

}  // namespace

std::size_t MasterSession::say(std::int64_t now_ns, std::span<std::byte> buffer) noexcept {
  if (phase_ == SessionPhase::kKnown && wants_) {
    phase_ = SessionPhase::kClaiming;
    said_ns_.reset();
  }
  const bool waits = said_ns_ && now_ns - *said_ns_ < pause_ns(phase_);
  if (waits || is_open() || phase_ == SessionPhase::kKnown) return 0;
  if (phase_ == SessionPhase::kClaiming)
    return send(Claim{setup_.nonce, identity_->challenge, setup_.owner}, now_ns, buffer);
  phase_ = SessionPhase::kAsking;
  return send(Ask{setup_.nonce}, now_ns, buffer);
}

template <class Message>
std::size_t MasterSession::send(const Message& message, std::int64_t now_ns,
                                std::span<std::byte> buffer) noexcept {
  said_ns_ = now_ns;
  const std::uint64_t session = Message::kKind == Kind::kClaim ? resumed_ : 0;
  const Header header{Message::kKind, setup_.module, session, sequence_};
  return encode(header, message, {}, setup_.key, buffer).n_bytes;
}

const Opened* MasterSession::hear(std::span<const std::byte> datagram,
                                  std::int64_t now_ns) noexcept {
  const Reject reject = judge(datagram, now_ns);
  if (reject != Reject::kNone) count(reject);
  return reject == Reject::kNone && is_reading(opened_.header.kind) ? &opened_ : nullptr;
}

Reject MasterSession::judge(std::span<const std::byte> datagram, std::int64_t now_ns) noexcept {
  const Reject reject = open(datagram, setup_.module, setup_.key, opened_);
  if (reject == Reject::kVersion) foreign_version_ = opened_.version;
  if (reject != Reject::kNone) return reject;
  switch (opened_.header.kind) {
    case Kind::kIdentity:
      return take_payload<Identity>(now_ns);
    case Kind::kClaimed:
      return take_payload<Claimed>(now_ns);
    case Kind::kRefused:
      return take_payload<Refused>(now_ns);
    default:
      return is_reading(opened_.header.kind) ? judge_reading() : Reject::kKind;
  }
}

template <class Message>
Reject MasterSession::take_payload(std::int64_t now_ns) noexcept {
  Message message;
  const Reject reject = decode(opened_.payload, {}, message);
  return reject == Reject::kNone ? take(message, now_ns) : reject;
}

Reject MasterSession::take(const Identity& identity, std::int64_t) noexcept {
  if (identity.echo != setup_.nonce) return Reject::kReplayed;
  if (phase_ != SessionPhase::kAsking) return Reject::kLate;
  identity_ = identity;
  holder_ = identity.holder;
  phase_ = SessionPhase::kKnown;
  return Reject::kNone;
}

Reject MasterSession::take(const Claimed& claimed, std::int64_t) noexcept {
  if (claimed.nonce != setup_.nonce || !identity_) return Reject::kReplayed;
  if (phase_ != SessionPhase::kClaiming) return Reject::kLate;
  session_ = session_of(setup_.key, setup_.nonce, identity_->challenge);
  if (opened_.header.session != session_) return Reject::kSession;
  phase_ = SessionPhase::kOpen;
  holder_ = setup_.owner;
  window_ = {};
  resumed_ = 0;
  return Reject::kNone;
}

Reject MasterSession::take(const Refused& refused, std::int64_t now_ns) noexcept {
  if (refused.reason == Refusal::kNoSession) {
    if (!is_open() || opened_.header.session != session_) return Reject::kSession;
    begin_again();
    return Reject::kNone;
  }
  if (refused.nonce != setup_.nonce || phase_ != SessionPhase::kClaiming) return Reject::kReplayed;
  holder_ = refused.holder;
  said_ns_ = now_ns;
  if (refused.reason == Refusal::kChallenge) return begin_again(), Reject::kNone;
  phase_ = SessionPhase::kRefused;
  return Reject::kNone;
}

void MasterSession::resume() noexcept {
  if (!is_open()) return;
  resumed_ = session_;
  begin_again();
}

/// Restarts with a new nonce: answers to the last one become invalid.
void MasterSession::begin_again() noexcept {
  setup_.nonce = next_nonce(setup_.key, setup_.nonce);
  phase_ = SessionPhase::kAsking;
  session_ = 0;
  said_ns_.reset();
}

Reject MasterSession::judge_reading() noexcept {
  if (!is_open() || opened_.header.session != session_) return Reject::kSession;
  const Reject reject = window_.judge(opened_.header.sequence);
  if (reject == Reject::kFuture) begin_again();  // more messages were lost than the window allows
  return reject;
}

}  // namespace ventosa::hal::native
