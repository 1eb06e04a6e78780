#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hal/network.h"

/// A network in memory whose time advances only while the master waits.
namespace ventosa::hal::test {

using Bytes = std::vector<std::byte>;

/// Arrival of a datagram: one delay from now per copy; without delays it is lost.
struct Fate {
  std::vector<std::int64_t> delay_ns{0};
  std::function<void(Bytes&)> damage{};
};

/// Route of a datagram: to a device, or back to the master.
struct Way {
  std::size_t device = 0;
  bool back = false;
  std::uint64_t sequence = 0;
};

class VirtualNetwork final : public Network {
 public:
  static constexpr Source kMaster = 7;
  using Fates = std::function<Fate(const Way&, std::int64_t now_ns)>;

  explicit VirtualNetwork(std::size_t n_devices, Fates fates = {}) : fates_(std::move(fates)) {
    for (std::size_t k = 0; k < n_devices; ++k) {
      master_end_.push_back(std::make_unique<MasterEnd>(*this, k));
      device_end_.push_back(std::make_unique<DeviceEnd>(*this, k));
    }
  }

  std::int64_t now_ns() const noexcept override { return now_ns_; }
  Port& port(std::size_t device) noexcept override { return *master_end_[device]; }
  void wait_until(std::int64_t time_ns) noexcept override {
    while (now_ns_ < time_ns)
      if (advance_to_next(time_ns)) return;
  }

  std::vector<ServerPort*> device_ports() {
    std::vector<ServerPort*> all;
    for (const auto& each : device_end_) all.push_back(each.get());
    return all;
  }

  /// Called when a datagram has arrived at a device.
  std::function<void(std::int64_t)> serve = [](std::int64_t) {};
  /// Called every period_ns, beginning with the first period; 0: never.
  std::function<void(std::int64_t)> each_period = [](std::int64_t) {};
  std::int64_t period_ns = 0;
  bool is_cut = false;      ///< all datagrams are lost
  Source master = kMaster;  ///< its address; datagrams to a former one are lost

  /// Injects a datagram of another sender to a device.
  void throw_at(std::size_t device, const Bytes& bytes, Source from = kMaster) {
    device_end_[device]->arrived.push_back({bytes, from});
    serve(now_ns_);
  }
  /// All datagrams sent to a device, if listens_in.
  const std::vector<Bytes>& overheard(std::size_t device) { return overheard_[device]; }
  bool listens_in = false;

 private:
  struct MasterEnd final : Port {
    MasterEnd(VirtualNetwork& network, std::size_t k) : net(network), device(k) {}
    void send(std::span<const std::byte> datagram) noexcept override {
      if (net.listens_in) net.overheard_[device].emplace_back(datagram.begin(), datagram.end());
      net.put({device, false, n_sent++}, datagram);
    }
    std::span<const std::byte> receive(std::span<std::byte> buffer) noexcept override {
      if (arrived.empty()) return {};
      return take(arrived, buffer);
    }
    VirtualNetwork& net;
    std::size_t device;
    std::uint64_t n_sent = 0;
    std::deque<Bytes> arrived;
  };
  struct DeviceEnd final : ServerPort {
    DeviceEnd(VirtualNetwork& network, std::size_t k) : net(network), device(k) {}
    void send(Source to, std::span<const std::byte> datagram) noexcept override {
      if (to == net.master) net.put({device, true, n_sent++}, datagram);
    }
    Call receive(std::span<std::byte> buffer) noexcept override {
      if (arrived.empty()) return {};
      const Source from = arrived.front().second;
      std::copy(arrived.front().first.begin(), arrived.front().first.end(), buffer.begin());
      const std::size_t n = arrived.front().first.size();
      arrived.pop_front();
      return {buffer.first(n), from};
    }
    VirtualNetwork& net;
    std::size_t device;
    std::uint64_t n_sent = 0;
    std::deque<std::pair<Bytes, Source>> arrived;
  };
  struct UnderWay {
    Way way;
    Bytes bytes;
  };

  static std::span<const std::byte> take(std::deque<Bytes>& queue, std::span<std::byte> buffer) {
    const Bytes bytes = std::move(queue.front());
    queue.pop_front();
    std::copy(bytes.begin(), bytes.end(), buffer.begin());
    return buffer.first(bytes.size());
  }

  void put(const Way& way, std::span<const std::byte> datagram) {
    if (is_cut) return;
    const Fate fate = fates_ ? fates_(way, now_ns_) : Fate{};
    for (const std::int64_t delay_ns : fate.delay_ns) {
      Bytes bytes(datagram.begin(), datagram.end());
      if (fate.damage) fate.damage(bytes);
      under_way_.emplace(now_ns_ + delay_ns, UnderWay{way, std::move(bytes)});
    }
  }

  /// @return true if a datagram has arrived at the master
  bool advance_to_next(std::int64_t limit_ns) {
    const std::int64_t due_ns = under_way_.empty() ? limit_ns : under_way_.begin()->first;
    const std::int64_t tick_ns = period_ns > 0 ? next_period_ns_ : limit_ns;
    const std::int64_t next_ns = std::min({due_ns, tick_ns, limit_ns});
    now_ns_ = std::max(now_ns_, next_ns);
    if (!under_way_.empty() && due_ns == next_ns) return arrive();
    if (period_ns > 0 && tick_ns == next_ns) {
      next_period_ns_ += period_ns;
      each_period(now_ns_);
    }
    return false;
  }
  bool arrive() {
    const UnderWay next = std::move(under_way_.begin()->second);
    under_way_.erase(under_way_.begin());
    if (next.way.back) {
      master_end_[next.way.device]->arrived.push_back(next.bytes);
      return true;
    }
    device_end_[next.way.device]->arrived.push_back({next.bytes, master});
    serve(now_ns_);
    return false;
  }

  const Fates fates_;
  std::vector<std::unique_ptr<MasterEnd>> master_end_;
  std::vector<std::unique_ptr<DeviceEnd>> device_end_;
  std::multimap<std::int64_t, UnderWay> under_way_;
  std::map<std::size_t, std::vector<Bytes>> overheard_;
  std::int64_t now_ns_ = 0, next_period_ns_ = 0;
};

}  // namespace ventosa::hal::test
