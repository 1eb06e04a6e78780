#include <algorithm>
#include <cstdio>

#include "controller/kinematics/joint_limits.h"
#include "view/panels/draw.h"

/// Reserve of every joint and knee: 1 in the middle of its range, 0 at a limit.
namespace ventosa::view {
namespace {

using controller::Leg;

void reserve_cell(double reserve) {
  constexpr double kNear = 0.1;  // a reserve below it stands out
  const sim::Rgba& colour = reserve < 0 ? kVermillion : reserve < kNear ? kYellow : kBlue;
  ImGui::TableNextColumn();
  bar(std::max(0.0, reserve), kNear, colour, three_digits(reserve).c_str(),
      1.35f * ImGui::GetFontSize());
}

void leg_row(const Leg& leg, const controller::PerJoint<double>& q_rad, int n_most) {
  ImGui::TableNextRow();
  cell(leg.name);
  for (int j = 0; j < n_most; ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (j < leg.n_joints)
      reserve_cell(joint_room(leg.joint[k], q_rad[k]));
    else
      ImGui::TableNextColumn();
  }
  if (leg.knee) reserve_cell(knee_room(leg, q_rad));
}

/// Leg with the most joints.
const Leg& longest(const controller::RobotModel& robot) {
  return *std::ranges::max_element(robot.leg, {}, &Leg::n_joints);
}

}  // namespace

void ranges_panel(const Frame& frame, Ui& ui) {
  const Section section("Ranges", ui.panels.ranges);
  if (!section) return;
  const controller::RobotModel& robot = frame.robot();
  const Leg& most = longest(robot);
  const bool has_knees =
      std::ranges::any_of(robot.leg, [](const Leg& leg) { return leg.knee.has_value(); });
  ImGui::TextDisabled("reserve of joints: 1 in the middle of a range, 0 at a limit");
  if (!ImGui::BeginTable("ranges", 1 + most.n_joints + (has_knees ? 1 : 0), kTable)) return;
  ImGui::TableSetupColumn("leg");
  for (int j = 0; j < most.n_joints; ++j)
    ImGui::TableSetupColumn(std::to_string(most.joint_number(j)).c_str());
  if (has_knees) ImGui::TableSetupColumn("knee");
  ImGui::TableHeadersRow();
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    leg_row(robot.leg[i], frame.shown.leg[i].q_rad, most.n_joints);
  ImGui::EndTable();
}

}  // namespace ventosa::view
