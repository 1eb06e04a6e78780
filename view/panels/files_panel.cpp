#include <algorithm>

#include "view/panels/draw.h"

namespace ventosa::view {

namespace fs = std::filesystem;

namespace {

/// The scenarios that came with the program and pass the filter.
void shipped_list(const std::vector<fs::path>& shipped, Ui& ui) {
  ImGui::InputTextWithHint("##filter", "filter: wall, real, hexapod ...", ui.file_filter,
                           sizeof ui.file_filter);
  ImGui::BeginChild("shipped", {0, 0}, true);
  for (const fs::path& file : shipped) {
    const std::string name = file.stem().string();
    if (name.find(ui.file_filter) == std::string::npos) continue;
    if (ImGui::Selectable(name.c_str())) ui.file_to_open = file;
  }
  ImGui::EndChild();
}

}  // namespace

void files_panel(const std::vector<fs::path>& shipped, Ui& ui) {
  if (!ui.panels.files) return;
  const FloatingPanel panel("Open", ui.panels.files, 380, 420, static_cast<float>(ui.scale));
  if (!panel) return;
  ImGui::TextUnformatted("scenario, or folder of results");
  bool entered = ImGui::InputText("##path", ui.file_path, sizeof ui.file_path,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  entered = ImGui::Button("Open") || entered;
  if (entered && ui.file_path[0] != '\0') ui.file_to_open = ui.file_path;
  if (ImGui::Button("Reload (Ctrl+L)")) ui.reloads = true;
  ImGui::SameLine();
  if (ImGui::Button("Save as a scenario (Ctrl+S)")) ui.saves = true;
  ImGui::Separator();
  ImGui::TextUnformatted("shipped scenarios");
  shipped_list(shipped, ui);
}

}  // namespace ventosa::view
