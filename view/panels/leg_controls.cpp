#include "view/panels/control_groups.h"
#include "view/panels/draw.h"

namespace ventosa::view {

using controller::Goal;
using controller::LegMove;
using controller::LegRequest;
using controller::MoveSpace;
using controller::TaskKind;

namespace {

void ask_leg(const Frame& frame, const LegRequest& request, const Ask& ask) {
  Goal goal = frame.goal;
  goal.activity = controller::Activity::kLeg;
  goal.request = request;
  goal.request.id = frame.goal.request.id + 1;
  ask(Intervention{.goal = goal});
}

void joint_move(const Frame& frame, Ui& ui, const Ask& ask) {
  const controller::Leg& leg = frame.robot().leg[ui.leg];
  LegChoice& choice = ui.leg_move;
  const auto n = static_cast<std::size_t>(leg.n_joints);
  if (choice.leg != static_cast<int>(ui.leg)) {
    choice = {.leg = static_cast<int>(ui.leg)};
    for (std::size_t j = 0; j < n; ++j) choice.q_rad[j] = frame.seen.leg[ui.leg].joint[j].q_rad;
  }
  for (std::size_t j = 0; j < n; ++j) {
    const controller::Joint& joint = leg.joint[j];
    double q_deg = choice.q_rad[j] / controller::kRadPerDegree;
    const std::string name = "joint " + std::to_string(leg.joint_number(static_cast<int>(j)));
    input_number(name.c_str(), q_deg, joint.q_min_rad / controller::kRadPerDegree,
                 joint.q_max_rad / controller::kRadPerDegree, "%.1f deg");
    choice.q_rad[j] = q_deg * controller::kRadPerDegree;
  }
  if (ImGui::Button("measured angles")) choice.leg = -1;
  ImGui::SameLine();
  if (!ImGui::Button("move the joints")) return;
  LegMove move{.space = MoveSpace::kJoints, .n = 1};
  move.q_rad[0] = choice.q_rad;
  ask_leg(frame, {.leg = static_cast<int>(ui.leg), .kind = TaskKind::kMove, .move = move}, ask);
}

void cartesian_move(const Frame& frame, const Ui& ui, const Ask& ask) {
  constexpr double kStep_m = 0.02;
  const char* const foot = frame.robot().foot_word();
  ImGui::TextDisabled("move the %s by 2 cm along the body's axes", foot);
  const auto way_B = way_buttons(foot);
  if (!way_B) return;
  LegMove move{.space = MoveSpace::kCartesian, .n = 1};
  move.shift_B[0].translation() = kStep_m * *way_B;
  ask_leg(frame, {.leg = static_cast<int>(ui.leg), .kind = TaskKind::kMove, .move = move}, ask);
}

}  // namespace

void leg_controls(const Frame& frame, Ui& ui, const Ask& ask) {
  const int leg = static_cast<int>(ui.leg);
  ImGui::TextDisabled("%s; the other feet must carry the robot",
                      frame.robot().leg[ui.leg].name.c_str());
  if (ImGui::Button("detach")) ask_leg(frame, {.leg = leg, .kind = TaskKind::kDetach}, ask);
  ImGui::SameLine();
  if (ImGui::Button("attach")) ask_leg(frame, {.leg = leg, .kind = TaskKind::kAttach}, ask);
  ImGui::SameLine();
  ImGui::Text("request: %s", std::string(controller::name(frame.plan.request)).c_str());
  cartesian_move(frame, ui, ask);
  if (ImGui::TreeNode("its joints")) {
    joint_move(frame, ui, ask);
    ImGui::TreePop();
  }
}

}  // namespace ventosa::view
