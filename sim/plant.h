#pragma once

#include <cstddef>
#include <vector>

#include "sim/stimulus.h"
#include "sim/truth.h"

/// Interface of a simulated robot beyond that of every robot (hal/robot.h).
namespace ventosa::sim {

/// Snapshot of all state on which the rest of a run depends: opaque bytes in memory.
class Snapshot {
 public:
  std::vector<std::byte> bytes;
};

class Plant {
 public:
  virtual ~Plant() = default;

  /// Applies a stimulus from the next control period on, replacing the previous one.
  virtual void apply(const Stimulus& stimulus) noexcept = 0;
  virtual const Truth& truth() const noexcept = 0;
  virtual const char* failure() const noexcept = 0;  ///< reason for kUnstable, otherwise ""

  virtual void save(Snapshot& snapshot) const = 0;
  /// @throws std::invalid_argument  the snapshot is from another robot or configuration
  virtual void restore(const Snapshot& snapshot) = 0;
};

}  // namespace ventosa::sim
