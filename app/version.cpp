#include "app/version.h"

#include "app/commands.h"
#include "sim/mujoco/engine_version.h"

namespace ventosa::app {

scenarios::Versions versions() { return {.ventosa = kVersion, .mujoco = sim::engine_version()}; }

std::string version_text() {
  const scenarios::Versions all = versions();
  return "ventosa " + all.ventosa + "\nMuJoCo " + all.mujoco + "\n" VENTOSA_COMPILER;
}

}  // namespace ventosa::app
