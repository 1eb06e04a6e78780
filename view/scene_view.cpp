#include "view/scene_view.h"

#include <imgui.h>

#include <cmath>

#include "view/panels/draw.h"

namespace ventosa::view {
namespace {

/// Pose and field of view of the robot's depth camera.
sim::Eye camera_eye(const Frame& frame) {
  const models::BodySensors& sensors = *frame.scenario->robot.sensors;
  return {frame.shown.X_WB *
              models::camera_pose(sensors.mount, frame.shown.pan_rad, frame.shown.tilt_rad),
          2 * std::atan(sensors.depth.height_px / (2 * sensors.depth.focal_px))};
}

/// Rectangle for the camera's view, in a corner of the scene.
Rect camera_place(const Rect& scene, const Frame& frame) {
  const models::DepthSensor& depth = frame.scenario->robot.sensors->depth;
  const float width = 0.33f * scene.width;
  const float height =
      width * static_cast<float>(depth.height_px) / static_cast<float>(depth.width_px);
  return {scene.x + scene.width - width, scene.y, width, height};
}

/// Draws the camera's view, then composes the scene again, because picking uses the last
/// composition.
void draw_camera(const Rect& place, const sim::Area& window, const Frame& frame,
                 const sim::Composition& all, sim::Scene& scene) {
  sim::Composition seen = all;
  seen.eye = camera_eye(frame);
  seen.marks = {};
  scene.compose(seen);
  scene.draw(area_of(place, window));
  scene.compose(all);
  const ImU32 grey = ImGui::GetColorU32(as_imgui(kGrey));
  ImDrawList& over = *ImGui::GetBackgroundDrawList();
  over.AddRect({place.x, place.y}, {place.x + place.width, place.y + place.height}, grey, 0, 0, 2);
  const char* const title = "the depth camera's view";
  const ImVec2 size = ImGui::CalcTextSize(title);
  over.AddRectFilled({place.x, place.y}, {place.x + size.x + 8, place.y + size.y + 8},
                     ImGui::GetColorU32(ImGuiCol_WindowBg));
  over.AddText({place.x + 4, place.y + 4}, ImGui::GetColorU32(ImGuiCol_Text), title);
}

}  // namespace

void draw_scene(const Rect& place, const sim::Area& window, const Frame& frame, const Ui& ui,
                const sim::Quality& quality, sim::Scene& scene) {
  const std::vector<sim::Mark> marks = marks_of(frame, ui.overlays, ui.orbit.view().direction_W);
  const std::vector<sim::Rgba> colours = cup_colours(frame);
  const sim::RobotPose pose = pose_of(frame.shown);
  const sim::Composition all{.robot = &pose,
                             .ghost = frame.ghost ? &*frame.ghost : nullptr,
                             .look_at_W = ui.orbit.point_W,
                             .view = ui.orbit.view(),
                             .cup_colour = colours,
                             .marks = marks,
                             .quality = quality};
  scene.compose(all);
  scene.draw(area_of(place, window));
  if (!ui.overlays.camera || !frame.scenario->robot.sensors) return;
  draw_camera(camera_place(place, frame), window, frame, all, scene);
}

}  // namespace ventosa::view
