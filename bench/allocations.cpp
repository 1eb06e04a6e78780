#include "bench/allocations.h"

#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define VENTOSA_COUNTS_ALLOCATIONS 0
#else
#define VENTOSA_COUNTS_ALLOCATIONS 1
#endif

namespace ventosa::bench {
namespace {

// plain thread-locals: one with a constructor would itself allocate on first use
thread_local bool counting = false;
thread_local std::int64_t count = 0;

}  // namespace

AllocationCount::AllocationCount() noexcept {
  count = 0;
  counting = true;
}
AllocationCount::~AllocationCount() { counting = false; }

std::int64_t AllocationCount::value() const noexcept {
  return VENTOSA_COUNTS_ALLOCATIONS != 0 ? count : -1;
}

#if VENTOSA_COUNTS_ALLOCATIONS
inline void note_allocation() noexcept {
  if (counting) ++count;
}
#endif

}  // namespace ventosa::bench

#if VENTOSA_COUNTS_ALLOCATIONS
extern "C" {

void* __libc_malloc(std::size_t size);                 // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t n, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* block, std::size_t size);   // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t alignment,
                      std::size_t size);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
  ventosa::bench::note_allocation();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  ventosa::bench::note_allocation();
  return __libc_calloc(n, size);
}
void* realloc(void* block, std::size_t size) {
  ventosa::bench::note_allocation();
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ventosa::bench::note_allocation();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  ventosa::bench::note_allocation();
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

}  // extern "C"
#endif
