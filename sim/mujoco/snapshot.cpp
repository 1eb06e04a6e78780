#include "sim/mujoco/snapshot.h"

#include <cstring>
#include <span>
#include <stdexcept>

namespace ventosa::sim {
namespace {

struct Header {
  std::uint64_t fingerprint = 0;
  std::uint64_t n_physics = 0;  ///< length of MuJoCo's integration state
  std::uint64_t n_bytes = 0;    ///< size of the whole snapshot
};

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  return std::as_bytes(std::span(&value, 1));
}

void append(std::span<const std::byte> part, std::vector<std::byte>& bytes) {
  bytes.insert(bytes.end(), part.begin(), part.end());
}

template <class Message>
void append(const hal::Flight<Message>& flight, std::vector<std::byte>& bytes) {
  static_assert(std::is_trivially_copyable_v<typename hal::Flight<Message>::Sent>);
  append(bytes_of(flight.n), bytes);
  append(bytes_of(flight.count), bytes);
  append(std::as_bytes(std::span(flight.sent).first(static_cast<std::size_t>(flight.n))), bytes);
}

/// Unread rest of a snapshot from this twin.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Value>
  void read(Value& value) {
    read(std::as_writable_bytes(std::span(&value, 1)));
  }
  template <class Message>
  void read(hal::Flight<Message>& flight) {
    read(flight.n);
    read(flight.count);
    read(std::as_writable_bytes(std::span(flight.sent).first(static_cast<std::size_t>(flight.n))));
  }
  void read(std::span<std::byte> part) {
    std::memcpy(part.data(), left_.data(), part.size());
    left_ = left_.subspan(part.size());
  }

 private:
  std::span<const std::byte> left_;
};

std::uint64_t physics_size(const World& world) {
  return static_cast<std::uint64_t>(mj_stateSize(world.model.get(), mjSTATE_INTEGRATION));
}

}  // namespace

void write_snapshot(const World& world, std::vector<std::byte>& bytes) {
  std::vector<double> physics(physics_size(world));
  mj_getState(world.model.get(), world.data.get(), physics.data(), mjSTATE_INTEGRATION);

  Header header{world.fingerprint, physics.size(), 0};
  bytes.clear();
  append(bytes_of(header), bytes);
  append(bytes_of(world.state), bytes);
  append(std::as_bytes(std::span(physics)), bytes);
  for (int i = 0; i < world.n_legs(); ++i) {
    append(world.flight[i].command, bytes);
    append(world.flight[i].telemetry, bytes);
  }
  bytes.shrink_to_fit();
  header.n_bytes = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof header);
}

void read_snapshot(const std::vector<std::byte>& bytes, World& world) {
  Header header;
  if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
  if (header.fingerprint != world.fingerprint || header.n_physics != physics_size(world) ||
      header.n_bytes != bytes.size())
    throw std::invalid_argument("the snapshot is of another robot or configuration");

  Reader reader{std::span(bytes).subspan(sizeof header)};
  std::vector<double> physics(header.n_physics);
  reader.read(world.state);
  reader.read(std::as_writable_bytes(std::span(physics)));
  for (int i = 0; i < world.n_legs(); ++i) {
    reader.read(world.flight[i].command);
    reader.read(world.flight[i].telemetry);
  }
  mj_resetData(world.model.get(),
               world.data.get());  // also clears the remains of a failed step
  mj_setState(world.model.get(), world.data.get(), physics.data(), mjSTATE_INTEGRATION);
  world.failure[0] = '\0';
  update_truth(world);
}

}  // namespace ventosa::sim
