#pragma once

#include "hal/noise.h"

namespace ventosa::sim {

using hal::gaussian;
using hal::uniform;

}  // namespace ventosa::sim
