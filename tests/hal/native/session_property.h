#pragma once

#include <map>
#include <optional>
#include <set>

#include "hal/native/master_session.h"
#include "hal/native/module_session.h"
#include "tests/hal/native/sealed.h"

/// Two masters and a module in a conversation controlled by a script: datagrams are sent, lost,
/// repeated, changed, or forged by a sender that has the key.
namespace ventosa::hal::native::test {

struct ConversationOutcome {
  bool holds = true;
  int n_opened = 0;    ///< sessions opened by masters
  int n_actuated = 0;  ///< commands accepted
  int n_heard = 0;     ///< readings accepted
};

class Conversation {
 public:
  explicit Conversation(Script script) : script_(script) {}

  ConversationOutcome run() {
    for (int k = 0; k < kMostSteps && !script_.is_over() && outcome_.holds; ++k) step();
    return outcome_;
  }

 private:
  using Source = ModuleSession::Source;
  using Number = std::pair<std::uint64_t, std::uint32_t>;  ///< session, sequence number

  static constexpr int kMostSteps = 400;
  static constexpr std::size_t kUnderWay = 32;
  static constexpr std::uint8_t kModule = 2;
  static constexpr std::uint32_t kFirst = 0xFFFFFFF0;  // sequence numbers wrap soon

  struct Master {
    explicit Master(std::uint8_t seed)
        : session({.module = kModule,
                   .key = key(),
                   .owner = Label("owner"),
                   .nonce = nonce_of(seed),
                   .first_sequence = kFirst}),
          source(seed) {
      session.claim();
    }
    MasterSession session;
    Source source;
    Claim claim = {};             ///< last claim
    std::set<Number> heard = {};  ///< accepted readings
  };

  /// Lease according to the module's replies and the accepted commands.
  struct Lease {
    std::uint64_t session = 0;
    Source source = 0;
    std::int64_t heard_ns = 0;
  };

