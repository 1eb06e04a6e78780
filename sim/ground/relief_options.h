#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/description.h"

namespace ventosa::sim {

/// Uneven ground on one surface: a seeded Gaussian height field. Its heights are correlated by
/// exp(-(r / correlation_m)^2) over a distance r.
struct ReliefOptions {
  std::optional<std::uint64_t> seed{};  ///< no value: the seed of the run
  double height_m = 0;                  ///< largest distance of the ground from its plane
  double correlation_m = 0;
};

void describe(auto& field, controller::Is<ReliefOptions> auto& relief) {
  field("seed", relief.seed);
  field("height_m", relief.height_m, "m", controller::positive());
  field("correlation_m", relief.correlation_m, "m", controller::positive());
}

}  // namespace ventosa::sim
