#include "view/panels/draw.h"
#include "view/panels/safety_words.h"

/// Main controls of an operator.
namespace ventosa::view {

using hal::GuardMode;
using hal::OperatorAction;

namespace {

constexpr float kLarge = 2;  ///< scale of the text of mode and HOLD

bool button(const char* text, const Rect& place, const sim::Rgba& colour, bool enabled) {
  ImGui::SetCursorScreenPos({place.x, place.y});
  ImGui::BeginDisabled(!enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, as_imgui(colour));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, as_imgui(colour));
  const bool pressed = ImGui::Button(text, {place.width, place.height});
  ImGui::PopStyleColor(2);
  ImGui::EndDisabled();
  return pressed;
}

void words(const Rect& place, const Frame& frame) {
  const GuardMode mode = frame.session.guard.mode;
  ImGui::SetCursorScreenPos({place.x, place.y});
  ImGui::BeginChild("words", {place.width, place.height}, false, ImGuiWindowFlags_NoScrollbar);
  ImGui::SetWindowFontScale(kLarge);
  ImGui::TextColored(as_imgui(mode_colour(mode)), "%s", upper_case(mode).c_str());
  ImGui::SetWindowFontScale(1);
  ImGui::TextWrapped("%s", advice(frame).c_str());
  ImGui::EndChild();
}

/// Questions before a cut, placed beside HOLD, which stays accessible.
void cut_questions(const Rect& below, Ui& ui, const Ask& ask) {
  if (!ui.cut.are_open) return;
  const auto scale = static_cast<float>(ui.scale);
  ImGui::SetNextWindowPos({below.x + below.width - 430 * scale, below.y + below.height});
  ImGui::Begin("cut", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::TextUnformatted(
      "CUT switches torque and suction off: the robot sinks down; one that hangs by its cups "
      "falls.");
  ImGui::Checkbox("I mean it: off", &ui.cut.confirmed);
  ImGui::Checkbox("The ground or a tether supports the robot", &ui.cut.supported);
  ImGui::BeginDisabled(!ui.cut.confirmed || !ui.cut.supported);
  if (ImGui::Button("CUT now")) {
    ask(Intervention{.request = {OperatorAction::kCut, ui.cut.confirmed, ui.cut.supported}});
    ui.cut = {};
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("no")) ui.cut = {};
  ImGui::End();
}

}  // namespace

SafetyButtons safety_buttons(const Rect& place, float scale) {
  const float gap = 8 * scale, height = place.height - 2 * gap;
  const float hold = 250 * scale, other = 84 * scale, low = 40 * scale;
  const float right = place.x + place.width - gap, y = place.y + gap;
  const float first = right - 3 * other - 2 * gap;
  const float middle = y + 0.5f * (height - low);
  return {.hold = {place.x + gap, y, hold, height},
          .go_on = {first, middle, other, low},
          .disarm = {first + other + gap, middle, other, low},
          .cut = {first + 2 * (other + gap), middle, other, low},
          .words = {place.x + hold + 3 * gap, y, first - place.x - hold - 4 * gap, height}};
}

void safety_bar(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask) {
  const SafetyButtons at = safety_buttons(place, static_cast<float>(ui.scale));
  const GuardMode mode = frame.session.guard.mode;
  const auto request = [&](OperatorAction action) { ask(Intervention{.request = {action}}); };
  {
    const FixedPanel panel("operator", place, ImGuiWindowFlags_NoScrollbar);
    ImGui::SetWindowFontScale(kLarge);
    if (button("HOLD", at.hold, kVermillion, is_armed(mode))) request(OperatorAction::kHold);
    ImGui::SetWindowFontScale(1);
    words(at.words, frame);
    const bool held = is_armed(mode) && mode != GuardMode::kActive;
    const bool may_arm = mode == GuardMode::kReady || mode == GuardMode::kCut;
    if (button(held ? "GO ON" : "ARM", at.go_on, kGreen, held || may_arm))
      request(held ? OperatorAction::kAcknowledge : OperatorAction::kArm);
    if (button("DISARM", at.disarm, kBlue, is_armed(mode) || mode == GuardMode::kCut))
      request(OperatorAction::kDisarm);
    const bool may_cut = mode != GuardMode::kOffline && mode != GuardMode::kCut;
    if (button("CUT ...", at.cut, kGrey, may_cut)) ui.cut = {.are_open = !ui.cut.are_open};
  }
  cut_questions(place, ui, ask);
}

}  // namespace ventosa::view