  void step() {
    switch (script_.below(9)) {
      case 0:
      case 1:
        return speak(master_[script_.below(2)]);
      case 2:
      case 3:
        return reach_module(any());
      case 4:
        return reach_master(any());
      case 5:
        return report();
      case 6:
        now_ns_ += script_.number<std::uint16_t>() * std::int64_t{500'000};
        return;
      case 7:
        return change(any());
      default:
        return interfere();
    }
  }

  void interfere() {
    Master& master = master_[script_.below(2)];
    switch (script_.below(3)) {
      case 0:
        return send([&](Bytes& to) { return master.session.seal(Release{}, {}, to).n_bytes; });
      case 1:
        return reboot();
      default:
        return forge();
    }
  }

  void speak(Master& master) {
    if (master.session.is_open())
      return send([&](Bytes& to) { return master.session.seal(Gaze{}, {}, to).n_bytes; });
    send([&](Bytes& to) {
      const std::size_t n = master.session.say(now_ns_, to);
      note_claim(std::span(to).first(n), master);
      return n;
    });
  }
  void note_claim(std::span<const std::byte> said, Master& master) {
    Opened opened;
    if (open(said, kModule, key(), opened) != Reject::kNone) return;
    if (opened.header.kind == Kind::kClaim)
      outcome_.holds &= decode(opened.payload, {}, master.claim) == Reject::kNone;
  }

  void report() {
    send([&](Bytes& to) { return module_.seal(Body{}, {}, to).n_bytes; });
  }

  void reboot() {
    module_ = module_after(++n_boots_);
    lease_.reset();
  }

  /// Datagram of a sender with the key, perhaps also the session: a random payload or a repeated
  /// one.
  void forge() {
    const auto kind = static_cast<Kind>(script_.below(controller::kEnumerators<Kind>.size()));
    const std::uint64_t session = script_.below(2) == 0 || !lease_ ? 0 : lease_->session;
    const auto sequence = script_.number<std::uint32_t>();
    const bool anew = script_.below(2) == 0;
    const Bytes payload = anew ? script_.bytes(script_.below(256)) : payload_in(any());
    put(sealed({kind, kModule, session, sequence}, payload));
  }
  static Bytes payload_in(const Bytes& datagram) {
    if (datagram.size() < kHeaderBytes + kTagBytes) return {};
    return {datagram.begin() + kHeaderBytes, datagram.end() - kTagBytes};
  }

  void change(Bytes& datagram) {
    if (datagram.empty()) return;
    const auto place = script_.number<std::uint16_t>() % datagram.size();
    datagram[place] ^= script_.number<std::byte>();
    if (script_.below(8) == 0) datagram.resize(place);
  }

  void reach_module(const Bytes& datagram) {
    const Source source = master_[script_.below(2)].source;
    Bytes reply(kMaxDatagram);
    const auto heard = module_.hear(datagram, source, now_ns_, {}, reply);
    reply.resize(heard.n_reply_bytes);
    if (heard.command != nullptr) judge_command(datagram, heard.command->header, source);
    if (!reply.empty()) judge_reply(reply, source);
    if (!module_.master()) lease_.reset();
    if (!reply.empty()) put(reply);
  }

  /// An accepted command must be sealed by the lease's holder, in its session, and new.
  void judge_command(const Bytes& datagram, const Header& header, Source source) {
    const bool ours = lease_ && lease_->session == header.session && lease_->source == source;
    const bool is_new = actuated_.insert({header.session, header.sequence}).second;
    outcome_.holds &= ours && is_new && sealed_.contains(datagram);
    if (lease_) lease_->heard_ns = now_ns_;
    ++outcome_.n_actuated;
  }

  /// Another source gets the lease only after the holder has been silent for the lease's time.
  void judge_reply(const Bytes& reply, Source source) {
    Opened opened;
    outcome_.holds &= open(reply, kModule, key(), opened) == Reject::kNone;
    if (opened.header.kind != Kind::kClaimed) return;
    const bool free =
        !lease_ || lease_->source == source || now_ns_ - lease_->heard_ns >= kLease_ns;
    outcome_.holds &= free;
    lease_ = {opened.header.session, source, now_ns_};
  }

  void reach_master(const Bytes& datagram) {
    Master& master = master_[script_.below(2)];
    const bool was_open = master.session.is_open();
    const Opened* const reading = master.session.hear(datagram, now_ns_);
    if (!was_open && master.session.is_open()) judge_opening(datagram, master);
    if (reading != nullptr) judge_reading(datagram, reading->header, master);
  }

  /// A session opens only by the reply to the master's own last claim.
  void judge_opening(const Bytes& datagram, const Master& master) {
    Opened opened;
    Claimed claimed;
    const bool right = open(datagram, kModule, key(), opened) == Reject::kNone &&
                       opened.header.kind == Kind::kClaimed &&
                       opened.header.session == session_asked_for(master) &&
                       decode(opened.payload, {}, claimed) == Reject::kNone &&
                       claimed.nonce == master.claim.nonce;
    outcome_.holds &= right && sealed_.contains(datagram);
    ++outcome_.n_opened;
  }

  void judge_reading(const Bytes& datagram, const Header& header, Master& master) {
    const bool ours = header.session == session_asked_for(master);
    const bool is_new = master.heard.insert({header.session, header.sequence}).second;
    outcome_.holds &= ours && is_new && sealed_.contains(datagram);
    ++outcome_.n_heard;
  }

  static std::uint64_t session_asked_for(const Master& master) {
    return session_of(key(), master.claim.nonce, master.claim.challenge);
  }

  template <class Write>
  void send(Write write) {
    Bytes datagram(kMaxDatagram);
    datagram.resize(write(datagram));
    if (!datagram.empty()) put(datagram);
  }
  void put(const Bytes& datagram) {
    sealed_.insert(datagram);
    if (under_way_.size() == kUnderWay) under_way_.erase(under_way_.begin());
    under_way_.push_back(datagram);
  }
  /// Selects a datagram under way; may select it again later.
  Bytes& any() {
    if (under_way_.empty()) return nothing_;
    return under_way_[under_way_.size() - 1 - script_.below(under_way_.size())];
  }

  static ModuleSession module_after(std::uint8_t n_boots) {
    return ModuleSession(
        {.module = kModule, .key = key(), .secret = nonce_of(n_boots), .first_sequence = kFirst});
  }

  Script script_;
  ConversationOutcome outcome_;
  std::int64_t now_ns_ = 0;
  std::array<Master, 2> master_{Master(7), Master(8)};
  std::uint8_t n_boots_ = 100;
  ModuleSession module_ = module_after(n_boots_);
  std::optional<Lease> lease_;
  std::set<Number> actuated_;
  std::set<Bytes> sealed_;
  std::vector<Bytes> under_way_;
  Bytes nothing_;
};

}  // namespace ventosa::hal::native::test
