#pragma once

#include <optional>
#include <vector>

#include "scenarios/format/scenario.h"

/// Surfaces in one plane.
namespace ventosa::scenarios {

/// Two surfaces of one plane that overlap by more than a millimetre, and the property in which they
/// differ: nothing says which of them a foot would stand on.
struct Overlap {
  std::size_t first = 0, second = 0;  ///< indices, first < second
  const char* key = "";               ///< the differing property, as in a scenario
};

/// The first such pair, no value if there is none.
std::optional<Overlap> ambiguous_overlap(const std::vector<Surface>& surfaces);

}  // namespace ventosa::scenarios
