#include "view/panels/draw.h"
#include "view/panels/option_fields.h"

namespace ventosa::view {

void options_panel(const Frame& frame, Ui& ui, const Ask& ask) {
  if (!ui.panels.options) return;
  const FloatingPanel panel("Controller options", ui.panels.options, 460, 520,
                            static_cast<float>(ui.scale));
  if (!panel) return;
  if (!ui.options) ui.options = frame.options;
  if (ImGui::Button("apply")) ask(Intervention{.options = ui.options});
  ImGui::SameLine();
  if (ImGui::Button("those in force")) ui.options = frame.options;
  ImGui::SameLine();
  ImGui::TextDisabled("last change: %s",
                      std::string(controller::name(frame.session.options)).c_str());
  ImGui::BeginChild("fields");
  OptionFields field;
  describe(field, *ui.options);
  ImGui::EndChild();
}

}  // namespace ventosa::view
