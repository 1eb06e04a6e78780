#pragma once

#include <cstddef>
#include <functional>

namespace ventosa::app {

/// Calls work(0) ... work(n - 1) once each, on `n_threads` threads. After an exception no further
/// call begins, and the first exception is rethrown here.
void share_out(std::size_t n, int n_threads, const std::function<void(std::size_t)>& work);

}  // namespace ventosa::app
