#include "view/panels/draw.h"

namespace ventosa::view {
namespace {

/// Lists the messages received so far.
void messages(const Ui& ui) {
  for (const std::string& message : ui.messages) ImGui::TextWrapped("%s", message.c_str());
}

}  // namespace

Waiting waiting_panel(const Rect& place, const std::string& what, double since_s,
                      const std::string* failure, const Ui& ui) {
  const FixedPanel panel("waiting", place);
  if (failure == nullptr) {
    ImGui::Text("%s ... %.0f s", what.c_str(), since_s);
    ImGui::Separator();
    messages(ui);
    return Waiting::kGoesOn;
  }
  ImGui::TextColored(as_imgui(kVermillion), "the robot is not available:");
  ImGui::TextWrapped("%s", failure->c_str());
  ImGui::Separator();
  return ImGui::Button("try again (Ctrl+L)") ? Waiting::kTriesAgain : Waiting::kGoesOn;
}

}  // namespace ventosa::view
