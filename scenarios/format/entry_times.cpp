#include "scenarios/format/entry_times.h"

#include <cmath>

#include "models/text.h"
#include "scenarios/assertions/assertion.h"

namespace ventosa::scenarios {

double EntryTimes::read(const models::Node& entry) {
  const models::Node node = entry.at("at_s");
  last_s_ = node.as_double(models::between(last_s_, duration_s_));
  const double n_ticks = std::round(duration_s_ / period_s_);
  if (static_cast<double>(row_at(last_s_, period_s_)) >= n_ticks)
    node.fail("leaves no control tick before duration_s, " + models::decimal(duration_s_, 6),
              "an earlier at_s, or a longer run");
  return last_s_;
}

void EntryTimes::begin(const models::Node& entry, EntryKind kind, double at_s) {
  const Begun now{entry.key_path(), row_at(at_s, period_s_)};
  const auto [last, is_first] = last_.try_emplace(kind, now);
  if (!is_first && last->second.tick == now.tick)
    entry.fail(
        "starts in the same control tick as " + last->second.entry + ", which it would replace",
        "give it an at_s " + models::decimal(period_s_, 6) + " s later");
  last->second = now;
}

}  // namespace ventosa::scenarios
