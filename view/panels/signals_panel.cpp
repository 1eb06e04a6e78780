#include "view/panels/draw.h"
#include "view/panels/plot.h"

namespace ventosa::view {

void signals_panel(const Frame& frame, Ui& ui) {
  const Section section("Signals (F4)", ui.panels.signals);
  if (!section) return;
  ImGui::InputText("filter", ui.filter, sizeof ui.filter);
  ImGui::TextDisabled("drag a signal into a plot");
  ImGui::BeginChild("list", {0, 14 * ImGui::GetTextLineHeightWithSpacing()}, true);
  const std::string filter = ui.filter;
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < ui.columns.size(); ++k)
    if (ui.columns[k].name.find(filter) != std::string::npos) shown.push_back(k);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step())
    for (int line = clipper.DisplayStart; line < clipper.DisplayEnd; ++line) {
      const std::size_t k = shown[static_cast<std::size_t>(line)];
      const record::Column& column = ui.columns[k];
      ImGui::Selectable(column.name.c_str());
      if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload(kDraggedSignal, &k, sizeof k);
        ImGui::TextUnformatted(column.name.c_str());
        ImGui::EndDragDropSource();
      }
      ImGui::SameLine(0.7f * ImGui::GetWindowWidth());
      const double value = k < frame.row.size() ? frame.row[k] : controller::kUnknown;
      const std::string text =
          column.enumerators.empty() ? three_digits(value) : record::value_name(column, value);
      ImGui::Text("%s %s", text.c_str(),
                  column.unit == "1" || column.unit == "enum" ? "" : column.unit.c_str());
    }
  ImGui::EndChild();
}

}  // namespace ventosa::view
