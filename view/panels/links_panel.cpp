#include <cmath>

#include "view/panels/draw.h"

/// State of the connection to modules, and comparison with the twin.
namespace ventosa::view {
namespace {

constexpr double kOld_s = 0.3;  // age from which a module holds by itself
constexpr double kLargeDifference_deg = 5;

void cell_that_warns(const std::string& text, bool warns) {
  warns ? cell(text, kVermillion) : cell(text);
}

double ms(std::int64_t time_ns) { return 1e-6 * static_cast<double>(time_ns); }

std::string ms_or_unknown(const std::optional<std::int64_t>& time_ns) {
  return time_ns ? three_digits(ms(*time_ns)) : "unknown";
}

std::string lease(const DeviceStatus& device) {
  if (device.is_ours) return "ours";
  return device.holder.empty() ? "not ours" : "another's";
}

void lease_table(const WireStatus& wire) {
  if (!ImGui::BeginTable("leases", 6, kTable)) return;
  header({"[ms]", "lease", "age", "gap", "p50", "p99"});
  for (const DeviceStatus& device : wire.device) {
    const auto& age_ns = device.link.age_ns;
    const bool is_old = !age_ns || 1e-9 * static_cast<double>(*age_ns) > kOld_s;
    cell(device.name);
    cell_that_warns(lease(device), !device.is_ours);
    cell_that_warns(ms_or_unknown(age_ns), is_old);
    cell(ms_or_unknown(device.link.longest_gap_ns));
    cell(ms_or_unknown(device.link.round_trip_p50_ns));
    cell(ms_or_unknown(device.link.round_trip_p99_ns));
  }
  ImGui::EndTable();
  ImGui::TextDisabled("age of the last reading, longest gap, round trip");
}

void count_table(const WireStatus& wire) {
  if (!ImGui::BeginTable("datagrams", 6, kTable)) return;
  header({"datagrams", "sent", "received", "missing", "rejected", "foreign"});
  for (const DeviceStatus& device : wire.device) {
    cell(device.name);
    cell(std::to_string(device.link.sent));
    cell(std::to_string(device.link.heard));
    const auto& missing = device.link.missing;
    cell_that_warns(missing ? std::to_string(*missing) : "unknown", missing.value_or(0) > 0);
    cell_that_warns(std::to_string(device.link.rejected), device.link.rejected > 0);
    cell_that_warns(device.link.foreign ? std::to_string(*device.link.foreign) : "unknown",
                    device.link.foreign.value_or(0) > 0);
  }
  ImGui::EndTable();
}

void loop_lines(const LoopStatus& loop) {
  ImGui::TextWrapped("lateness of periods [ms]: last %s, median %s, 99 %% %s, maximum %s",
                     three_digits(ms(loop.last_ns)).c_str(), ms_or_unknown(loop.p50_ns).c_str(),
                     ms_or_unknown(loop.p99_ns).c_str(), three_digits(ms(loop.worst_ns)).c_str());
  ImGui::TextColored(as_imgui(loop.n_late > 0 ? kVermillion : kGreen), "periods missed: %lld",
                     static_cast<long long>(loop.n_late));
}

void difference_table(const Frame& frame, const GhostState& twin) {
  if (!ImGui::BeginTable("differences", 3, kTable)) return;
  header({"leg", "robot - twin [deg]", "joint"});
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i) {
    const JointDifference& most = twin.difference[i];
    const double q_deg = most.q_rad / controller::kRadPerDegree;
    cell(frame.robot().leg[i].name);
    cell_that_warns(three_digits(q_deg), std::abs(q_deg) > kLargeDifference_deg);
    cell(most.joint < 0 ? "" : std::to_string(frame.robot().leg[i].joint_number(most.joint)));
  }
  ImGui::EndTable();
}

}  // namespace

void links_panel(const Frame& frame, Ui& ui) {
  if (!frame.wire) return;
  const Section section("Links", ui.panels.links, true);
  if (!section) return;
  lease_table(*frame.wire);
  for (const DeviceStatus& device : frame.wire->device)
    if (!device.is_ours && !device.holder.empty())
      ImGui::TextWrapped("%s has another master: %s", device.name.c_str(), device.holder.c_str());
  count_table(*frame.wire);
  loop_lines(frame.wire->loop);
}

void twin_panel(const Frame& frame, Ui& ui) {
  if (!frame.wire) return;
  const Section section("Twin", ui.panels.twin, true);
  if (!section) return;
  const auto& twin = frame.wire->twin;
  if (!twin) return ImGui::TextDisabled("not requested");
  if (!twin->ended.empty())
    return ImGui::TextWrapped("stopped: %s", std::string(twin->ended).c_str());
  if (twin->n_exchanges == 0) return ImGui::TextDisabled("the twin is being built");
  difference_table(frame, *twin);
  ImGui::TextDisabled("receives the same commands; periods behind: %lld",
                      static_cast<long long>(frame.tick - twin->n_exchanges));
}

}  // namespace ventosa::view
