#pragma once

#include "view/panels/panels.h"

/// The mouse in the scene: turns and moves the view, selects a leg, pushes the body or a link.
namespace ventosa::view {

class Mouse {
 public:
  /// Once a frame, while Dear ImGui's is open.
  void use(const Rect& place, const sim::Scene& scene, const Frame& frame, Ui& ui, const Ask& ask);

 private:
  void push(const controller::Vector3d& force_N, const Ask& ask);
  void drag_push(const Rect& place, const Ui& ui, const Ask& ask);

  std::optional<controller::PartId> pushed_{};  ///< while it is; none: nothing
};

}  // namespace ventosa::view
