#include <cmath>
#include <cstdio>

#include "view/panels/draw.h"

namespace ventosa::view {

using controller::Vector3d;

namespace {

void torque_bars(const Frame& frame, const Ui& ui, float height) {
  const controller::Leg& leg = frame.robot().leg[ui.leg];
  const sim::LegTruth& truth = frame.truth.leg[ui.leg];
  ImGui::TextDisabled("joint torque over stall; line: cap");
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const models::Drive& drive = frame.scenario->robot.drive[ui.leg][j];
    const double ratio = truth.stall_ratio[j];
    char text[96];
    std::snprintf(text, sizeof text, "%zu  %7.2f N m   %3.0f %%", j + 1, truth.tau_Nm[j],
                  100 * ratio);
    const sim::Rgba& colour = ratio > 0.9 * drive.torque_cap ? kVermillion : kBlue;
    bar(ratio, drive.torque_cap, colour, text, height);
  }
}

/// In the surface's frame: out of it and along it.
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
  std::snprintf(text, sizeof text, "%-9s normal %6.1f  shear %5.1f N", name, push.normal_N,
                push.shear_N);
  signed_bar(push.normal_N / limit_N, colour, text, height);
}

void contact_forces(const Frame& frame, const Ui& ui, float height) {
  const sim::CupTruth& cup = frame.truth.leg[ui.leg].cup;
  ImGui::TextDisabled("contact force; ends: the vacuum's");
  const int patch = frame.scene.patch[ui.leg];
  if (patch < 0) {
    ImGui::TextDisabled("in the air");
    return;
  }
  const Vector3d n_W =
      frame.scenario->twin.patches.patch[static_cast<std::size_t>(patch)].X_WS.linear().col(2);
  const controller::Matrix3d R_WB = frame.truth.X_WB.linear();
  const double limit_N = std::max(1.0, cup.vacuum_force_N);
  const Vector3d f_S = cup.wrench_S.head<3>();
  force_line("true", {f_S.z(), f_S.head<2>().norm()}, limit_N, kTrue, height);
  force_line("estimated", push_of(R_WB * frame.plan.contact_force[ui.leg].fused_B, n_W), limit_N,
             kEstimated, height);
  force_line("planned", push_of(R_WB * frame.plan.f_W_B[ui.leg], n_W), limit_N, kPlanned, height);
  ImGui::Text("moment %.2f N m", cup.wrench_S.tail<3>().norm());
}

void cup_state(const Frame& frame, const Ui& ui, float height) {
  const sim::CupTruth& cup = frame.truth.leg[ui.leg].cup;
  const controller::Cup& data = frame.robot().cup;
  ImGui::TextDisabled("cup: %s", std::string(controller::name(cup.phase)).c_str());
  char text[96];
  std::snprintf(text, sizeof text, "vacuum %.2f kPa, %.0f N", 1e-3 * cup.vacuum_Pa,
                cup.vacuum_force_N);
  bar(cup.vacuum_force_N / data.max_force_N, frame.options.cup_goal_force_N / data.max_force_N,
      kGreen, text, height);
  std::snprintf(text, sizeof text, "turbine %.0f %%", 100 * cup.turbine);
  bar(cup.turbine, 0, kSky, text, height);
  const bool held = cup.phase == sim::CupPhase::kAttached;
  std::snprintf(text, sizeof text, "safety factor %s",
                held ? three_digits(cup.safety_factor).c_str() : "-");
  bar(held ? cup.safety_factor / 4 : 0, 0.25, margin_colour(held ? cup.safety_factor : 0), text,
      height);
  ImGui::Text("lip to surface %.1f %.1f %.1f mm", 1000 * cup.distance_m[0],
              1000 * cup.distance_m[1], 1000 * cup.distance_m[2]);
  ImGui::Text("slipped %.2f mm", 1000 * cup.slip_m);
}

}  // namespace

void leg_panel(const Rect& place, const Frame& frame, Ui& ui) {
  const FixedPanel panel("leg", place);
  ui.leg = std::min(ui.leg, frame.robot().leg.size() - 1);
  const float height = 1.35f * ImGui::GetFontSize();
  const controller::ModuleReport& report = frame.plan.report[ui.leg];
  ImGui::Text("%s", frame.robot().leg[ui.leg].name.c_str());
  ImGui::SameLine();
  ImGui::TextDisabled("%s, %s", std::string(controller::name(frame.plan.phase[ui.leg])).c_str(),
                      std::string(controller::name(report.status)).c_str());
  ImGui::Separator();
  torque_bars(frame, ui, height);
  ImGui::Separator();
  contact_forces(frame, ui, height);
  ImGui::Separator();
  cup_state(frame, ui, height);
  ImGui::Separator();
  const controller::Bottleneck& load = frame.plan.load;
  ImGui::TextDisabled("load sharing");
  ImGui::Text(
      "margin %.2f by %s%s%s", load.margin, std::string(controller::name(load.limit)).c_str(),
      load.leg >= 0 ? " of " : "",
      load.leg >= 0 ? frame.robot().leg[static_cast<std::size_t>(load.leg)].name.c_str() : "");
  ImGui::Text("%d iterations", frame.plan.sharing_iterations);
}

}  // namespace ventosa::view
