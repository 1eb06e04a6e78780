#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hal/link/link_counters.h"
#include "hal/udp/socket.h"

/// Link model in front of real sockets: a proxy between the senders to one address and another
/// address.
namespace ventosa::hal {

struct RouteCounters {
  LinkCounters link;
  std::uint64_t delivered = 0;  ///< delivered datagrams, including copies
  std::uint64_t unsent = 0;     ///< datagrams without a known receiver, or rejected by the system
};

void describe(auto& field, controller::Is<RouteCounters> auto& n) {
  describe(field, n.link);
  field("delivered", n.delivered);
  field("unsent", n.unsent);
}

/// Impairment of one direction of a route.
struct RouteImpairment {
  Impairment numbers{};
  GapTrace gaps{};
};

/// Datagrams under way in one direction, ordered by due time. Unlike in the twin, overtaken ones
/// arrive too.
class DelayLine {
 public:
  /// @param impairment  must outlive the line
  DelayLine(const RouteImpairment& impairment, std::uint64_t seed, std::uint64_t channel)
      : way_{impairment.numbers, impairment.gaps, seed, channel} {}

  /// @param now_ns  since the start of the route
  void send(std::span<const std::byte> datagram, std::int64_t now_ns);

  bool is_due(std::int64_t now_ns) const { return next_ns() <= now_ns; }
  std::int64_t next_ns()
      const;  ///< due time of the next datagram; the largest number: none is under way

  /// Takes the next datagram and passes it to deliver(bytes). Its receiver is determined at that
  /// time.
  template <class Deliver>
  void deliver_next(Deliver deliver) {
    const auto next = under_way_.begin();
    note_arrival(next->second.sequence, deliver(std::span<const std::byte>(next->second.bytes)));
    under_way_.erase(next);
  }

  const RouteCounters& count() const { return count_; }

 private:
  struct Datagram {
    std::uint64_t sequence = 0;
    std::vector<std::byte> bytes;
  };
  void put(std::int64_t due_ns, const Datagram& datagram);
  void note_arrival(std::uint64_t sequence, SocketStatus status);

  Direction way_;
  std::multimap<std::int64_t, Datagram> under_way_;
  std::uint64_t newest_ = 0;  ///< sequence number of the newest that has arrived
  RouteCounters count_;
};

struct RouteConfig {
  Address listen;  ///< address to which one side sends
  Address to;      ///< address of the other side
  Address from{};  ///< address seen by the other side; zero: any free port
  RouteImpairment forward{}, back{};
  std::uint64_t seed = 1;
  std::uint64_t channel = 0;  ///< first of kChannelsPerRoute noise channels
};
inline constexpr std::uint64_t kChannelsPerRoute = 2 * kChannelsPerLink;

/// Forwards datagrams between the senders to `listen` and `to`, which may be a broadcast address;
/// answers go to the last sender.
class ImpairedRoute {
 public:
  /// @param config  must outlive the route   @throws SocketError
  explicit ImpairedRoute(const RouteConfig& config);

  /// Receives what has arrived and forwards what is due.
  /// @param now_ns  since the start
  void step(std::int64_t now_ns);

  /// Next due time; the largest number: nothing is under way.
  std::int64_t next_ns() const;

  const UdpSocket& front() const { return front_; }
  const UdpSocket& back() const { return back_; }
  const RouteCounters& forward_count() const { return forward_.count(); }
  const RouteCounters& back_count() const { return backward_.count(); }

 private:
  void take_in(std::int64_t now_ns);
  void hand_on(std::int64_t now_ns);

  SocketStatus send(std::span<const std::byte> datagram);

  UdpSocket front_, back_;
  const Address to_;
  const bool broadcasts_;  ///< answers come from many addresses
  DelayLine forward_, backward_;
  Address caller_{};  ///< port 0: no sender yet
};

}  // namespace ventosa::hal
