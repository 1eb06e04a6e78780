#include "view/panels/draw.h"
#include "view/panels/option_fields.h"

namespace ventosa::view {

void options_panel(const Frame& frame, Ui& ui, const Ask& ask) {
  const Section section("Controller options", ui.panels.options);
  if (!section) return;
  if (!ui.options) ui.options = frame.options;
  if (ImGui::Button("apply")) ask(Intervention{.options = ui.options});
  ImGui::SameLine();
  if (ImGui::Button("undo edits")) ui.options = frame.options;
  ImGui::TextDisabled("last change: %s",
                      std::string(controller::name(frame.session.options)).c_str());
  OptionFields field;
  ImGui::Indent();
  describe(field, *ui.options);
  ImGui::Unindent();
}

}  // namespace ventosa::view
