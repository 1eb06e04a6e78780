#include "view/run/keyframes.h"

#include <algorithm>

namespace ventosa::view {

using scenarios::RunSnapshot;

namespace {

std::size_t size_of(const RunSnapshot& snapshot) {
  return sizeof snapshot + snapshot.plant.bytes.capacity();
}

}  // namespace

bool Keyframes::is_due(std::int64_t tick) const {
  return tick % every_ == 0 && (kept_.empty() || kept_.back().tick < tick);
}

void Keyframes::add(RunSnapshot snapshot) {
  kept_.push_back(std::move(snapshot));
  while (bytes() > budget_bytes_ && kept_.size() > 2) thin_out();
}

const RunSnapshot* Keyframes::before(std::int64_t tick) const {
  const auto after = std::lower_bound(
      kept_.begin(), kept_.end(), tick,
      [](const RunSnapshot& snapshot, std::int64_t at) { return snapshot.tick < at; });
  return after == kept_.begin() ? nullptr : &*std::prev(after);
}

void Keyframes::forget_after(std::int64_t tick) {
  std::erase_if(kept_, [tick](const RunSnapshot& snapshot) { return snapshot.tick > tick; });
}

std::size_t Keyframes::bytes() const {
  std::size_t sum = 0;
  for (const RunSnapshot& snapshot : kept_) sum += size_of(snapshot);
  return sum;
}

void Keyframes::thin_out() {
  every_ *= 2;
  std::erase_if(kept_, [this](const RunSnapshot& snapshot) { return snapshot.tick % every_ != 0; });
}

}  // namespace ventosa::view
