#include <algorithm>
#include <cmath>

#include "controller/organizer/walk_speed.h"
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

/// Time that the diagram of support shows: five cycles of the gait, at most a minute.
double support_span_s(const Frame& frame) {
  constexpr double kMost_s = 60;
  const double cycle_s = controller::shortest_cycle_s(frame.robot(), frame.options.gait,
                                                      frame.goal.gait, frame.plan.stride_m);
  return cycle_s > 0 ? std::min(kMost_s, 5 * cycle_s) : kMost_s;
}

/// Diagram of the times at which each foot was on its surface, from its events.
void support_diagram(const Frame& frame, double span_s) {
  const auto n = frame.robot().leg.size();
  const float line = ImGui::GetTextLineHeightWithSpacing(), name_width = 7 * ImGui::GetFontSize();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - name_width;
  const double from = static_cast<double>(frame.tick) - span_s / frame.period_s();
  const auto x_of = [&](double tick) {
    const double share = (tick - from) * frame.period_s() / span_s;
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

double hottest_C(const Frame& frame, std::size_t leg) {
  double hottest_C = NAN;
  for (std::size_t j = 0; j < static_cast<std::size_t>(frame.robot().leg[leg].n_joints); ++j)
    hottest_C = std::fmax(hottest_C, frame.seen.leg[leg].joint[j].temperature_C);
  return hottest_C;
}

void pack_table(const Frame& frame) {
  if (!ImGui::BeginTable("packs", 6, kTable)) return;
  header({"leg", "relay", "V", "A", "charge", "hottest [C]"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const controller::LegReading& seen = frame.seen.leg[i];
    cell(frame.robot().leg[i].name);
    cell(std::string(frame.truth ? name(frame.truth->leg[i].pack.relay) : "unknown"));
    number(seen.pack.voltage_V);
    number(seen.pack.current_A);
    cell(frame.truth ? percent(frame.truth->leg[i].pack.charge) : "unknown");
    number(hottest_C(frame, i));
  }
  ImGui::EndTable();
}

/// Temperatures of the drives of a robot without packs.
void drive_table(const Frame& frame) {
  if (!ImGui::BeginTable("drives", 2, kTable)) return;
  header({"leg", "hottest drive [C]"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    cell(frame.robot().leg[i].name);
    number(hottest_C(frame, i));
  }
  ImGui::EndTable();
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
  const double span_s = support_span_s(frame);
  ImGui::TextDisabled("%s on their surface in the last %.0f s",
                      frame.robot().cup() ? "cups" : "feet", span_s);
  support_diagram(frame, span_s);
  ImGui::TextWrapped("%d steps done, stride %.0f mm, speed %.2f mm/s, bound %.2f mm/s",
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
  ImGui::TextWrapped(
      "sent: age of the module's readings; received: age of its last received message [ms]");
}

void estimate_panel(const Frame& frame, Ui& ui) {
  const Section section("Estimate", ui.panels.estimate);
  if (!section) return;
  pose_errors(frame);
  if (frame.can.telemetry.imu)
    ImGui::Text("IMU %s", std::string(controller::name(frame.plan.imu)).c_str());
  if (frame.can.telemetry.depth_camera)
    ImGui::Text("camera %s", std::string(controller::name(frame.plan.camera)).c_str());
  const controller::PayloadEstimate& payload = frame.plan.payload;
  ImGui::Text("payload %.2f +- %.2f kg, %s", payload.mass_kg, payload.mass_sd_kg,
              std::string(controller::name(payload.status)).c_str());
  if (!ImGui::BeginTable("feet", 3, kTable)) return;
  const bool has_cups = frame.robot().cup() != nullptr;
  header({"leg", "innovation squared", has_cups ? "alarm" : "slides"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    cell(frame.robot().leg[i].name);
    number(frame.plan.nis[i]);
    cell(has_cups               ? std::string(controller::name(frame.plan.alarm[i]))
         : frame.plan.slides[i] ? "yes"
                                : "no");
  }
  ImGui::EndTable();
}

void power_panel(const Frame& frame, Ui& ui) {
  const hal::Telemetry& tells = frame.can.telemetry;
  if (!tells.pack && !tells.bus && !tells.joint_temperature) return;
  const Section section("Power", ui.panels.power);
  if (!section) return;
  tells.pack ? pack_table(frame) : drive_table(frame);
}

}  // namespace ventosa::view
