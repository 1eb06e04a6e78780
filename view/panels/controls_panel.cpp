#include <cmath>

#include "view/panels/control_groups.h"
#include "view/panels/draw.h"
#include "view/run/goals.h"

namespace ventosa::view {

using controller::Goal;
using controller::Relay;

namespace {

void slider(const char* name, double& value, double limit, const char* format) {
  const double low = -limit;
  ImGui::SetNextItemWidth(12 * ImGui::GetFontSize());
  ImGui::SliderScalar(name, ImGuiDataType_Double, &value, &low, &limit, format);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) value = 0;
}

/// Buttons for the gaits of the robot and for the free gait.
void gait_choice(const Frame& frame, const Ask& ask) {
  const auto& tables = frame.robot().gait;
  const auto choice = [&](const char* name, int number) {
    if (ImGui::RadioButton(name, frame.goal.gait == number))
      ask(Intervention{.goal = in_gait(frame, number)});
    ImGui::SameLine();
  };
  for (std::size_t k = 0; k < tables.size(); ++k)
    choice(tables[k].name.c_str(), static_cast<int>(k));
  choice("free", controller::kFreeGait);
  ImGui::NewLine();
}

void walk_controls(const Frame& frame, Ui& ui, const Ask& ask) {
  const WalkLimits most = walk_limits(frame);
  ImGui::TextDisabled("walk, in the body's frame; this gait: at most %.1f mm/s",
                      1000 * most.speed_m_s);
  gait_choice(frame, ask);
  double x_mm_s = 1000 * ui.walk.forwards_m_s, y_mm_s = 1000 * ui.walk.left_m_s;
  double turn_deg_s = ui.walk.turn_rad_s / controller::kRadPerDegree;
  slider("forwards", x_mm_s, 1000 * most.speed_m_s, "%.1f mm/s");
  slider("to the left", y_mm_s, 1000 * most.speed_m_s, "%.1f mm/s");
  slider("turn", turn_deg_s, most.turn_rad_s / controller::kRadPerDegree, "%.2f deg/s");
  ui.walk = {x_mm_s / 1000, y_mm_s / 1000, turn_deg_s * controller::kRadPerDegree};
  if (ImGui::Button("walk")) ask(Intervention{.goal = walking(frame, ui.walk)});
  ImGui::SameLine();
  if (ImGui::Button("stand")) ask(Intervention{.goal = walking(frame, {})});
  ImGui::SameLine();
  if (ImGui::Button("follow the script")) ask(Intervention{.back_to_script = true});
}

void body_controls(const Frame& frame, const Ask& ask) {
  ImGui::TextDisabled("move the body by 1 cm, all feet stay");
  if (const auto way_B = way_buttons("body"))
    ask(Intervention{.goal = shifted(frame, kShift_m * *way_B)});
}

/// A push that a standing robot feels: a third of its weight, in steps of 10 N.
double usual_push_N(const Frame& frame) {
  const double weight_N = frame.robot().total_mass_kg() * frame.options.gravity_W.norm();
  return std::fmax(10, 10 * std::round(weight_N / 30));
}

void push_controls(const Frame& frame, const Ask& ask) {
  const double push_N = usual_push_N(frame);
  ImGui::TextDisabled("push the body, %.0f N (a link: Ctrl and right drag)", push_N);
  const auto push = [&](const char* name, const controller::Vector3d& way_W) {
    if (ImGui::Button(name)) ask(Intervention{.push = sim::force_on({}, push_N * way_W)});
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
  if (!frame.robot().has_packs) return;
  ImGui::TextDisabled("pack of %s: relay", frame.robot().leg[ui.leg].name.c_str());
  const auto& words = controller::kEnumerators<Relay>;
  const std::optional<Relay> now =
      frame.truth ? frame.truth->leg[ui.leg].pack.relay : frame.goal.relay[ui.leg];
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    if (!ImGui::RadioButton(std::string(words[k]).c_str(), now == static_cast<Relay>(k))) continue;
    Goal goal = frame.goal;
    goal.relay[ui.leg] = static_cast<Relay>(k);
    ask(Intervention{.goal = goal});
  }
}

/// Controls of the camera's pan-tilt.
void gaze_controls(const Frame& frame, const Ask& ask) {
  const auto& sensors = frame.scenario->robot.sensors;
  if (!sensors || !frame.can.telemetry.pan_tilt) return;
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
  const Section section("Controls", ui.panels.controls);
  if (!section) return;
  walk_controls(frame, ui, ask);
  ImGui::Separator();
  body_controls(frame, ask);
  path_controls(frame, ui, ask);
  ImGui::Separator();
  leg_controls(frame, ui, ask);
  ImGui::Separator();
  if (frame.is_twin()) {
    push_controls(frame, ask);
    ImGui::Separator();
    fault_controls(frame, ui, ask);
    ImGui::Separator();
  }
  relay_controls(frame, ui, ask);
  gaze_controls(frame, ask);
}

}  // namespace ventosa::view
