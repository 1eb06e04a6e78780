#include "models/joint_text.h"
#include "view/panels/draw.h"
#include "view/panels/safety_words.h"

/// Causes that stop the robot, their remedies, and predictions of further ones.
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
  const controller::Leg& leg = frame.robot().leg[static_cast<std::size_t>(breach.leg)];
  const controller::Joint& joint = leg.joint[static_cast<std::size_t>(breach.joint)];
  const auto text = [&](double value) {
    const bool is_angle = breach.kind == hal::LimitKind::kAngle;
    return three_digits(value) + (is_angle ? models::way_text(joint, value) : "");
  };
  ImGui::PushStyleColor(ImGuiCol_Text, as_imgui(kVermillion));
  ImGui::TextWrapped("command not sent: %s joint %d, %s %s, limit %s", leg.name.c_str(),
                     leg.joint_number(breach.joint),
                     std::string(controller::name(breach.kind)).c_str(), text(breach.value).c_str(),
                     text(breach.limit).c_str());
  ImGui::PopStyleColor();
}

bool is_unknown(const WireStatus& wire, std::size_t leg) {
  return leg < wire.cup.size() && wire.cup[leg] == hal::CupKnowledge::kUnknown;
}

bool are_others_unknown(const WireStatus& wire, std::size_t leg) {
  for (std::size_t i = 0; i < wire.cup.size(); ++i)
    if (i != leg && is_unknown(wire, i)) return true;
  return false;
}

void say(std::size_t leg, hal::CupWord word, Ui& ui, const Ask& ask) {
  ask(Intervention{.cup = hal::CupAnswer{leg, word, ui.free_leg == leg}});
  ui.free_leg.reset();
}

/// Question about a cup in an unknown state. A `free` answer is asked twice while other cups are
/// unknown too.
void cup_question(const Frame& frame, std::size_t leg, Ui& ui, const Ask& ask) {
  const std::string& name = frame.robot().leg[leg].name;
  const bool again = ui.free_leg == leg;
  ImGui::PushID(static_cast<int>(leg));
  ImGui::TextWrapped("%s: %s", name.c_str(),
                     again ? "free? Its suction is switched off, and other cups are unknown too."
                           : "its pressure zero is unverified since its boot. Is it attached?");
  if (ImGui::Button("holds")) say(leg, hal::CupWord::kHolds, ui, ask);
  ImGui::SameLine();
  if (ImGui::Button(again ? "free, I am sure" : "free")) {
    if (again || !are_others_unknown(*frame.wire, leg))
      say(leg, hal::CupWord::kFree, ui, ask);
    else
      ui.free_leg = leg;
  }
  ImGui::PopID();
}

void cup_questions(const Frame& frame, Ui& ui, const Ask& ask) {
  if (ui.free_leg && !is_unknown(*frame.wire, *ui.free_leg)) ui.free_leg.reset();
  for (std::size_t i = 0; i < frame.wire->cup.size(); ++i)
    if (is_unknown(*frame.wire, i)) cup_question(frame, i, ui, ask);
  if (!frame.wire->answered) return;
  const auto& [answer, reply] = *frame.wire->answered;
  ImGui::TextWrapped("%s %s: %s", std::string(controller::name(answer.word)).c_str(),
                     frame.robot().leg[answer.leg].name.c_str(), hal::sentence(reply));
}

void mode_cell(hal::GuardMode mode, hal::GuardMode now) {
  mode == now ? cell("stays", kGrey) : cell(upper_case(mode), mode_colour(mode));
}

}  // namespace

void safety_panel(const Frame& frame, Ui& ui, const Ask& ask) {
  if (!frame.wire) return;
  const Section section("Safety", ui.panels.safety, true);
  if (!section) return;
  int n = 0;
  hal::for_each_cause(frame.session.guard, [&](const hal::Cause& cause) {
    cause_line(frame, cause);
    ++n;
  });
  if (n == 0) ImGui::TextDisabled("nothing stops the robot");
  if (frame.wire->breach) breach_line(frame, *frame.wire->breach);
  cup_questions(frame, ui, ask);
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
