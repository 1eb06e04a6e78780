#pragma once

#include <cstddef>
#include <functional>

namespace ventosa::app {

/// Calls work(0) ... work(n - 1), each once, on `n_threads` threads at a time. If one throws, the
/// rest is not begun and the first exception comes out here.
void share_out(std::size_t n, int n_threads, const std::function<void(std::size_t)>& work);

}  // namespace ventosa::app
