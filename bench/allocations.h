#pragma once

#include <cstdint>

/// Counts the calls of malloc and its kin by this thread, whoever makes them: operator new, Eigen,
/// MuJoCo. The program that links this has a malloc of its own, which passes on to the C library's;
/// under the address sanitizer, which has its own too, nothing can be counted.
namespace ventosa::bench {

/// Counts from its birth on.
class AllocationCount {
 public:
  AllocationCount() noexcept;
  ~AllocationCount();
  AllocationCount(const AllocationCount&) = delete;
  AllocationCount& operator=(const AllocationCount&) = delete;

  std::int64_t value() const noexcept;  ///< -1 if it cannot be counted
};

}  // namespace ventosa::bench
