#include "view/run/pace.h"

namespace ventosa::view {
namespace {

constexpr double kMostBehind_s = 0.1;
constexpr double kSpan_s = 1;

}  // namespace

void Pace::start(double wall_s, std::int64_t tick, double speed) {
  speed_ = speed;
  from_ = {wall_s, tick};
  passed_.clear();
}

double Pace::wait_s(double wall_s, std::int64_t tick) {
  if (speed_ == kAsFastAsPossible) return 0;
  const double due_s = from_.wall_s + static_cast<double>(tick - from_.tick) * period_s_ / speed_;
  if (wall_s - due_s > kMostBehind_s) from_ = {wall_s - kMostBehind_s, tick};
  return due_s - wall_s;
}

void Pace::passed(double wall_s, std::int64_t tick) {
  passed_.push_back({wall_s, tick});
  while (passed_.size() > 2 && wall_s - passed_.front().wall_s > kSpan_s) passed_.pop_front();
}

double Pace::realtime_factor() const {
  if (passed_.size() < 2) return 0;
  const double wall_s = passed_.back().wall_s - passed_.front().wall_s;
  const auto n_ticks = static_cast<double>(passed_.back().tick - passed_.front().tick);
  return wall_s > 0 ? n_ticks * period_s_ / wall_s : 0;
}

}  // namespace ventosa::view
