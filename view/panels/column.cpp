#include <algorithm>

#include "view/panels/draw.h"

namespace ventosa::view {
namespace {

/// Edge of the column, which can be dragged.
void edge(const Rect& place, Ui& ui) {
  constexpr float kWide = 5;
  ImGui::SetCursorPos({0, 0});
  ImGui::InvisibleButton("edge", {kWide, place.height});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (!ImGui::IsItemActive()) return;
  const float wider = ImGui::GetIO().MouseDelta.x / static_cast<float>(ui.scale);
  ui.column_width = std::clamp(ui.column_width - wider, kNarrowestColumn, kWidestColumn);
}

}  // namespace

void column(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask,
            const Speedometer& speed) {
  const FixedPanel panel("column", place,
                         ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  edge(place, ui);
  ImGui::SetCursorPos({8, 8});
  ImGui::BeginChild("sections");
  safety_panel(frame, ui, ask);
  what_if_panel(frame, ui);
  links_panel(frame, ui);
  twin_panel(frame, ui);
  leg_panel(frame, ui);
  ranges_panel(frame, ui);
  controls_panel(frame, ui, ask);
  options_panel(frame, ui, ask);
  gait_panel(frame, ui);
  tasks_panel(frame, ui);
  estimate_panel(frame, ui);
  power_panel(frame, ui);
  signals_panel(frame, ui);
  messages_panel(ui);
  info_panel(frame, ui, speed);
  ImGui::EndChild();
}

}  // namespace ventosa::view
