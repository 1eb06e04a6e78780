#include "hal/udp/udp_network.h"

namespace ventosa::hal {
namespace {

constexpr int kPortBits = 16;

Source source_of(const Address& address) {
  return std::uint64_t{address.host} << kPortBits | address.port;
}

/// Receives the next valid datagram; those with an error count as lost.
Received next(UdpSocket& socket, std::span<std::byte> buffer) {
  constexpr int kTries = 16;
  Received received = socket.receive_announced(buffer);
  for (int k = 0; k < kTries && received.status != SocketStatus::kOk &&
                  received.status != SocketStatus::kNothing;
       ++k)
    received = socket.receive_announced(buffer);
  return received;
}

/// Receives the next valid datagram with its sender.
Call call_from(UdpSocket& socket, std::span<std::byte> buffer) {
  const Received received = next(socket, buffer);
  if (received.status != SocketStatus::kOk) return {};
  return {buffer.first(received.size), source_of(received.from)};
}

}  // namespace

Address address_of(Source source) {
  return {static_cast<std::uint32_t>(source >> kPortBits), static_cast<std::uint16_t>(source)};
}

std::span<const std::byte> UdpPort::receive(std::span<std::byte> buffer) noexcept {
  const Received received = next(socket_, buffer);
  if (received.status != SocketStatus::kOk) return {};
  sender_ = received.from;
  return buffer.first(received.size);
}

void UdpPort::send(std::span<const std::byte> datagram) noexcept {
  // unsent datagrams are lost like others
  static_cast<void>(listens_to_all_ ? socket_.send_to(peer_, datagram) : socket_.send(datagram));
}

void UdpPort::listen_to_all() noexcept {
  socket_.disconnect();
  listens_to_all_ = true;
}

void UdpPort::keep_to_sender() noexcept {
  if (listens_to_all_) listens_to_all_ = !socket_.connect_anew(sender_);
}

UdpNetwork::UdpNetwork(const std::vector<Address>& peers) : claims_(peers.begin(), peers.end()) {
  for (const Address& peer : peers) {
    ports_.push_back(std::make_unique<UdpPort>(peer));
    sockets_.push_back(&ports_.back()->socket());
  }
}

UdpNetwork::UdpNetwork(const std::vector<Address>& peers, const Address& local)
    : claims_(peers.begin(), peers.end()) {
  for (const Address& peer : peers) {
    ports_.push_back(std::make_unique<UdpPort>(peer, local));
    sockets_.push_back(&ports_.back()->socket());
  }
}

void UdpServerPort::send(Source to, std::span<const std::byte> datagram) noexcept {
  static_cast<void>(socket_.send_to(address_of(to), datagram));
}

Call UdpServerPort::receive(std::span<std::byte> buffer) noexcept {
  return call_from(socket_, buffer);
}

UdpBroadcast::UdpBroadcast(const Address& slaves)
    : claim_(slaves), slaves_(slaves), socket_(Address{}) {
  if (!is_broadcast(slaves))
    throw SocketError(slaves, " is no broadcast address of a network of this computer");
  socket_.allow_broadcast();
}

void UdpBroadcast::wait_until(std::int64_t time_ns) noexcept {
  const UdpSocket* const sockets[] = {&socket_};
  static_cast<void>(hal::wait_until(time_ns, sockets));
}

void UdpBroadcast::send(std::span<const std::byte> datagram) noexcept {
  static_cast<void>(socket_.send_to(slaves_, datagram));  // unsent datagrams are lost like others
}

Call UdpBroadcast::receive(std::span<std::byte> buffer) noexcept {
  return call_from(socket_, buffer);
}

void UdpSlavePort::send(Source to, std::span<const std::byte> datagram) noexcept {
  static_cast<void>(socket_.send_to(address_of(to), datagram));
}

Call UdpSlavePort::receive(std::span<std::byte> buffer) noexcept {
  return call_from(listens_, buffer);
}

}  // namespace ventosa::hal
