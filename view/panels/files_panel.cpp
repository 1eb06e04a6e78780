#include <algorithm>

#include "view/panels/draw.h"

namespace ventosa::view {

namespace fs = std::filesystem;

namespace {

/// Shipped scenarios that match the filter.
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

/// Saves the scenario with all inputs of this session in place of its script.
void save_as(Ui& ui) {
  ImGui::TextUnformatted("save as a scenario, with all interventions (Ctrl+S: automatic name)");
  bool entered = ImGui::InputTextWithHint("##save", "name.yaml", ui.save_path, sizeof ui.save_path,
                                          ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  entered = ImGui::Button("Save") || entered;
  if (entered && ui.save_path[0] != '\0') ui.file_to_save = ui.save_path;
}

}  // namespace

void files_panel(const std::vector<fs::path>& shipped, Ui& ui) {
  if (!ui.panels.files) return;
  const FloatingPanel panel("Open, save", ui.panels.files, 500, 440, static_cast<float>(ui.scale));
  if (!panel) return;
  ImGui::TextUnformatted("scenario, or folder of results");
  bool entered = ImGui::InputText("##path", ui.file_path, sizeof ui.file_path,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  entered = ImGui::Button("Open") || entered;
  if (entered && ui.file_path[0] != '\0') ui.file_to_open = ui.file_path;
  ImGui::SameLine();
  if (ImGui::Button("Reload")) ui.reloads = true;
  save_as(ui);
  ImGui::Separator();
  ImGui::TextUnformatted("shipped scenarios");
  shipped_list(shipped, ui);
}

}  // namespace ventosa::view
