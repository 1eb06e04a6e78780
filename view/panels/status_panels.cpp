#include <cmath>

#include "view/panels/draw.h"

/// Panels without controls.
namespace ventosa::view {
namespace {

/// Table cell of a number; "unknown" for NaN.
void number(double value) { cell(three_digits(value)); }

template <class Enum>
void word(Enum value) {
  cell(std::string(controller::name(value)));
}

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

/// Time since the sending of the last message that the module received [ms].
double heard_ms_ago(const Frame& frame, std::size_t leg) {
  const std::int64_t heard_ns = frame.seen.leg[leg].heard_ns;
  if (heard_ns == controller::kNeverReceived) return controller::kUnknown;
  return 1e-6 * static_cast<double>(frame.seen.now_ns - heard_ns);
}

/// Errors of estimate and reference, with respect to the truth if that is known.
void pose_errors(const Frame& frame) {
  const controller::Vector3d estimate_W = frame.plan.X_WB_estimate.translation();
  const controller::Vector3d reference_W = frame.plan.X_WB_reference.translation();
  if (frame.truth)
    ImGui::Text("estimate off the truth by %.2f mm",
                1000 * (estimate_W - frame.truth->X_WB.translation()).norm());
  ImGui::Text("%sbody off its reference by %.2f mm", frame.truth ? "" : "estimated ",
              1000 * (frame.shown.X_WB.translation() - reference_W).norm());
}

/// Diagram of the times at which each foot was attached, from its events.
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
    bool held = true;  // attached at the start
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

std::string status_text(const controller::ModuleReport& report) {
  using controller::Reason;
  if (report.reason != Reason::kNone) return std::string(name(report.reason));
  return std::string(report.failure != Reason::kNone ? name(report.failure) : name(report.status));
}

}  // namespace

void gait_panel(const Frame& frame, Ui& ui) {
  const Section section("Gait", ui.panels.gait);
  if (!section) return;
  ImGui::TextDisabled("attached feet in the last minute");
  support_diagram(frame);
  ImGui::Text("%d steps done, stride %.0f mm, speed %.2f mm/s, bound %.2f mm/s",
              frame.plan.steps_done, 1000 * frame.plan.stride_m,
              1000 * frame.plan.speed_reached_m_s, 1000 * frame.plan.walk_speed_m_s);
  ImGui::TextWrapped("%s", reason_text(frame).c_str());
}

void tasks_panel(const Frame& frame, Ui& ui) {
  const Section section("Modules", ui.panels.tasks);
  if (!section || !ImGui::BeginTable("modules", 6, kTable)) return;
  header({"leg", "task", "status", "phase", "sent", "received"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const controller::ModuleReport& report = frame.plan.report[i];
    cell(frame.robot().leg[i].name);
    word(frame.plan.task[i].kind);
    cell(status_text(report));
    cell(std::string(name(report.phase)) + " " + percent(report.progress));
    cell(report.silent ? "silent" : three_digits(1000 * report.age_s));
    number(heard_ms_ago(frame, i));
  }
  ImGui::EndTable();
  ImGui::TextDisabled(
      "sent: age of the module's readings; received: age of its last received message [ms]");
}

void estimate_panel(const Frame& frame, Ui& ui) {
  const Section section("Estimate", ui.panels.estimate);
  if (!section) return;
  pose_errors(frame);
  ImGui::Text("IMU %s, camera %s", std::string(controller::name(frame.plan.imu)).c_str(),
              std::string(controller::name(frame.plan.camera)).c_str());
  const controller::PayloadEstimate& payload = frame.plan.payload;
  ImGui::Text("payload %.2f +- %.2f kg, %s", payload.mass_kg, payload.mass_sd_kg,
              std::string(controller::name(payload.status)).c_str());
  if (!ImGui::BeginTable("feet", 3, kTable)) return;
  header({"leg", "innovation squared", "alarm"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    cell(frame.robot().leg[i].name);
    number(frame.plan.nis[i]);
    word(frame.plan.alarm[i]);
  }
  ImGui::EndTable();
}

void power_panel(const Frame& frame, Ui& ui) {
  const hal::Telemetry& tells = frame.can.telemetry;
  if (!tells.pack && !tells.bus && !tells.joint_temperature) return;
  const Section section("Power", ui.panels.power);
  if (!section || !ImGui::BeginTable("packs", 6, kTable)) return;
  header({"leg", "relay", "V", "A", "charge", "hottest [C]"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const controller::LegReading& seen = frame.seen.leg[i];
    double hottest_C = NAN;
    for (std::size_t j = 0; j < static_cast<std::size_t>(frame.robot().leg[i].n_joints); ++j)
      hottest_C = std::fmax(hottest_C, seen.joint[j].temperature_C);
    cell(frame.robot().leg[i].name);
    cell(std::string(frame.truth ? name(frame.truth->leg[i].pack.relay) : "unknown"));
    number(seen.pack.voltage_V);
    number(seen.pack.current_A);
    cell(frame.truth ? percent(frame.truth->leg[i].pack.charge) : "unknown");
    number(hottest_C);
  }
  ImGui::EndTable();
}

}  // namespace ventosa::view
