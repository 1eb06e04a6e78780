#pragma once

#include <cstdint>

/// Counts this thread's calls of malloc and related functions by any code: operator new, Eigen,
/// MuJoCo. A program that links this replaces malloc by a wrapper of the C library's. Under the
/// address sanitizer, which replaces malloc itself, counting is impossible.
namespace ventosa::bench {

/// Counts from its construction on.
class AllocationCount {
 public:
  AllocationCount() noexcept;
  ~AllocationCount();
  AllocationCount(const AllocationCount&) = delete;
  AllocationCount& operator=(const AllocationCount&) = delete;

  std::int64_t value() const noexcept;  ///< -1 if it cannot be counted
};

}  // namespace ventosa::bench
