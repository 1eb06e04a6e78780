#include "app/workers.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ventosa::app {

void share_out(std::size_t n, int n_threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex guard;
  std::exception_ptr first_error;
  const auto serve = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) work(i);
    } catch (...) {
      next = n;
      const std::lock_guard lock(guard);
      if (!first_error) first_error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < n_threads; ++i) threads.emplace_back(serve);
    serve();
  }
  if (first_error) std::rethrow_exception(first_error);
}

}  // namespace ventosa::app
