#include <string>

#include "view/panels/draw.h"
#include "view/window/viewpoints.h"

namespace ventosa::view {
namespace {

/// State of a foot as text: its safety factor or, in the air, the phase of its step.
std::string foot_text(const Frame& frame, std::size_t leg) {
  const ShownLeg& shown = frame.shown.leg[leg];
  if (shown.held) return three_digits(shown.safety_factor);
  const bool steps = frame.plan.phase[leg] != controller::FootPhase::kStance;
  return std::string(steps ? controller::name(frame.plan.phase[leg]) : shown.foot);
}

void leg_line(const Frame& frame, Ui& ui, std::size_t leg) {
  const ShownLeg& shown = frame.shown.leg[leg];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = 0.3f * ImGui::GetFontSize();
  const ImVec2 middle{at.x + r, at.y + 0.5f * ImGui::GetTextLineHeight()};
  const ImU32 colour =
      ImGui::GetColorU32(as_imgui(shown.held ? margin_colour(shown.safety_factor) : kGrey));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  shown.held ? draw.AddCircleFilled(middle, r, colour) : draw.AddCircle(middle, r, colour, 0, 2);
  ImGui::Dummy({3 * r, 0});
  ImGui::SameLine();
  char text[96];
  std::snprintf(text, sizeof text, "%s  %s###leg%zu", frame.robot().leg[leg].name.c_str(),
                foot_text(frame, leg).c_str(), leg);
  if (ImGui::Selectable(text, ui.leg == leg)) ui.leg = leg;
}

const char* gait_name(const Frame& frame) {
  const controller::Gait* const gait = frame.robot().find_gait(frame.goal.gait);
  return gait ? gait->name.c_str() : "free";
}

/// Stability margin of a robot with point feet.
void stability_line(const Frame& frame, const Ui& ui) {
  const auto margin = column_of(ui, "stability.margin");
  if (!margin) return;
  const double margin_m = frame.row[*margin];
  ImGui::TextColored(as_imgui(margin_m > 0 ? kGreen : kVermillion), "stability %s",
                     with_unit(1000 * margin_m, "mm").c_str());
}

void view_choice(const Frame& frame, Ui& ui) {
  const auto names = view_names();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::Combo("##view", &ui.view, names.data(), static_cast<int>(names.size())))
    look_from(ui.view, frame, ui.orbit);
}

void legend() {
  const auto entry = [](const sim::Rgba& colour, const char* text) {
    swatch(colour);
    ImGui::TextUnformatted(text);
  };
  ImGui::TextDisabled("feet, safety factor");
  entry(kSky, "3 and more");
  entry(kGreen, "1.4 to 3");
  entry(kYellow, "1 to 1.4");
  entry(kVermillion, "below 1");
  entry(kGrey, "without load");
}

}  // namespace

void robot_panel(const Rect& place, const Frame& frame, Ui& ui) {
  const FixedPanel panel("robot", place);
  ImGui::Text("%s, %s", frame.robot().name.c_str(), gait_name(frame));
  ImGui::TextDisabled("%s", frame.scenario->name.c_str());
  if (!frame.is_twin()) ImGui::TextDisabled("readings only");
  ImGui::Separator();
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) leg_line(frame, ui, i);
  stability_line(frame, ui);
  ImGui::Separator();
  view_choice(frame, ui);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4 * static_cast<float>(ui.scale), 0});
  Overlays& o = ui.overlays;
  const auto coloured = [](const char* text, bool& shown, const sim::Rgba& colour) {
    swatch(colour);
    ImGui::Checkbox(text, &shown);
  };
  ImGui::TextDisabled("forces, 10 N: %.2g cm", 1000 * arrow_m_N(frame));
  if (frame.is_twin()) coloured("true", o.true_forces, kTrue);
  coloured("estimated", o.estimated_forces, kEstimated);
  coloured("planned", o.planned_forces, kPlanned);
  if (frame.robot().cup()) coloured("limits", o.limits, kSky);
  coloured("centre of mass", o.centre_of_mass, kYellow);
  coloured("support", o.support, kGreen);
  coloured("footholds", o.footholds, kPlanned);
  coloured("body path", o.path, kPlanned);
  coloured("gravity", o.gravity, kGrey);
  coloured("surfaces' edges", o.edges, kGrey);
  coloured("planes known", o.known, kEstimated);
  if (frame.scenario->robot.sensors && frame.can.telemetry.depth_camera)
    ImGui::Checkbox("camera's view", &o.camera);
  ImGui::Separator();
  legend();
  ImGui::PopStyleVar();
}

}  // namespace ventosa::view
