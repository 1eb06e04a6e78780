#include <algorithm>
#include <cmath>
#include <cstdio>

#include "controller/kinematics/forward_kinematics.h"
#include "models/joint_text.h"
#include "view/panels/draw.h"

namespace ventosa::view {

using controller::LegPose;
using controller::Vector3d;

namespace {

std::string at(const Vector3d& p_W) {
  return "at " + three_digits(p_W.x()) + ", " + three_digits(p_W.y()) + ", " +
         three_digits(p_W.z()) + " m";
}

/// Description of the picked part: the body, a link with its joint, or a foot.
std::string picked_text(const Frame& frame, const controller::PartId& part) {
  if (part.leg < 0) return "body " + at(frame.shown.X_WB.translation());
  const auto i = static_cast<std::size_t>(part.leg);
  const ShownLeg& leg = frame.shown.leg[i];
  if (part.link >= frame.robot().leg[i].n_joints) return "foot " + at(leg.X_WF.translation());
  const auto j = static_cast<std::size_t>(part.link);
  const LegPose pose = leg_pose(frame.robot().leg[i], leg.q_rad);
  return "joint " + std::to_string(frame.robot().leg[i].joint_number(part.link)) + " " +
         at(frame.shown.X_WB * pose.p_BJ[j]) + "\n" +
         three_digits(leg.q_rad[j] / controller::kRadPerDegree) + " deg" +
         models::way_text(frame.robot().leg[i].joint[j], leg.q_rad[j]) + ", " +
         three_digits(frame.seen.leg[i].joint[j].dq_rad_s / controller::kRadPerDegree) +
         " deg/s, " + three_digits(leg.tau_Nm[j]) + " N m";
}

void torque_bars(const Frame& frame, const Ui& ui, float height) {
  const controller::Leg& leg = frame.robot().leg[ui.leg];
  const ShownLeg& shown = frame.shown.leg[ui.leg];
  ImGui::TextDisabled("joint torque over stall torque; mark: allowed maximum");
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const models::Drive& drive = frame.scenario->robot.drive[ui.leg][j];
    const double ratio = shown.stall_ratio[j];
    const int number = leg.joint_number(static_cast<int>(j));
    char text[96] = "";
    if (controller::is_known(ratio))
      std::snprintf(text, sizeof text, "joint %d %7.2f N m  %3.0f %%", number, shown.tau_Nm[j],
                    100 * ratio);
    else
      std::snprintf(text, sizeof text, "joint %d  unknown", number);
    const sim::Rgba& colour = ratio > 0.9 * drive.torque_cap ? kVermillion : kBlue;
    bar(ratio, drive.torque_cap, colour, text, height);
  }
}

/// Components of a force, normal to the surface and along it.
struct Push {
  double normal_N = 0, shear_N = 0;
};

Push push_of(const Vector3d& f_W, const Vector3d& normal_W) {
  const double normal = f_W.dot(normal_W);
  return {normal, (f_W - normal * normal_W).norm()};
}

void force_line(const char* name, const Push& push, double limit_N, const sim::Rgba& colour,
                float height) {
  char text[96];
  std::snprintf(text, sizeof text, "%s: %.1f N out, %.1f N along", name, push.normal_N,
                push.shear_N);
  signed_bar(push.normal_N / limit_N, colour, text, height);
}

/// Placeholder of the same height as the bars of an attached foot, so that nothing below it moves.
void in_the_air(const Frame& frame, float height) {
  for (int n = frame.truth ? 3 : 2; n > 0; --n) signed_bar(0, kGrey, "in the air", height);
  if (frame.truth && frame.robot().cup()) ImGui::TextUnformatted("");
}

/// Force of a full bar: what a cup can hold, or what each of three feet has to bear.
double full_bar_N(const Frame& frame, const Ui& ui) {
  const ShownLeg& shown = frame.shown.leg[ui.leg];
  if (frame.robot().cup()) return std::fmax(1.0, shown.vacuum_force_N);
  return frame.robot().total_mass_kg() * frame.options.gravity_W.norm() / 3;
}

void contact_forces(const Frame& frame, const Ui& ui, float height) {
  const ShownLeg& shown = frame.shown.leg[ui.leg];
  const bool has_cup = frame.robot().cup() != nullptr;
  ImGui::TextDisabled(has_cup ? "force on the leg at its wrist; full bar: suction force"
                              : "force on the foot; full bar: a third of the weight");
  if (!shown.surface) return in_the_air(frame, height);
  const Vector3d n_W = shown.surface->X_WS.linear().col(2);
  const controller::Matrix3d R_WB = frame.shown.X_WB.linear();
  const double limit_N = full_bar_N(frame, ui);
  if (frame.truth) {
    force_line("true", push_of(R_WB * frame.truth->leg[ui.leg].f_W_B, n_W), limit_N, kTrue, height);
  }
  force_line("estimated", push_of(R_WB * frame.plan.contact_force[ui.leg].fused_B, n_W), limit_N,
             kEstimated, height);
  force_line("planned", push_of(R_WB * frame.plan.f_W_B[ui.leg], n_W), limit_N, kPlanned, height);
  if (frame.truth && has_cup)
    ImGui::Text("moment on the cup %.2f N m",
                frame.truth->leg[ui.leg].cup.wrench_S.tail<3>().norm());
}

void turbine_bar(const ShownLeg& shown, float height) {
  char text[96];
  std::snprintf(text, sizeof text, "turbine %.0f %%", 100 * shown.turbine);
  bar(shown.turbine, 0, kSky, controller::is_known(shown.turbine) ? text : "turbine unknown",
      height);
}

void vacuum_bars(const Frame& frame, const controller::Cup& data, const ShownLeg& shown,
                 float height) {
  char text[96];
  std::snprintf(text, sizeof text, "vacuum %.2f kPa, %.0f N", 1e-3 * shown.vacuum_Pa,
                shown.vacuum_force_N);
  bar(shown.vacuum_force_N / data.max_force_N, frame.options.cup_goal_force_N / data.max_force_N,
      kGreen, text, height);
  turbine_bar(shown, height);
}

void foot_state(const Frame& frame, const Ui& ui, float height) {
  const ShownLeg& shown = frame.shown.leg[ui.leg];
  const controller::Cup* cup = frame.robot().cup();
  ImGui::TextDisabled("%s: %s", cup ? "cup" : "foot", std::string(shown.foot).c_str());
  if (cup) vacuum_bars(frame, *cup, shown, height);
  char text[96];
  std::snprintf(text, sizeof text, "safety factor %s%s",
                shown.held ? three_digits(shown.safety_factor).c_str() : "-",
                frame.is_twin() ? "" : ", estimated");
  bar(shown.held ? shown.safety_factor / 4 : 0, 0.25,
      margin_colour(shown.held ? shown.safety_factor : 0), text, height);
  const auto mm = [](double value_m) { return three_digits(1000 * value_m); };
  if (cup)
    ImGui::Text("lip to surface %s, %s, %s mm", mm(shown.distance_m[0]).c_str(),
                mm(shown.distance_m[1]).c_str(), mm(shown.distance_m[2]).c_str());
  ImGui::Text("slipped %s", with_unit(1000 * shown.slip_m, "mm").c_str());
}

void load_sharing(const Frame& frame) {
  const controller::Bottleneck& load = frame.plan.load;
  ImGui::TextDisabled("load sharing of all legs");
  const bool any_held = std::ranges::any_of(frame.shown.leg, &ShownLeg::held);
  if (!any_held) return ImGui::TextUnformatted("no foot is attached");
  if (load.limit == controller::Limit::kNone) return ImGui::TextUnformatted("no limit is near");
  const bool of_a_leg = load.leg >= 0;
  ImGui::TextWrapped(
      "margin %.2f by %s%s%s, %d iterations", load.margin,
      std::string(controller::name(load.limit)).c_str(), of_a_leg ? " of " : "",
      of_a_leg ? frame.robot().leg[static_cast<std::size_t>(load.leg)].name.c_str() : "",
      frame.plan.sharing_iterations);
}

}  // namespace

void leg_panel(const Frame& frame, Ui& ui) {
  const Section section(("Leg: " + frame.robot().leg[ui.leg].name + "###leg").c_str(),
                        ui.panels.leg, true);
  if (!section) return;
  const float height = 1.35f * ImGui::GetFontSize();
  ImGui::TextDisabled("%s, %s", std::string(controller::name(frame.plan.phase[ui.leg])).c_str(),
                      std::string(controller::name(frame.plan.report[ui.leg].status)).c_str());
  const bool is_here =
      ui.picked && (ui.picked->leg < 0 || ui.picked->leg == static_cast<int>(ui.leg));
  if (is_here) ImGui::TextUnformatted(("picked: " + picked_text(frame, *ui.picked)).c_str());
  torque_bars(frame, ui, height);
  ImGui::Separator();
  contact_forces(frame, ui, height);
  ImGui::Separator();
  foot_state(frame, ui, height);
  ImGui::Separator();
  load_sharing(frame);
}

}  // namespace ventosa::view
