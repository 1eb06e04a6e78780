#include "view/panels/control_groups.h"
#include "view/panels/draw.h"

/// Controls for faults.
namespace ventosa::view {

using sim::FaultKind;
using sim::FaultPlace;

namespace {

/// Fault of the chosen kind for the selected leg.
sim::Fault fault_of(FaultKind kind, const Ui& ui, double amount) {
  const sim::FaultTraits& traits = sim::traits(kind);
  sim::Fault fault{.kind = kind, .amount = amount};
  if (traits.place != FaultPlace::kBody) fault.leg = static_cast<int>(ui.leg);
  if (traits.place == FaultPlace::kJoint) fault.joint = ui.fault.joint;
  return fault;
}

std::string place_of(const sim::Fault& fault, const controller::RobotModel& robot) {
  if (fault.leg < 0) return "body";
  const controller::Leg& leg = robot.leg[static_cast<std::size_t>(fault.leg)];
  if (fault.joint < 0) return leg.name;
  return leg.name + " joint " + std::to_string(leg.joint_number(fault.joint));
}

/// True if the robot has the part that a kind of fault affects.
bool has_part(const Frame& frame, const Ui& ui, FaultKind kind) {
  const auto refusal =
      sim::refusal_of(fault_of(kind, ui, 0), frame.scenario->robot, frame.scenario->twin);
  return !refusal || refusal->key != std::string_view("kind");
}

void choose_kind(const Frame& frame, const Ui& ui, FaultChoice& choice) {
  const auto& words = controller::kEnumerators<FaultKind>;
  for (std::size_t k = 0; !has_part(frame, ui, choice.kind) && k < words.size(); ++k)
    choice = {.kind = static_cast<FaultKind>(k)};
  const std::string now(controller::name(choice.kind));
  ImGui::SetNextItemWidth(12 * ImGui::GetFontSize());
  if (!ImGui::BeginCombo("kind", now.c_str())) return;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const auto kind = static_cast<FaultKind>(k);
    if (!has_part(frame, ui, kind)) continue;
    if (ImGui::Selectable(std::string(words[k]).c_str(), kind == choice.kind))
      choice = {.kind = kind, .joint = choice.joint};
  }
  ImGui::EndCombo();
}

void choose_relay(FaultChoice& choice) {
  const auto& words = controller::kEnumerators<controller::Relay>;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const auto number = static_cast<double>(k);
    if (ImGui::RadioButton(std::string(words[k]).c_str(), choice.amount.value_or(0) == number))
      choice.amount = number;
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

void choose_details(const Frame& frame, const Ui& ui, FaultChoice& choice) {
  const sim::FaultTraits& traits = sim::traits(choice.kind);
  if (traits.place == FaultPlace::kJoint) {
    ImGui::SetNextItemWidth(12 * ImGui::GetFontSize());
    const controller::Leg& leg = frame.robot().leg[ui.leg];
    int number = leg.joint_number(choice.joint);
    ImGui::SliderInt("joint", &number, leg.joint_number(0), leg.joint_number(leg.n_joints - 1));
    choice.joint = number - leg.joint_number(0);
  }
  if (traits.amount.key == nullptr) return;
  if (choice.kind == FaultKind::kRelayStuck) return choose_relay(choice);
  if (!choice.amount) choice.amount = traits.amount.usual.value_or(0.002);
  double amount = *choice.amount;
  input_number(traits.amount.key, amount, traits.amount.range.min, traits.amount.range.max,
               (std::string("%.4g ") + traits.amount.unit).c_str());
  choice.amount = amount;
}

}  // namespace

void fault_controls(const Frame& frame, Ui& ui, const Ask& ask) {
  ImGui::TextDisabled("inject a fault (for a leg: %s)", frame.robot().leg[ui.leg].name.c_str());
  choose_kind(frame, ui, ui.fault);
  choose_details(frame, ui, ui.fault);
  const sim::Fault fault = fault_of(ui.fault.kind, ui, ui.fault.amount.value_or(0));
  const auto refusal = sim::refusal_of(fault, frame.scenario->robot, frame.scenario->twin);
  if (refusal)
    ImGui::TextDisabled("%s", (std::string(refusal->rule) + ": " + refusal->hint).c_str());
  else if (ImGui::Button("break"))
    ask(Intervention{.fault = fault});
  ImGui::SameLine();
  if (ImGui::Button("mend all")) ask(Intervention{.mend = true});
  for (const sim::TimedFault& each : frame.stimulus.fault)
    ImGui::BulletText("%s: %s", place_of(each.fault, frame.robot()).c_str(),
                      std::string(controller::name(each.fault.kind)).c_str());
}

}  // namespace ventosa::view
