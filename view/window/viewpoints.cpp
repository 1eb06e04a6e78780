#include "view/window/viewpoints.h"

namespace ventosa::view {
namespace {

using controller::Vector3d;

constexpr const char* kNames[] = {"oblique", "off the surface", "from behind", "from its left",
                                  "from above"};

Vector3d direction_W(int view, const Frame& frame, double distance_m) {
  const controller::Isometry3d& X_WB = frame.shown.X_WB;
  switch (view) {
    case 1:
      return X_WB.linear().col(2);
    case 2:
      return -X_WB.linear().col(0);
    case 3:
      return X_WB.linear().col(1);
    case 4:
      return Vector3d::UnitZ();
    default:
      return sim::choose_view(frame.scenario->twin.patches, X_WB.translation(),
                              X_WB.linear().col(2), distance_m)
          .direction_W;
  }
}

}  // namespace

std::span<const char* const> view_names() { return kNames; }

void look_from(int view, const Frame& frame, Orbit& orbit) {
  orbit.look_from({direction_W(view, frame, orbit.distance_m), orbit.distance_m},
                  frame.shown.X_WB.translation());
}

}  // namespace ventosa::view
