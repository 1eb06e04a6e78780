#pragma once

#include "view/panels/panels.h"

/// Mouse in the scene: rotates and moves the view, selects a leg, pushes the body or a link.
namespace ventosa::view {

class Mouse {
 public:
  /// Processes the mouse, once per frame, within a Dear ImGui frame.
  void use(const Rect& place, const sim::Scene& scene, const Frame& frame, Ui& ui, const Ask& ask);

 private:
  void push(const controller::Vector3d& force_N, const Ask& ask);
  void drag_push(const Rect& place, const Ui& ui, const Ask& ask);

  std::optional<controller::PartId> pushed_{};  ///< part being pushed; no value: no part
};

}  // namespace ventosa::view
