#pragma once

#include "hal/noise.h"

namespace ventosa::sim {

using hal::gaussian;
using hal::mix;
using hal::random_bits;
using hal::uniform;

}  // namespace ventosa::sim
