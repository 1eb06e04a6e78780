#include <cmath>

#include "view/panels/control_groups.h"
#include "view/panels/draw.h"

namespace ventosa::view {

using controller::Activity;
using controller::Goal;
using controller::Relay;

namespace {

void slider(const char* name, double& value, double limit, const char* format) {
  const double low = -limit;
  ImGui::SetNextItemWidth(12 * ImGui::GetFontSize());
  ImGui::SliderScalar(name, ImGuiDataType_Double, &value, &low, &limit, format);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) value = 0;
}

void walk_controls(const Frame& frame, Ui& ui, const Ask& ask) {
  ImGui::TextDisabled("walk, in the body's frame; it goes %.1f mm/s at most",
                      1000 * frame.plan.walk_speed_m_s);
  double x_mm_s = 1000 * ui.walk_m_s.x(), y_mm_s = 1000 * ui.walk_m_s.y();
  double turn_deg_s = ui.turn_rad_s / controller::kRadPerDegree;
  slider("forwards", x_mm_s, 8, "%.1f mm/s");
  slider("to the left", y_mm_s, 8, "%.1f mm/s");
  slider("turn", turn_deg_s, 1, "%.2f deg/s");
  ui.walk_m_s = {x_mm_s / 1000, y_mm_s / 1000, 0};
  ui.turn_rad_s = turn_deg_s * controller::kRadPerDegree;
  if (ImGui::Button("walk")) {
    Goal goal = frame.goal;
    const controller::Matrix3d R_WB = frame.plan.X_WB_reference.linear();
    goal.activity = Activity::kWalk;
    goal.v_WB = R_WB * ui.walk_m_s;
    goal.w_WB = R_WB.col(2) * ui.turn_rad_s;
    ask(Intervention{.goal = goal});
  }
  ImGui::SameLine();
  if (ImGui::Button("stand")) ask(Intervention{.goal = Goal{.pd = frame.goal.pd}});
  ImGui::SameLine();
  if (ImGui::Button("follow the script")) ask(Intervention{.back_to_script = true});
}

/// All feet stay.
void body_controls(const Frame& frame, const Ask& ask) {
  constexpr double kStep_m = 0.01;
  ImGui::TextDisabled("body, 1 cm");
  const auto way_B = way_buttons("body");
  if (!way_B) return;
  Goal goal = frame.goal;
  goal.activity = Activity::kPose;
  goal.X_WB = frame.plan.X_WB_reference;
  goal.X_WB.translation() += goal.X_WB.linear() * (kStep_m * *way_B);
  goal.v_WB.setZero();
  goal.w_WB.setZero();
  ask(Intervention{.goal = goal});
}

void push_controls(const Ask& ask) {
  constexpr double kPush_N = 30;
  ImGui::TextDisabled("push the body with 30 N, or Ctrl and drag with the right button");
  const auto push = [&](const char* name, const controller::Vector3d& way_W) {
    if (ImGui::Button(name)) ask(Intervention{.push = sim::Stimulus{.f_B_W = kPush_N * way_W}});
    ImGui::SameLine();
  };
  push("+x", {1, 0, 0});
  push("-x", {-1, 0, 0});
  push("+y", {0, 1, 0});
  push("-y", {0, -1, 0});
  push("+z", {0, 0, 1});
  push("-z", {0, 0, -1});
  push("none", {0, 0, 0});
  ImGui::NewLine();
}

void relay_controls(const Frame& frame, Ui& ui, const Ask& ask) {
  ImGui::TextDisabled("pack of %s: relay", frame.robot().leg[ui.leg].name.c_str());
  const auto& words = controller::kEnumerators<Relay>;
  const Relay now = frame.truth.leg[ui.leg].pack.relay;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    if (!ImGui::RadioButton(std::string(words[k]).c_str(), static_cast<std::size_t>(now) == k))
      continue;
    Goal goal = frame.goal;
    goal.relay[ui.leg] = static_cast<Relay>(k);
    ask(Intervention{.goal = goal});
  }
}

/// Of the camera.
void gaze_controls(const Frame& frame, const Ask& ask) {
  const auto& sensors = frame.scenario->robot.sensors;
  if (!sensors) return;
  const controller::Gaze now = frame.goal.gaze.value_or(controller::Gaze{});
  double pan_deg = now.pan_rad / controller::kRadPerDegree;
  double tilt_deg = now.tilt_rad / controller::kRadPerDegree;
  const double before[] = {pan_deg, tilt_deg};
  const auto input = [](const char* name, double& value_deg, double limit_rad) {
    const double limit_deg = limit_rad / controller::kRadPerDegree;
    input_number(name, value_deg, -limit_deg, limit_deg, "%.0f deg");
  };
  ImGui::TextDisabled("camera: to the left, down");
  input("pan", pan_deg, sensors->mount.pan_limit_rad);
  input("tilt", tilt_deg, sensors->mount.tilt_limit_rad);
  if (pan_deg == before[0] && tilt_deg == before[1]) return;
  Goal goal = frame.goal;
  goal.gaze = {pan_deg * controller::kRadPerDegree, tilt_deg * controller::kRadPerDegree};
  ask(Intervention{.goal = goal});
}

}  // namespace

std::optional<controller::Vector3d> way_buttons(const char* id) {
  struct Way {
    const char* name;
    controller::Vector3d way_B;
  };
  const Way ways[] = {{"forwards", {1, 0, 0}}, {"back", {-1, 0, 0}}, {"left", {0, 1, 0}},
                      {"right", {0, -1, 0}},   {"off", {0, 0, 1}},   {"nearer", {0, 0, -1}}};
  std::optional<controller::Vector3d> pressed;
  ImGui::PushID(id);
  for (const Way& way : ways) {
    if (ImGui::Button(way.name)) pressed = way.way_B;
    ImGui::SameLine();
  }
  ImGui::NewLine();
  ImGui::PopID();
  return pressed;
}

void controls_panel(const Frame& frame, Ui& ui, const Ask& ask) {
  if (!ui.panels.controls) return;
  const FloatingPanel panel("Controls", ui.panels.controls, 440, 620, static_cast<float>(ui.scale));
  if (!panel) return;
  walk_controls(frame, ui, ask);
  ImGui::Separator();
  body_controls(frame, ask);
  path_controls(frame, ui, ask);
  ImGui::Separator();
  leg_controls(frame, ui, ask);
  ImGui::Separator();
  push_controls(ask);
  ImGui::Separator();
  relay_controls(frame, ui, ask);
  gaze_controls(frame, ask);
}

}  // namespace ventosa::view
