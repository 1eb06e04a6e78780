#pragma once

#include <cstddef>
#include <vector>

#include "sim/stimulus.h"
#include "sim/truth.h"

/// What only a simulated robot has, besides what every robot has (hal/robot.h).
namespace ventosa::sim {

/// All that a run depends on from here on; opaque, bytes in memory.
class Snapshot {
 public:
  std::vector<std::byte> bytes;
};

class Plant {
 public:
  virtual ~Plant() = default;

  /// From the next control period on, in place of what was applied before.
  virtual void apply(const Stimulus& stimulus) noexcept = 0;
  virtual const Truth& truth() const noexcept = 0;
  virtual const char* failure() const noexcept = 0;  ///< its words after kUnstable, else ""

  virtual void save(Snapshot& snapshot) const = 0;
  /// @throws std::invalid_argument if it was taken from another robot or configuration
  virtual void restore(const Snapshot& snapshot) = 0;
};

}  // namespace ventosa::sim
