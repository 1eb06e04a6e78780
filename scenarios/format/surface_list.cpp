#include "scenarios/format/surface_list.h"

namespace ventosa::scenarios {

controller::PatchList patches_of(const std::vector<Surface>& surfaces) {
  controller::PatchList patches;
  for (const Surface& surface : surfaces)
    patches.patch[static_cast<std::size_t>(patches.n++)] = surface.patch;
  return patches;
}

std::vector<std::string> names_of(const std::vector<Surface>& surfaces) {
  std::vector<std::string> names;
  for (const Surface& surface : surfaces) names.push_back(surface.name);
  return names;
}

}  // namespace ventosa::scenarios
