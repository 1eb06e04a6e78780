#include "controller/organizer/body_reference.h"
#include "view/panels/control_groups.h"
#include "view/panels/draw.h"

namespace ventosa::view {

using controller::Isometry3d;
using scenarios::Circle;
using scenarios::Square;
using scenarios::Via;

namespace {

/// Starts a path at the body's present reference.
template <class Path>
void begin(const Path& path, const Frame& frame, const Isometry3d& X_WB0, const Ask& ask) {
  ask(Intervention{.motion = std::make_shared<const Motion>(
                       Motion{.script = scenarios::Script({{.at_s = 0, .motion = path}}, {}),
                              .X_WB0 = X_WB0,
                              .period_s = frame.period_s()})});
}

void circle_and_square(const Frame& frame, PathChoice& choice, const Ask& ask) {
  const Isometry3d& X_WB = frame.plan.X_WB_reference;
  input_number("size", choice.size_mm, 5, 100, "%.0f mm");
  input_number("duration of a turn", choice.turn_s, 2, 120, "%.0f s");
  input_number("turns", choice.turns, 1, 100, "%.0f");
  if (ImGui::Button("circle of this radius"))
    begin(Circle{choice.size_mm / 1000, choice.turn_s, choice.turns}, frame, X_WB, ask);
  ImGui::SameLine();
  if (ImGui::Button("square with these sides"))
    begin(Square{choice.size_mm / 1000, static_cast<int>(choice.turns),
                 controller::follow_limits(frame.options.body).linear},
          frame, X_WB, ask);
}

/// Controls of a path through via points: adds the body's present pose as one.
void via_points(const Frame& frame, PathChoice& choice, const Ask& ask) {
  constexpr std::size_t kMost = controller::kMaxViaPoints - 1;
  const Isometry3d& X_WB = frame.plan.X_WB_reference;
  if (ImGui::Button("remember this pose") && choice.via_W.size() < kMost)
    choice.via_W.push_back(X_WB);
  ImGui::SameLine();
  if (ImGui::Button("forget all")) choice.via_W.clear();
  ImGui::SameLine();
  ImGui::Text("%zu of %zu", choice.via_W.size(), kMost);
  if (choice.via_W.empty()) return;
  ImGui::SameLine();
  if (!ImGui::Button("go through these poses")) return;
  Via via{.X_B0B = {}, .limits = controller::follow_limits(frame.options.body)};
  for (const Isometry3d& point_W : choice.via_W)
    via.X_B0B.push_back(X_WB.inverse(Eigen::Isometry) * point_W);
  begin(via, frame, X_WB, ask);
}

}  // namespace

void input_number(const char* name, double& value, double low, double high, const char* format) {
  ImGui::SetNextItemWidth(12 * ImGui::GetFontSize());
  ImGui::SliderScalar(name, ImGuiDataType_Double, &value, &low, &high, format,
                      ImGuiSliderFlags_AlwaysClamp);
}

void path_controls(const Frame& frame, Ui& ui, const Ask& ask) {
  ImGui::TextDisabled("body paths, feet fixed");
  circle_and_square(frame, ui.path, ask);
  via_points(frame, ui.path, ask);
}

}  // namespace ventosa::view
