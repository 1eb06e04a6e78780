#include "hal/legacy/start_up.h"

namespace ventosa::hal::legacy {

bool ReportedIdentity::complete(int n_motors) const noexcept {
  for (int m = 0; m < n_motors; ++m)
    if (!limits[static_cast<std::size_t>(m)]) return false;
  return name.has_value();
}

}  // namespace ventosa::hal::legacy
