#include "hal/udp/impaired_route.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ventosa::hal {
namespace {

constexpr std::size_t kMostUnderWay = 10'000;
constexpr std::size_t kLongestDatagram = 65'536;
constexpr int kMostAtOnce = 256;  ///< prevents a flood in one direction from blocking the other

/// Calls take(received, bytes) for each waiting datagram.
template <class Take>
void receive_all(UdpSocket& socket, Take take) {
  std::array<std::byte, kLongestDatagram> buffer;
  for (int k = 0; k < kMostAtOnce; ++k) {
    const Received received = socket.receive(buffer);
    if (received.status != SocketStatus::kOk) return;
    take(received, std::span<const std::byte>(buffer).first(received.size));
  }
}

}  // namespace

void DelayLine::send(std::span<const std::byte> datagram, std::int64_t now_ns) {
  const Passage message = passage(way_, count_.link.sent, now_ns);
  Datagram copy{count_.link.sent, {datagram.begin(), datagram.end()}};
  hal::count(message, count_.link);
  if (message.lost()) return;
  copy.bytes.resize(damage(message, copy.bytes).size());
  put(now_ns + message.delay_ns, copy);
  if (message.copy_delay_ns) put(now_ns + *message.copy_delay_ns, copy);
}

std::int64_t DelayLine::next_ns() const {
  return under_way_.empty() ? std::numeric_limits<std::int64_t>::max() : under_way_.begin()->first;
}

void DelayLine::put(std::int64_t due_ns, const Datagram& datagram) {
  if (under_way_.size() == kMostUnderWay)
    ++count_.link.no_room;
  else
    under_way_.emplace(due_ns, datagram);
}

void DelayLine::note_arrival(std::uint64_t sequence, SocketStatus status) {
  if (status != SocketStatus::kOk) {
    ++count_.unsent;
    return;
  }
  ++count_.delivered;
  count_.link.late += sequence < newest_;
  newest_ = std::max(newest_, sequence);
}

ImpairedRoute::ImpairedRoute(const RouteConfig& config)
    : front_(config.listen),
      back_(config.from),
      to_(config.to),
      broadcasts_(is_broadcast(config.to)),
      forward_(config.forward, config.seed, config.channel),
      backward_(config.back, config.seed, config.channel + kChannelsPerLink) {
  broadcasts_ ? back_.allow_broadcast() : back_.connect(to_);
}

SocketStatus ImpairedRoute::send(std::span<const std::byte> datagram) {
  return broadcasts_ ? back_.send_to(to_, datagram) : back_.send(datagram);
}

void ImpairedRoute::step(std::int64_t now_ns) {
  take_in(now_ns);
  hand_on(now_ns);
}

std::int64_t ImpairedRoute::next_ns() const {
  return std::min(forward_.next_ns(), backward_.next_ns());
}

void ImpairedRoute::take_in(std::int64_t now_ns) {
  receive_all(front_, [&](const Received& received, std::span<const std::byte> datagram) {
    caller_ = received.from;
    forward_.send(datagram, now_ns);
  });
  receive_all(back_, [&](const Received&, std::span<const std::byte> datagram) {
    backward_.send(datagram, now_ns);
  });
}

void ImpairedRoute::hand_on(std::int64_t now_ns) {
  while (forward_.is_due(now_ns))
    forward_.deliver_next([&](std::span<const std::byte> bytes) { return send(bytes); });
  while (backward_.is_due(now_ns))
    backward_.deliver_next([&](std::span<const std::byte> bytes) {
      return caller_.port == 0 ? SocketStatus::kNobody : front_.send_to(caller_, bytes);
    });
}

}  // namespace ventosa::hal
