#include "view/panels/draw.h"
#include "view/window/keys.h"

namespace ventosa::view {

void help_panel(Ui& ui) {
  if (!ui.panels.help) return;
  const FloatingPanel panel("Keys (F1)", ui.panels.help, 620, 560, static_cast<float>(ui.scale));
  if (!panel || !ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("input", ImGuiTableColumnFlags_WidthFixed);
  const auto line = [](const char* input, const char* help) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(input);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(help);
  };
  for (const Key& key : keys()) line(key.name, key.help);
  for (const MouseHelp& mouse : mouse_help()) line(mouse.input, mouse.help);
  ImGui::EndTable();
}

void info_panel(const Frame& frame, Ui& ui, const Speedometer& speed) {
  const Section section("Speed (F2)", ui.panels.info);
  if (!section) return;
  ImGui::Text("%.0f pictures a second", speed.pictures_s);
  ImGui::TextWrapped("%s", speed.renderer.c_str());
  ImGui::Text("real-time factor %.2f", frame.play.realtime_factor);
  ImGui::Text("tick %.0f us, 99 %% below %.0f us", 1e6 * frame.play.tick_p50_s,
              1e6 * frame.play.tick_p99_s);
  ImGui::Text("history %.1f MB, %.1f s", 1e-6 * static_cast<double>(frame.history_bytes),
              static_cast<double>(frame.n_reached) * frame.period_s());
  ImGui::Text("rows that plots missed: %lld", static_cast<long long>(frame.rows->n_left_out()));
  ImGui::Text("seed %llu, state hash %016llx", static_cast<unsigned long long>(frame.seed),
              static_cast<unsigned long long>(frame.state_hash));
}

void messages_panel(Ui& ui) {
  const Section section("Messages", ui.panels.messages);
  if (!section) return;
  ImGui::BeginChild("list", {0, 10 * ImGui::GetTextLineHeightWithSpacing()}, true);
  for (const std::string& text : ui.messages) ImGui::TextWrapped("%s", text.c_str());
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
  ImGui::EndChild();
}

}  // namespace ventosa::view
