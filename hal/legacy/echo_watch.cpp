#include "hal/legacy/echo_watch.h"

#include <algorithm>
#include <limits>

#include "hal/legacy/table.h"

namespace ventosa::hal::legacy {
namespace {

/// Longest delay of echoes: those of a previous master's commands, and those of our own.
constexpr std::int64_t kLate_ns = 3'000'000'000;
constexpr std::uint8_t kAnyId = 0;  // used by no message

std::uint8_t id_of(const Message& message) {
  return std::visit([]<class T>(const T&) { return kRow<T>.id; }, message);
}

/// Id of the message with this name; kAnyId: none.
std::uint8_t id_named(std::string_view text) {
  std::uint8_t id = kAnyId;
  std::apply([&](const auto&... row) { ((row.name == text ? void(id = row.id) : void()), ...); },
             kTable);
  return id;
}

}  // namespace

void EchoWatch::Sent::pass(std::int64_t now_ns) noexcept {
  constexpr auto kSlots = std::tuple_size_v<decltype(waiting)>;
  const std::int64_t now = now_ns / kSlot_ns;
  for (std::size_t k = 0; slot < now && k < kSlots; ++k)
    waiting[static_cast<std::size_t>(++slot) % kSlots] = 0;
  slot = std::max(slot, now);
}

bool EchoWatch::Sent::take() noexcept {
  for (std::size_t k = 1; k <= waiting.size(); ++k) {
    std::uint8_t& oldest = waiting[(static_cast<std::size_t>(slot) + k) % waiting.size()];
    if (oldest > 0) return --oldest, true;
  }
  return false;
}

EchoWatch::EchoWatch() noexcept {
  id_[kRow<SuctionCup>.id].unexplained = Unexplained{{3, 20}};  // one per datagram
}

void EchoWatch::note_sent(const Message& message, std::int64_t now_ns) noexcept {
  const bool paused = sent_ns_ && now_ns - *sent_ns_ > kLate_ns;  // the master's own pause
  sent_ns_ = now_ns;
  if (!began_ns_ || paused) began_ns_ = now_ns;
  if (std::holds_alternative<SetMasterIp>(message)) return;
  for (const std::uint8_t id : {id_of(message), kAnyId}) {
    Sent& sent = id_[id].sent;
    sent.pass(now_ns);
    std::uint8_t& now = sent.waiting[static_cast<std::size_t>(sent.slot) % sent.waiting.size()];
    if (now < std::numeric_limits<std::uint8_t>::max()) ++now;
    ++sent.n;
    sent.last_ns = now_ns;
  }
}

void EchoWatch::note_text(std::string_view text, std::int64_t now_ns) noexcept {
  if (!began_ns_ || now_ns - *began_ns_ < kLate_ns) return;
  auto& [ours, unexplained] = id_[id_named(text)];
  ours.pass(now_ns);
  if (ours.take()) return;
  if (!ours.last_ns || now_ns - *ours.last_ns > kLate_ns) return alarm(text);
  const std::uint64_t before = unexplained.n_alarming();
  unexplained.note(1, ours.n, now_ns);
  if (unexplained.n_alarming() > before) alarm(text);
}

void EchoWatch::alarm(std::string_view text) noexcept {
  ++n_foreign_;
  n_last_ = std::min(text.size(), last_.size());
  std::copy_n(text.begin(), n_last_, last_.begin());
}

}  // namespace ventosa::hal::legacy
