#include "scenarios/verdict/reason_log.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "scenarios/assertions/signal_column.h"

namespace ventosa::scenarios {

using controller::Activity;
using controller::CameraHealth;
using controller::FootAlarm;
using controller::ImuHealth;
using controller::Limit;
using controller::Reason;

namespace {

std::string formatted(const char* format, double number) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

/// Reason of a leg's report if its cup is lost, stuck or does not seal; other reasons only refuse a
/// task.
Reason loss_of_leg(double value) {
  const auto reason = enumerator<Reason>(value);
  const bool is_loss = reason == Reason::kCupLost || reason == Reason::kReleaseStuck ||
                       reason == Reason::kSealFailed;
  return is_loss ? reason : Reason::kNone;
}

Reason failure_of_leg(double value) { return enumerator<Reason>(value); }

Reason slip_of_foot(double value) {
  return enumerator<FootAlarm>(value) == FootAlarm::kNone ? Reason::kNone : Reason::kSlipping;
}

Reason failure_of_imu(double value) { return reason_of(enumerator<ImuHealth>(value)); }

Reason failure_of_camera(double value) { return reason_of(enumerator<CameraHealth>(value)); }

/// True for reasons that concern the leg of a requested task.
bool is_of_request(Reason reason) {
  return reason == Reason::kLegHeld || reason == Reason::kWayBlocked;
}

}  // namespace

std::string reason_text(const Hindrance& h) {
  std::string text(controller::name(h.reason));
  if (!h.leg.empty()) text.append(" ").append(h.leg);
  if (h.joint >= 0) text.append(" joint ").append(std::to_string(h.joint_number));
  if (h.least.limit != Limit::kNone)
    text.append(", for ")
        .append(controller::name(h.least.limit))
        .append(" of ")
        .append(h.least_leg)
        .append(formatted(" (margin %.3f)", h.least.margin));
  return text;
}

std::string to_text(const Hindrance& h) {
  std::string text = formatted("%.2f s", h.from_s);
  if (h.to_s > h.from_s) text += formatted(" to %.2f s", h.to_s);
  return text.append(": ")
      .append(reason_text(h))
      .append(formatted(", %.0f mm from the start", 1000 * h.travel_B0.norm()));
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
      travel_(find_column("error.travel.x", columns)) {
  for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i) {
    legs_.push_back(scenario.robot.nominal.leg[i]);
    const std::string report = "report.leg" + std::to_string(i);
    faulty_joint_.push_back(column_of(report + ".faulty_joint", columns));
    const int leg = static_cast<int>(i);
    const std::size_t reason = column_of(report + ".reason", columns);
    const std::size_t failure = column_of(report + ".failure", columns);
    parts_.push_back({.read = loss_of_leg, .column = reason, .leg = leg});
    parts_.push_back({.read = failure_of_leg, .column = failure, .leg = leg});
    const auto alarm = find_column("plan.leg" + std::to_string(i) + ".alarm", columns);
    if (alarm) parts_.push_back({.read = slip_of_foot, .column = *alarm, .leg = leg});
  }
  if (scenario.robot.nominal.has_imu)
    parts_.push_back({.read = failure_of_imu, .column = column_of("plan.imu", columns)});
  parts_.push_back({.read = failure_of_camera, .column = column_of("plan.camera", columns)});
  hindrances_.reserve(kMost);
}

bool ReasonLog::take(std::int64_t tick, std::span<const double> row) noexcept {
  const double time_s = static_cast<double>(tick) * period_s_;
  try {
    hear_plan(time_s, row);
    for (Part& part : parts_) hear(part, time_s, row);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void ReasonLog::hear_plan(double time_s, std::span<const double> row) {
  const auto reason = enumerator<Reason>(row[reason_]);
  const bool goes_on = reason == last_;
  last_ = reason;
  if (reason == Reason::kNone) return last_leg_.clear();
  if (goes_on) return prolong(entry_, time_s);
  const Hindrance hindrance = read(time_s, row);
  last_leg_ = hindrance.leg;
  entry_ = add(hindrance);
}

/// Records a reason once for its duration, whether the plan or the part reports it.
void ReasonLog::hear(Part& part, double time_s, std::span<const double> row) {
  const Reason reason = part.read(row[part.column]);
  if (reason != part.last) part = {.read = part.read, .column = part.column, .leg = part.leg};
  part.last = reason;
  if (reason == Reason::kNone) return;
  part.recorded |= reason == last_ && last_leg_ == leg_name(part.leg);
  if (part.recorded) return prolong(part.entry, time_s);
  part.recorded = true;
  part.entry = add(read(part, time_s, row));
}

/// @return index of the entry, or kNoEntry
std::size_t ReasonLog::add(const Hindrance& hindrance) {
  if (++n_ > kMost) return kNoEntry;
  hindrances_.push_back(hindrance);
  return hindrances_.size() - 1;
}

void ReasonLog::prolong(std::size_t entry, double time_s) {
  if (entry != kNoEntry) hindrances_[entry].to_s = time_s;
}

Hindrance ReasonLog::at(double time_s, Reason reason, std::span<const double> row) const {
  Hindrance h{.from_s = time_s, .to_s = time_s, .reason = reason};
  for (int k = 0; k < 3; ++k)
    h.travel_B0[k] = travel_ ? row[*travel_ + static_cast<std::size_t>(k)] : controller::kUnknown;
  return h;
}

Hindrance ReasonLog::read(const Part& part, double time_s, std::span<const double> row) const {
  Hindrance h = at(time_s, part.last, row);
  h.leg = leg_name(part.leg);
  if (h.reason == Reason::kJointFault) set_joint(part.leg, row, h);
  return h;
}

Hindrance ReasonLog::read(double time_s, std::span<const double> row) const {
  Hindrance h = at(time_s, enumerator<Reason>(row[reason_]), row);
  h.leg = leg_name(row[refused_leg_]);
  const bool asks_leg = enumerator<Activity>(row[activity_]) == Activity::kLeg;
  if (asks_leg && is_of_request(h.reason)) h.leg = leg_name(row[request_leg_]);
  if (h.reason == Reason::kJointFault) set_joint(row[refused_leg_], row, h);
  if (h.reason != Reason::kLiftRefused) return h;
  h.least = {.leg = static_cast<int>(row[lift_leg_]),
             .limit = enumerator<Limit>(row[lift_limit_]),
             .margin = row[lift_margin_]};
  h.least_leg = leg_name(row[lift_leg_]);
  return h;
}

void ReasonLog::set_joint(double leg, std::span<const double> row, Hindrance& h) const {
  if (!(leg >= 0 && leg < static_cast<double>(legs_.size()))) return;
  const auto i = static_cast<std::size_t>(leg);
  h.joint = static_cast<int>(row[faulty_joint_[i]]);
  h.joint_number = legs_[i].joint_number(h.joint);
}

std::string ReasonLog::leg_name(double index) const {
  const bool exists = index >= 0 && index < static_cast<double>(legs_.size());
  return exists ? legs_[static_cast<std::size_t>(index)].name : "";
}

}  // namespace ventosa::scenarios
