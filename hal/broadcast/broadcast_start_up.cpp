#include "hal/broadcast/broadcast_robot.h"

namespace ventosa::hal {

using broadcast::Reject;
using broadcast::SlaveLine;

std::vector<std::string> BroadcastRobot::take_over(const Say&) {
  constexpr int kFewest = 30, kMost = 200;  // periods
  ticks_.begin(network_.now_ns());
  const auto has_replied = [](const SlaveLine& line) { return line.has_replied(); };
  for (int k = 0; k < kMost && (k < kFewest || !is_true_of_all(has_replied)) && !gives_up(); ++k) {
    tell({});
    ticks_.wait_for_next(network_, period_ns_, [&](std::int64_t) { hear(); });
  }
  can_.keeps_time = !are_in_lock_step();
  if (are_in_lock_step()) ticks_.begin(read_ns());
  return mismatches();
}

std::vector<std::string> BroadcastRobot::mismatches() const {
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const SlaveLine& line = line_[i];
    const std::string& name = model_.leg[i].name;
    if (!line.has_replied())
      wrong.push_back(name + ": replies: expected, found none" +
                      (line.rejects()[static_cast<std::size_t>(Reject::kSize)] == 0
                           ? ": its slave is off or unreachable"
                           : " for " + std::to_string(model_.leg[i].n_joints) + " motors"));
    if (line.rival())
      wrong.push_back(name + ": slaves: expected 1, found 2: " + network_.text_of(*line.slave()) +
                      " and " + network_.text_of(*line.rival()));
  }
  if (unknown_)
    wrong.push_back("leg " + std::to_string(unknown_->leg) + ": slaves: expected none, found " +
                    network_.text_of(unknown_->source) + ": " + model_.name +
                    " has the legs 0 to " + std::to_string(n_legs() - 1));
  return wrong;
}

void BroadcastRobot::complete(std::size_t leg, ModuleSituation& module) const noexcept {
  const SlaveLine& line = line_[leg];
  module.is_ours = line.has_replied();
  module.readings =
      freshness(age_of(sampled_ns(leg), ticks_.now_ns()), period_ns_, kBroadcastFreshness);
  module.name_agrees = !line.rival();
  module.settings_made = true;  // none are needed
  module.foot = PointStart{};   // the wire carries no foot sensor
  for (std::size_t j = 0; j < static_cast<std::size_t>(module.n_joints); ++j) {
    module.joint[j].can_have_mode = true;
    if (are_in_lock_step()) module.joint[j].moved_rad = 0;  // its time waits
  }
}

std::vector<Difference> BroadcastRobot::differences(std::size_t leg) const {
  if (!line_[leg].rival()) return {};
  return {{.check = StartCheck::kName, .what = "slaves", .expected = 1.0, .found = 2.0}};
}

}  // namespace ventosa::hal
