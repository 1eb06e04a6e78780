#include "scenarios/verdict/reason_log.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "scenarios/verdict/signal_column.h"

namespace ventosa::scenarios {

using controller::Activity;
using controller::Limit;
using controller::Reason;

namespace {

std::string formatted(const char* format, double number) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

/// Refusals alone tell of a foot and a limit.
bool is_refusal(Reason reason) {
  return reason == Reason::kLiftRefused || reason == Reason::kUnreachable ||
         reason == Reason::kNoFoothold || reason == Reason::kModuleSilent ||
         reason == Reason::kJointFault || reason == Reason::kLegFree ||
         reason == Reason::kOverheated || reason == Reason::kWayBlocked;
}

/// Of the one leg that the goal asks for.
bool is_of_request(Reason reason) {
  return reason == Reason::kLegHeld || reason == Reason::kWayBlocked;
}

}  // namespace

std::string to_text(const Hindrance& h) {
  std::string text = formatted("%.2f s", h.from_s);
  if (h.to_s > h.from_s) text += formatted(" to %.2f s", h.to_s);
  text.append(": ").append(controller::name(h.reason));
  if (!h.leg.empty()) text.append(" ").append(h.leg);
  if (h.joint >= 0) text.append(" joint ").append(std::to_string(h.joint + 1));
  if (h.least.limit != Limit::kNone)
    text.append(", for ")
        .append(controller::name(h.least.limit))
        .append(" of ")
        .append(h.least_leg)
        .append(formatted(" (margin %.3f)", h.least.margin));
  return text.append(formatted(", %.0f mm from the start", 1000 * h.travel_B0.norm()));
}

ReasonLog::ReasonLog(const Scenario& scenario, const std::vector<record::Column>& columns)
    : period_s_(scenario.twin.control_period_s),
      reason_(column_of("plan.reason", columns)),
      refused_leg_(column_of("plan.refused_leg", columns)),
      activity_(column_of("goal.activity", columns)),
      request_leg_(column_of("goal.request.leg", columns)),
      lift_leg_(column_of("plan.lift.leg", columns)),
      lift_limit_(column_of("plan.lift.limit", columns)),
      lift_margin_(column_of("plan.lift.margin", columns)),
      travel_(column_of("error.travel.x", columns)) {
  for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i) {
    legs_.push_back(scenario.robot.nominal.leg[i].name);
    const std::string report = "report.leg" + std::to_string(i);
    leg_reason_.push_back(column_of(report + ".reason", columns));
    faulty_joint_.push_back(column_of(report + ".faulty_joint", columns));
  }
  hindrances_.reserve(kMost);
}

bool ReasonLog::take(std::int64_t tick, std::span<const double> row) noexcept {
  const auto reason = enumerator<Reason>(row[reason_]);
  const double time_s = static_cast<double>(tick) * period_s_;
  const bool goes_on = reason == last_ && n_ > 0;
  last_ = reason;
  if (reason == Reason::kNone) return true;
  if (goes_on) {
    if (n_ <= hindrances_.size()) hindrances_.back().to_s = time_s;
    return true;
  }
  if (++n_ > kMost) return true;
  try {
    hindrances_.push_back(read(time_s, row));
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

Hindrance ReasonLog::read(double time_s, std::span<const double> row) const {
  Hindrance h{.from_s = time_s, .to_s = time_s, .reason = enumerator<Reason>(row[reason_])};
  h.leg = is_refusal(h.reason) ? leg_name(row[refused_leg_]) : "";
  const bool asks_leg = enumerator<Activity>(row[activity_]) == Activity::kLeg;
  if (asks_leg && is_of_request(h.reason)) h.leg = leg_name(row[request_leg_]);
  if (h.leg.empty()) h.leg = troubled_leg(row);
  if (h.leg.empty()) h.leg = leg_name(row[refused_leg_]);
  if (h.reason == Reason::kJointFault) h.joint = faulty_joint(row);
  for (int k = 0; k < 3; ++k) h.travel_B0[k] = row[travel_ + static_cast<std::size_t>(k)];
  if (h.reason != Reason::kLiftRefused) return h;
  h.least = {.leg = static_cast<int>(row[lift_leg_]),
             .limit = enumerator<Limit>(row[lift_limit_]),
             .margin = row[lift_margin_]};
  h.least_leg = leg_name(row[lift_leg_]);
  return h;
}

/// Of the leg that the reason is about.
int ReasonLog::faulty_joint(std::span<const double> row) const {
  const double leg = row[refused_leg_];
  const bool exists = leg >= 0 && leg < static_cast<double>(faulty_joint_.size());
  return exists ? static_cast<int>(row[faulty_joint_[static_cast<std::size_t>(leg)]]) : -1;
}

std::string ReasonLog::leg_name(double index) const {
  const bool exists = index >= 0 && index < static_cast<double>(legs_.size());
  return exists ? legs_[static_cast<std::size_t>(index)] : "";
}

/// One whose module reports this reason.
std::string ReasonLog::troubled_leg(std::span<const double> row) const {
  for (std::size_t i = 0; i < legs_.size(); ++i)
    if (row[leg_reason_[i]] == row[reason_]) return legs_[i];
  return "";
}

}  // namespace ventosa::scenarios
