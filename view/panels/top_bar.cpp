#include <algorithm>
#include <cstdio>

#include "models/text.h"
#include "view/panels/draw.h"
#include "view/run/pace.h"

namespace ventosa::view {

using controller::Reason;
using hal::GuardMode;
using hal::OperatorAction;

namespace {

std::string leg_name(const Frame& frame, int leg) {
  const bool is_there = leg >= 0 && leg < frame.robot().n_legs();
  return is_there ? frame.robot().leg[static_cast<std::size_t>(leg)].name : "";
}

/// Names of the legs whose cups were lost so far.
std::string lost_cups(const Frame& frame) {
  std::string names;
  for (const Event& event : frame.events)
    if (event.kind == Event::Kind::kLost && event.tick <= frame.tick)
      names += (names.empty() ? "" : ", ") + leg_name(frame, event.leg);
  return names.empty() ? "" : "lost: " + names + "; ";
}

bool coloured_button(const char* text, const sim::Rgba& colour, float width) {
  ImGui::PushStyleColor(ImGuiCol_Button, as_imgui(colour));
  const bool pressed = ImGui::Button(text, {width, 0});
  ImGui::PopStyleColor();
  return pressed;
}

void speed_choice(const Frame& frame, const Ask& ask) {
  constexpr double kSpeeds[] = {0.125, 0.25, 0.5, 1, 2, 4, 8, 16, Pace::kAsFastAsPossible};
  constexpr const char* kNames[] = {"1/8 x", "1/4 x", "1/2 x", "1 x", "2 x",
                                    "4 x",   "8 x",   "16 x",  "max"};
  int now = 3;
  for (int k = 0; k < 9; ++k)
    if (kSpeeds[k] == frame.play.speed) now = k;
  ImGui::SetNextItemWidth(4.5f * ImGui::GetFontSize());
  if (ImGui::Combo("##speed", &now, kNames, 9)) ask(Speed{kSpeeds[now]});
}

void time_buttons(const Frame& frame, const Ask& ask) {
  const float em = ImGui::GetFontSize();
  if (ImGui::Button(frame.play.playing ? "Pause" : "Play", {4 * em, 0}))
    frame.play.playing ? ask(Pause{}) : play(frame, ask);
  ImGui::SameLine();
  if (frame.is_twin()) {
    if (ImGui::Button("<|")) ask(Step{-1});
    ImGui::SameLine();
  }
  if (ImGui::Button("|>")) ask(Step{1});
  ImGui::SameLine();
  speed_choice(frame, ask);
  ImGui::SameLine();
}

void operator_button(const Frame& frame, const Ask& ask) {
  const OperatorAction action = hold_or_go_on(frame.session.guard.mode);
  const bool holds = action == OperatorAction::kHold;
  const char* const name = holds ? "HOLD" : action == OperatorAction::kArm ? "ARM" : "GO ON";
  if (coloured_button(name, holds ? kVermillion : kGreen, 5 * ImGui::GetFontSize()))
    ask(Intervention{.request = {action}});
  ImGui::SameLine();
}

std::string held_text(const scenarios::SessionReport& session) {
  if (session.refusal != hal::Refusal::kNone)
    return "held: GO ON is refused, " + std::string(controller::name(session.refusal));
  return "held until GO ON";
}

/// State of the run as text.
std::string state_text(const Frame& frame) {
  const std::int64_t percent = 100 * frame.tick / std::max<std::int64_t>(1, frame.n_ticks);
  if (frame.play.repeats) return "replaying the earlier run, " + std::to_string(percent) + " %";
  if (!frame.play.failure.empty()) return frame.play.failure;
  if (frame.tick < frame.n_reached && !frame.play.playing)
    return "showing an earlier time; " + reason_text(frame);
  if (frame.tick < frame.n_reached) return "replaying; " + reason_text(frame);
  if (frame.play.over && frame.is_twin())
    return "end: play restarts the scenario; " + reason_text(frame);
  if (frame.play.over) return "end of the scenario";
  const GuardMode mode = frame.session.guard.mode;
  if (mode == GuardMode::kReady) return "holds until it is armed";
  if (hold_or_go_on(mode) == OperatorAction::kAcknowledge) return held_text(frame.session);
  return reason_text(frame);
}

}  // namespace

void play(const Frame& frame, const Ask& ask) {
  if (frame.play.over) ask(Seek{0});
  ask(Play{});
}

std::string reason_text(const Frame& frame) {
  const controller::Diagnostics& plan = frame.plan;
  if (plan.reason == Reason::kNone) return "as requested";
  std::string text(controller::name(plan.reason));
  if (!leg_name(frame, plan.refused_leg).empty()) text += ": " + leg_name(frame, plan.refused_leg);
  if (plan.reason != Reason::kLiftRefused || plan.lift.limit == controller::Limit::kNone)
    return text;
  return text + ", " + leg_name(frame, plan.lift.leg) + " would exceed its limit of " +
         std::string(controller::name(plan.lift.limit)) + ", margin " +
         models::decimal(plan.lift.margin, 2);
}

void top_bar(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask) {
  const FixedPanel panel("top", place);
  const float em = ImGui::GetFontSize();
  if (!frame.can.keeps_time) time_buttons(frame, ask);
  ImGui::Text("%7.2f s  %4.2f x real", frame.time_s(), frame.play.realtime_factor);
  ImGui::SameLine();
  bool pd = frame.goal.pd;
  if (ImGui::Checkbox("PD", &pd)) ask(Intervention{.pd = pd});
  ImGui::SameLine();
  if (!frame.can.needs_arming) operator_button(frame, ask);
  const std::string lost = lost_cups(frame);
  const bool good =
      frame.plan.reason == Reason::kNone && frame.play.failure.empty() && lost.empty();
  ImGui::TextColored(as_imgui(good ? kGreen : kOrange), "%s%s", lost.c_str(),
                     state_text(frame).c_str());
  ImGui::SameLine(place.width - 18.5f * em);
  if (ImGui::Button("Controls", {6.5f * em, 0})) ui.panels.controls = !ui.panels.controls;
  ImGui::SameLine();
  if (ImGui::Button("Open", {4 * em, 0})) ui.panels.files = !ui.panels.files;
  ImGui::SameLine();
  if (ImGui::Button("F1 help")) ui.panels.help = !ui.panels.help;
}

}  // namespace ventosa::view
