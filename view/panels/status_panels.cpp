#include <cmath>

#include "models/text.h"
#include "view/panels/draw.h"

/// Panels that only show.
namespace ventosa::view {
namespace {

void cell(const std::string& text) {
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(text.c_str());
}

/// Unknown is unknown, never zero.
void known(double value, const char* unit) {
  cell(std::isnan(value) ? "unknown" : three_digits(value) + " " + unit);
}

template <class Enum>
void word(Enum value) {
  cell(std::string(controller::name(value)));
}

void header(std::initializer_list<const char*> titles) {
  for (const char* title : titles) ImGui::TableSetupColumn(title);
  ImGui::TableHeadersRow();
}

/// When each foot was held: from its events.
void support_diagram(const Frame& frame) {
  constexpr double kSpan_s = 60;
  const auto n = frame.robot().leg.size();
  const float line = ImGui::GetTextLineHeightWithSpacing(), name_width = 7 * ImGui::GetFontSize();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - name_width;
  const double from = static_cast<double>(frame.tick) - kSpan_s / frame.period_s();
  const auto x_of = [&](double tick) {
    const double share = (tick - from) * frame.period_s() / kSpan_s;
    return low.x + name_width + static_cast<float>(std::clamp(share, 0.0, 1.0)) * width;
  };
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < n; ++i) {
    const float y = low.y + static_cast<float>(i) * line;
    draw.AddText({low.x, y}, ImGui::GetColorU32(ImGuiCol_Text), frame.robot().leg[i].name.c_str());
    bool held = true;  // at the start
    double since = 0;
    const auto fill = [&](double to) {
      if (held)
        draw.AddRectFilled({x_of(since), y + 2}, {x_of(to), y + line - 3},
                           ImGui::GetColorU32(as_imgui(kGreen)));
    };
    for (const Event& event : frame.events) {
      if (event.leg != static_cast<int>(i) || event.tick > frame.tick) continue;
      if (event.kind != Event::Kind::kAttached && event.kind != Event::Kind::kLifted &&
          event.kind != Event::Kind::kLost)
        continue;
      fill(static_cast<double>(event.tick));
      held = event.kind == Event::Kind::kAttached;
      since = static_cast<double>(event.tick);
    }
    fill(static_cast<double>(frame.tick));
  }
  ImGui::Dummy({width + name_width, static_cast<float>(n) * line});
}

}  // namespace

void gait_panel(const Frame& frame, Ui& ui) {
  if (!ui.panels.gait) return;
  const FloatingPanel panel("Gait", ui.panels.gait, 480, 300, static_cast<float>(ui.scale));
  if (!panel) return;
  ImGui::TextDisabled("feet that are held, the last minute");
  support_diagram(frame);
  ImGui::Text("%d steps done, %.2f mm/s reached", frame.plan.steps_done,
              1000 * frame.plan.walk_speed_m_s);
  ImGui::TextWrapped("%s", reason_text(frame).c_str());
}

void tasks_panel(const Frame& frame, Ui& ui) {
  if (!ui.panels.tasks) return;
  const FloatingPanel panel("Modules", ui.panels.tasks, 620, 220, static_cast<float>(ui.scale));
  if (!panel || !ImGui::BeginTable("modules", 7, ImGuiTableFlags_RowBg)) return;
  header({"leg", "task", "status", "phase", "reason", "readings", "progress"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const controller::ModuleReport& report = frame.plan.report[i];
    cell(frame.robot().leg[i].name);
    word(frame.plan.task[i].kind);
    word(report.status);
    word(report.phase);
    word(report.reason);
    cell(report.silent ? "silent" : three_digits(1000 * report.age_s) + " ms old");
    cell(three_digits(100 * report.progress) + " %");
  }
  ImGui::EndTable();
}

void estimate_panel(const Frame& frame, Ui& ui) {
  if (!ui.panels.estimate) return;
  const FloatingPanel panel("Estimate", ui.panels.estimate, 420, 260, static_cast<float>(ui.scale));
  if (!panel) return;
  const controller::Vector3d error_W =
      frame.plan.X_WB_estimate.translation() - frame.truth.X_WB.translation();
  const controller::Vector3d away_W =
      frame.truth.X_WB.translation() - frame.plan.X_WB_reference.translation();
  ImGui::Text("estimate off the truth by %.2f mm", 1000 * error_W.norm());
  ImGui::Text("body off its reference by %.2f mm", 1000 * away_W.norm());
  const controller::PayloadEstimate& payload = frame.plan.payload;
  ImGui::Text("payload %.2f +- %.2f kg, %s", payload.mass_kg, payload.mass_sd_kg,
              std::string(controller::name(payload.status)).c_str());
  if (!ImGui::BeginTable("feet", 3, ImGuiTableFlags_RowBg)) return;
  header({"leg", "innovation squared", "alarm"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    cell(frame.robot().leg[i].name);
    cell(three_digits(frame.plan.nis[i]));
    word(frame.plan.alarm[i]);
  }
  ImGui::EndTable();
}

void power_panel(const Frame& frame, Ui& ui) {
  if (!ui.panels.power) return;
  const FloatingPanel panel("Power", ui.panels.power, 560, 240, static_cast<float>(ui.scale));
  if (!panel || !ImGui::BeginTable("packs", 6, ImGuiTableFlags_RowBg)) return;
  header({"leg", "relay", "pack", "current", "charge", "hottest drive"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const sim::LegTruth& leg = frame.truth.leg[i];
    const controller::LegReading& seen = frame.seen.leg[i];
    double hottest_C = NAN;
    for (std::size_t j = 0; j < static_cast<std::size_t>(frame.robot().leg[i].n_joints); ++j)
      hottest_C = std::fmax(hottest_C, seen.joint[j].temperature_C);
    cell(frame.robot().leg[i].name);
    word(leg.pack.relay);
    known(seen.pack.voltage_V, "V");
    known(seen.pack.current_A, "A");
    known(100 * leg.pack.charge, "%");
    known(hottest_C, "degC");
  }
  ImGui::EndTable();
}

}  // namespace ventosa::view
