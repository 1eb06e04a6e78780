#include "view/mouse.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace ventosa::view {

using controller::PartId;
using controller::Vector3d;

namespace {

bool is_inside(const ImVec2& p, const Rect& place) {
  return p.x >= place.x && p.x < place.x + place.width && p.y >= place.y &&
         p.y < place.y + place.height;
}

std::optional<sim::Picked> pick(const ImVec2& p, const Rect& place, const sim::Scene& scene) {
  return scene.pick((p.x - place.x) / place.width, 1 - (p.y - place.y) / place.height,
                    place.width / place.height);
}

/// Part of the robot at this place; no value: no part.
std::optional<PartId> part_at(const ImVec2& p, const Rect& place, const sim::Scene& scene) {
  const auto picked = pick(p, place, scene);
  return picked ? picked->part : std::nullopt;
}

void select(const ImVec2& p, const Rect& place, const sim::Scene& scene, Ui& ui) {
  ui.picked = part_at(p, place, scene);
  if (!ui.picked || ui.picked->leg < 0) return;
  ui.leg = static_cast<std::size_t>(ui.picked->leg);
  ui.panels.leg = true;
}

/// Part that a drag from this place pushes: a link, the last link for a cup, otherwise the body.
PartId pushed_at(const ImVec2& p, const Rect& place, const sim::Scene& scene,
                 const controller::RobotModel& robot) {
  PartId part = part_at(p, place, scene).value_or(PartId{});
  if (part.leg >= 0)
    part.link = std::min(part.link, robot.leg[static_cast<std::size_t>(part.leg)].n_joints - 1);
  return part;
}

}  // namespace

void Mouse::push(const Vector3d& force_N, const Ask& ask) {
  const bool on_link = pushed_->leg >= 0;
  ask(Intervention{.push = sim::force_on(on_link ? *pushed_ : PartId{}, force_N)});
}

/// Force in the plane of the picture, proportional to the length of the drag.
void Mouse::drag_push(const Rect& place, const Ui& ui, const Ask& ask) {
  constexpr double kFull_N = 200;  // for a drag across the picture
  const ImVec2 way = ImGui::GetMouseDragDelta(ImGuiMouseButton_Right, 0);
  const Vector3d towards = ui.orbit.view().direction_W;
  const Vector3d x_W(-std::sin(ui.orbit.azimuth_rad), std::cos(ui.orbit.azimuth_rad), 0);
  push(kFull_N / double{place.height} * (double{way.x} * x_W - double{way.y} * towards.cross(x_W)),
       ask);
}

void Mouse::use(const Rect& place, const sim::Scene& scene, const Frame& frame, Ui& ui,
                const Ask& ask) {
  const ImGuiIO& io = ImGui::GetIO();
  if (pushed_ && !ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
    ask(Intervention{.push = sim::TimedForce{}});
    pushed_.reset();
  }
  if (io.WantCaptureMouse || !is_inside(io.MousePos, place)) return;
  const double right = double{io.MouseDelta.x} / double{place.height};
  const double up = -double{io.MouseDelta.y} / double{place.height};
  ui.orbit.zoom(0.1 * double{io.MouseWheel});
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui.orbit.turn(right, up);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Middle)) ui.orbit.zoom(2 * up);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
    if (io.KeyCtrl && !pushed_ && frame.is_twin())
      pushed_ = pushed_at(io.MouseClickedPos[ImGuiMouseButton_Right], place, scene, frame.robot());
    if (pushed_)
      drag_push(place, ui, ask);
    else
      ui.orbit.shift(right, up);
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) select(io.MousePos, place, scene, ui);
  if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Right) || io.KeyCtrl) return;
  if (const auto picked = pick(io.MousePos, place, scene)) ui.orbit.point_W = picked->p_W;
}

}  // namespace ventosa::view
