#include "view/signals/signal_store.h"

#include <algorithm>

namespace ventosa::view {

SignalStore::SignalStore(std::size_t n_columns, std::size_t n_rows) : n_columns_(n_columns) {
  for (Ring* const ring : {&fine_, &coarse_}) {
    ring->tick.assign(n_rows, -1);
    ring->value.resize(n_rows * n_columns);
  }
  coarse_.every = kCoarse;
}

void SignalStore::add(std::int64_t tick, std::span<const float> row) {
  if (row.size() != n_columns_) return;
  add(tick, row, fine_);
  if (tick % kCoarse == 0) add(tick, row, coarse_);
}

void SignalStore::add(std::int64_t tick, std::span<const float> row, Ring& ring) {
  const std::size_t slot = ring.slot(tick);
  ring.tick[slot] = tick;
  ring.newest = std::max(ring.newest, tick);
  std::copy(row.begin(), row.end(), &ring.value[slot * n_columns_]);
}

void SignalStore::read(std::size_t column, std::int64_t from, std::int64_t to,
                       std::vector<Sample>& samples) const {
  samples.clear();
  const Ring& ring = fine_.reaches(from) ? fine_ : coarse_;
  const std::int64_t first = (std::max<std::int64_t>(from, 0) + ring.every - 1) / ring.every;
  for (std::int64_t tick = first * ring.every; tick <= to; tick += ring.every) {
    const std::size_t slot = ring.slot(tick);
    if (ring.tick[slot] == tick) samples.push_back({tick, ring.value[slot * n_columns_ + column]});
  }
}

}  // namespace ventosa::view
