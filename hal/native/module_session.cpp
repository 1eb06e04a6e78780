#include "hal/native/module_session.h"

#include <numeric>

namespace ventosa::hal::native {
namespace {

bool is_order(Kind kind) {
  return kind == Kind::kCommand || kind == Kind::kGaze || kind == Kind::kRelease;
}

template <class Message>
std::size_t write(const Header& header, const Message& message, const Key& key,
                  std::span<std::byte> buffer) {
  return encode(header, message, {}, key, buffer).n_bytes;
}

}  // namespace

std::uint32_t ModuleSession::n_rejected() const noexcept {
  return std::accumulate(rejects_.begin(), rejects_.end(), 0u);
}

ModuleSession::Heard ModuleSession::hear(std::span<const std::byte> datagram, Source source,
                                         std::int64_t now_ns, const Identity& identity,
                                         std::span<std::byte> reply) noexcept {
  Heard heard;
  const Call call{source, now_ns, identity, reply};
  Reject reject = open(datagram, setup_.module, setup_.key, opened_);
  if (reject == Reject::kVersion) tell_version(call, heard);
  if (reject == Reject::kNone) reject = judge(call, heard);
  if (reject != Reject::kNone) count(reject, now_ns);
  return heard;
}

void ModuleSession::count(Reject reject, std::int64_t now_ns) noexcept {
  ++rejects_[static_cast<std::size_t>(reject)];
  if (may_be_late(reject))
    late_.note(1, n_heard_, now_ns);
  else
    ++n_foreign_;
}

/// Answers a question of another version. Other messages are not answered, because two devices of
/// different versions must not answer each other endlessly.
void ModuleSession::tell_version(const Call& call, Heard& heard) noexcept {
  if (opened_.header.kind == Kind::kAsk && opened_.header.module == setup_.module)
    refuse({{}, Refusal::kVersion, {}}, 0, call, heard);
}

Reject ModuleSession::judge(const Call& call, Heard& heard) noexcept {
  switch (opened_.header.kind) {
    case Kind::kAsk:
      return answer_payload<Ask>(call, heard);
    case Kind::kClaim:
      return answer_payload<Claim>(call, heard);
    default:
      return is_order(opened_.header.kind) ? judge_command(call, heard) : Reject::kKind;
  }
}

template <class Message>
Reject ModuleSession::answer_payload(const Call& call, Heard& heard) noexcept {
  Message message;
  const Reject reject = decode(opened_.payload, {}, message);
  return reject == Reject::kNone ? answer(message, call, heard) : reject;
}

Reject ModuleSession::answer(const Ask& ask, const Call& call, Heard& heard) noexcept {
  Identity identity = call.identity;
  identity.echo = ask.nonce;
  identity.challenge = challenge_to(ask.nonce);
  identity.holder = is_held_by_another(call) ? owner_ : Label{};
  heard.n_reply_bytes =
      write({Kind::kIdentity, setup_.module, 0, 0}, identity, setup_.key, call.reply);
  return Reject::kNone;
}

Reject ModuleSession::answer(const Claim& claim, const Call& call, Heard& heard) noexcept {
  const std::uint64_t session = session_of(setup_.key, claim.nonce, claim.challenge);
  const bool again = master_ == call.source && session == session_;  // our answer was lost
  const bool is_fresh = claim.challenge == challenge_to(claim.nonce);
  // a sender with our session id is our master at another address
  const bool resumes = is_fresh && master_ && opened_.header.session == session_;
  if (!again && !resumes && is_held_by_another(call))
    return refuse({claim.nonce, Refusal::kHeld, owner_}, 0, call, heard), Reject::kNone;
  if (!again && !is_fresh)
    return refuse({claim.nonce, Refusal::kChallenge, {}}, 0, call, heard), Reject::kReplayed;
  if (!again) take_master(claim, call);
  heard.n_reply_bytes = write({Kind::kClaimed, setup_.module, session_, 0}, Claimed{claim.nonce},
                              setup_.key, call.reply);
  return Reject::kNone;
}

void ModuleSession::take_master(const Claim& claim, const Call& call) noexcept {
  session_ = session_of(setup_.key, claim.nonce, claim.challenge);
  master_ = call.source;
  owner_ = claim.owner;
  heard_ns_ = call.now_ns;
  window_ = {};
  ++n_claims_;
}

Reject ModuleSession::judge_command(const Call& call, Heard& heard) noexcept {
  const Header& header = opened_.header;
  if (!master_ || header.session != session_) {
    refuse({{}, Refusal::kNoSession, owner_}, header.session, call, heard);
    return Reject::kSession;
  }
  if (*master_ != call.source) return Reject::kSession;
  Release release;
  Reject reject = window_.judge(header.sequence);
  // more was lost than the window allows: a new session is needed
  if (reject == Reject::kFuture)
    refuse({{}, Refusal::kNoSession, owner_}, header.session, call, heard);
  if (reject == Reject::kNone && header.kind == Kind::kRelease)
    reject = decode(opened_.payload, {}, release);
  if (reject != Reject::kNone) return reject;
  heard_ns_ = call.now_ns;
  ++n_heard_;
  if (header.kind == Kind::kRelease)
    master_.reset();
  else
    heard.command = &opened_;
  return Reject::kNone;
}

void ModuleSession::refuse(const Refused& refused, std::uint64_t session, const Call& call,
                           Heard& heard) noexcept {
  heard.n_reply_bytes =
      write({Kind::kRefused, setup_.module, session, 0}, refused, setup_.key, call.reply);
}

/// Challenge for a nonce, valid for this boot and sender until a claim is taken.
Nonce ModuleSession::challenge_to(const Nonce& nonce) const noexcept {
  std::array<std::byte, 2 * sizeof(Nonce) + sizeof n_claims_> all;
  std::memcpy(all.data(), setup_.secret.data(), sizeof(Nonce));
  std::memcpy(all.data() + sizeof(Nonce), nonce.data(), sizeof(Nonce));
  std::memcpy(all.data() + 2 * sizeof(Nonce), &n_claims_, sizeof n_claims_);
  return tag_of(setup_.key, all);
}

bool ModuleSession::is_held_by_another(const Call& call) const noexcept {
  return master_ && *master_ != call.source && call.now_ns - heard_ns_ < kLease_ns;
}

}  // namespace ventosa::hal::native
