#include "view/panels/draw.h"
#include "view/panels/safety_words.h"

/// What stops the robot, what clears it, and what would stop it.
namespace ventosa::view {
namespace {

void cause_line(const Frame& frame, const hal::Cause& cause) {
  ImGui::PushStyleColor(ImGuiCol_Text, as_imgui(cause.present ? kVermillion : kYellow));
  ImGui::TextWrapped("%s %s", cause.present ? "!" : "o", cause_text(frame, cause).c_str());
  ImGui::PopStyleColor();
  ImGui::Indent();
  ImGui::TextWrapped("%s", hal::remedy(cause.trigger));
  ImGui::Unindent();
}

void breach_line(const Frame& frame, const hal::LimitBreach& breach) {
  ImGui::PushStyleColor(ImGuiCol_Text, as_imgui(kVermillion));
  ImGui::TextWrapped("command not sent: %s joint %d, %s %s, limit %s",
                     frame.robot().leg[static_cast<std::size_t>(breach.leg)].name.c_str(),
                     breach.joint + 1, std::string(controller::name(breach.kind)).c_str(),
                     three_digits(breach.value).c_str(), three_digits(breach.limit).c_str());
  ImGui::PopStyleColor();
}

void mode_cell(hal::GuardMode mode, hal::GuardMode now) {
  mode == now ? cell("stays", kGrey) : cell(upper_case(mode), mode_colour(mode));
}

}  // namespace

void safety_panel(const Frame& frame, Ui& ui) {
  if (!frame.wire) return;
  const Section section("Safety", ui.panels.safety, true);
  if (!section) return;
  int n = 0;
  hal::for_each_cause(frame.session.guard, [&](const hal::Cause& cause) {
    cause_line(frame, cause);
    ++n;
  });
  if (n == 0) ImGui::TextDisabled("nothing stops it");
  if (frame.wire->breach) breach_line(frame, *frame.wire->breach);
}

void what_if_panel(const Frame& frame, Ui& ui) {
  if (!frame.wire) return;
  const Section section("What happens if", ui.panels.what_if, true);
  if (!section || !ImGui::BeginTable("what if", 3, kTable)) return;
  header({"trigger", "of the robot", ("of " + frame.robot().leg[ui.leg].name).c_str()});
  const hal::GuardMode now = frame.session.guard.mode;
  for (std::size_t k = 0; k < hal::kTriggers; ++k) {
    const auto trigger = static_cast<hal::Trigger>(k);
    cell(std::string(controller::name(trigger)));
    mode_cell(would_follow(frame, std::nullopt, trigger), now);
    mode_cell(would_follow(frame, static_cast<int>(ui.leg), trigger), now);
  }
  ImGui::EndTable();
  ImGui::TextDisabled("select the leg at the left");
}

}  // namespace ventosa::view
