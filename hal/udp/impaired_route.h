#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hal/link/link_counters.h"
#include "hal/udp/socket.h"

/// The link model in front of real sockets: a proxy between whoever speaks to one address and
/// another one.
namespace ventosa::hal {

struct RouteCounters {
  LinkCounters link;
  std::uint64_t delivered = 0;  ///< copies, too
  std::uint64_t unsent = 0;     ///< nobody to send it to, or the system refused it
};

void describe(auto& field, controller::Is<RouteCounters> auto& n) {
  describe(field, n.link);
  field("delivered", n.delivered);
  field("unsent", n.unsent);
}

/// What one direction of a route does to its datagrams.
struct RouteImpairment {
  Impairment numbers{};
  GapTrace gaps{};
};

/// Datagrams under way in one direction, by when they are due. Unlike in the twin, each arrives.
class DelayLine {
 public:
  /// The `impairment` must live as long.
  DelayLine(const RouteImpairment& impairment, std::uint64_t seed, std::uint64_t channel)
      : way_{impairment.numbers, impairment.gaps, seed, channel} {}

  /// @param now_ns  from the start of the route on
  void send(std::span<const std::byte> datagram, std::int64_t now_ns);

  bool is_due(std::int64_t now_ns) const { return next_ns() <= now_ns; }
  std::int64_t next_ns()
      const;  ///< when the next one is due; the largest number: none is under way

  /// Takes the next one, which deliver(bytes) hands over: to whom is known when it arrives.
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
  Address listen;  ///< where the one side speaks to
  Address to;      ///< where the other side is
  Address from{};  ///< that the other side sees; the zero: any free port
  RouteImpairment forward{}, back{};
  std::uint64_t seed = 1;
  std::uint64_t channel = 0;  ///< first of its noise: kChannelsPerRoute
};
inline constexpr std::uint64_t kChannelsPerRoute = 2 * kChannelsPerLink;

/// Between whoever speaks to `listen` and `to`; what comes back goes to the last one who spoke.
class ImpairedRoute {
 public:
  /// The `config` must live as long.  @throws SocketError
  explicit ImpairedRoute(const RouteConfig& config);

  /// Takes in what has arrived, and hands on what is due.
  /// @param now_ns  from the start on
  void step(std::int64_t now_ns);

  /// When something is due; the largest number: nothing is under way.
  std::int64_t next_ns() const;

  const UdpSocket& front() const { return front_; }
  const UdpSocket& back() const { return back_; }
  const RouteCounters& forward_count() const { return forward_.count(); }
  const RouteCounters& back_count() const { return backward_.count(); }

 private:
  void take_in(std::int64_t now_ns);
  void hand_on(std::int64_t now_ns);

  UdpSocket front_, back_;
  DelayLine forward_, backward_;
  Address caller_{};  ///< port 0: nobody has spoken yet
};

}  // namespace ventosa::hal
