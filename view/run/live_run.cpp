#include "view/run/live_run.h"

namespace ventosa::view {

void LiveRun::intervene(const Intervention& intervention) {
  inputs_.intervene(tick() + 1, intervention);
  inputs_.watch(run().session().plan());
  requested_ = inputs_.ahead(tick() + 1);
  forget_what_followed();
}

const scenarios::Input* LiveRun::pending() const {
  return requested_.tick == tick() + 1 && !run().is_over() ? &requested_ : nullptr;
}

std::string LiveRun::recorded_scenario() const {
  scenarios::InputLog log = log_;
  if (pending() != nullptr) log.add(tick() + 1, *pending());
  return log.scenario_text(seed_);
}

}  // namespace ventosa::view
