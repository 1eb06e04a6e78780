#include "sim/mujoco/engine_version.h"

#include <mujoco/mujoco.h>

namespace ventosa::sim {

std::string engine_version() { return mj_versionString(); }

}  // namespace ventosa::sim
