#include "scenarios/format/scenario.h"

#include <cmath>

#include "models/text.h"

namespace ventosa::scenarios {

std::int64_t n_ticks_of(const Scenario& scenario) {
  return std::llround(scenario.duration_s / scenario.twin.control_period_s);
}

std::int64_t period_ns_of(const Scenario& scenario) {
  return std::llround(1e9 * scenario.twin.control_period_s);
}

SourceFile read_source(const std::filesystem::path& path) {
  return {path, models::read_file(path)};
}

}  // namespace ventosa::scenarios
