#include "scenarios/assertions/incident_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "controller/model/goal.h"
#include "controller/model/module_report.h"
#include "models/text.h"
#include "scenarios/assertions/recorded_state.h"
#include "scenarios/assertions/seal_attempts.h"
#include "scenarios/assertions/signal_column.h"
#include "sim/cups/cup_phase.h"

namespace ventosa::scenarios {
namespace {

using controller::Activity;
using controller::FootPhase;
using controller::JointMode;
using controller::Reason;
using controller::RobotModel;
using controller::Switch;
using controller::TaskKind;
using sim::CupPhase;

using SignalColumns = std::vector<record::Column>;
using Row = std::span<const double>;

/// The larger of two values; NaN counts as the largest of all.
double worst_of(double so_far, double now) {
  return std::isnan(so_far) || now <= so_far ? so_far : now;
}
/// The smaller of two values; NaN counts as the smallest of all.
double least_of(double so_far, double now) {
  return std::isnan(so_far) || now >= so_far ? so_far : now;
}
double last_of(double, double now) { return now; }

auto value_in(std::size_t column) {
  return [column](Row row) { return row[column]; };
}

void add_value(const std::string& part, const std::string& signal, const SignalColumns& columns,
               std::vector<Gauge>& gauges) {
  if (const auto column = find_column(signal, columns)) gauges.push_back({part, value_in(*column)});
}

/// Contact forces on body and links; contacts of cups do not count.
std::vector<Gauge> contact(const RobotModel& robot, const SignalColumns& columns) {
  std::vector<Gauge> gauges;
  add_value(kBody, "truth.contact", columns, gauges);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    add_value(robot.leg[i].name, signal_of("truth", i, "contact"), columns, gauges);
  return gauges;
}

std::vector<Gauge> body_error(const RobotModel&, const SignalColumns& columns) {
  if (const auto column = find_column("error.body.position", columns))
    return {{kBody, value_in(*column)}};
  return {{kBody, [body = PlannedBody(columns)](Row row) { return body.distance_m(row); }}};
}

/// Angle of a body on point feet from its reference: one that nothing holds falls.
std::vector<Gauge> tilt(const RobotModel& robot, const SignalColumns& columns) {
  if (robot.cup()) return {};
  if (const auto column = find_column("error.body.angle", columns))
    return {{kBody, value_in(*column)}};
  return {{kBody, [body = PlannedBody(columns)](Row row) { return body.angle_rad(row); }}};
}

/// Slip of a cup that is in contact, or was until this control period.
std::vector<Gauge> slip(const RobotModel& robot, const SignalColumns& columns) {
  std::vector<Gauge> gauges;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const auto phase = find_column(signal_of("truth", i, "cup.phase"), columns);
    if (!phase) continue;
    const std::size_t let_go = column_of(signal_of("truth", i, "cup.let_go"), columns);
    const std::size_t slip = column_of(signal_of("truth", i, "cup.slip"), columns);
    gauges.push_back({robot.leg[i].name, [=, phase = *phase](Row row) {
                        const bool held = enumerator<CupPhase>(row[phase]) != CupPhase::kFree;
                        return held || row[let_go] != 0 ? row[slip] : 0;
                      }});
  }
  return gauges;
}

/// 1 while a foot that was to attach is off its surface: its step or an attempt to seal has failed
/// since it left, or a request to attach failed. (A loss in a contact phase is judged by `cups
/// hold`.)
class UnsealedFoot {
 public:
  UnsealedFoot(std::size_t leg, const SignalColumns& columns)
      : leg_(static_cast<int>(leg)),
        holds_(leg, columns),
        phase_(column_of(signal_of("plan", leg, "phase"), columns)),
        progress_(column_of(signal_of("report", leg, "progress"), columns)),
        reason_(column_of(signal_of("report", leg, "reason"), columns)),
        failure_(column_of(signal_of("report", leg, "failure"), columns)),
        activity_(column_of("goal.activity", columns)),
        request_leg_(column_of("goal.request.leg", columns)),
        request_kind_(column_of("goal.request.kind", columns)) {}

  double operator()(Row row) {
    const bool asks = enumerator<Activity>(row[activity_]) == Activity::kLeg;
    if (asks && static_cast<int>(row[request_leg_]) == leg_)
      requested_ = enumerator<TaskKind>(row[request_kind_]) == TaskKind::kAttach;
    const auto phase = enumerator<FootPhase>(row[phase_]);
    failed_ |= attempts_.fails(phase, row[progress_]);
    if (controller::is_contact_phase(phase)) return failed_ = false;
    if (holds_(row)) return 0;
    if (phase == FootPhase::kFree) return requested_ ? 1 : 0;
    failed_ |= is_reported(row[reason_]) || is_reported(row[failure_]);
    return failed_ ? 1 : 0;
  }

 private:
  static bool is_reported(double reason) { return enumerator<Reason>(reason) != Reason::kNone; }

  int leg_;
  HoldingCup holds_;
  std::size_t phase_, progress_, reason_, failure_, activity_, request_leg_, request_kind_;
  SealAttempts attempts_;
  bool requested_ = false;  ///< the last request for this leg was to attach
  bool failed_ = false;     ///< its step has failed since it left
};

std::vector<Gauge> unsealed(const RobotModel& robot, const SignalColumns& columns) {
  std::vector<Gauge> gauges;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (robot.leg[i].cup()) gauges.push_back({robot.leg[i].name, UnsealedFoot(i, columns)});
  return gauges;
}

/// 1 if a drive of a module with power reports an error (in a twin, at any physics step), or is off
/// without being passive.
class FaultyDrives {
 public:
  FaultyDrives(const RobotModel& robot, std::size_t leg, const SignalColumns& columns)
      : power_(column_of(signal_of(state_of(columns), leg, "module.power"), columns)) {
    for (int j = 0; j < robot.leg[leg].n_joints; ++j) {
      const auto column = [&, joint = "joint" + std::to_string(j)](const char* field) {
        return find_column(signal_of(state_of(columns), leg, (joint + field).c_str()), columns);
      };
      drives_.push_back(
          {*column(".mode"), *column(".torque"), *column(".errors"), column(".period_errors")});
    }
  }

  double operator()(Row row) const {
    const bool has_power = enumerator<Switch>(row[power_]) == Switch::kOn;
    const auto fails = [row, has_power](const Drive& drive) {
      const bool is_true = drive.period_errors.has_value();
      if (is_true && row[*drive.period_errors] != 0) return true;
      if (!has_power) return false;
      const bool passive = enumerator<JointMode>(row[drive.mode]) == JointMode::kPassive;
      const bool off = enumerator<Switch>(row[drive.torque]) == Switch::kOff;
      // an error that a drive does not report is unknown
      const bool reports = is_true ? row[drive.errors] != 0 : row[drive.errors] > 0;
      return reports || (off && !passive);
    };
    return std::any_of(drives_.begin(), drives_.end(), fails) ? 1 : 0;
  }

 private:
  struct Drive {
    std::size_t mode, torque, errors;          ///< columns
    std::optional<std::size_t> period_errors;  ///< errors in physics steps: no reading has them
  };
  std::size_t power_;
  std::vector<Drive> drives_;
};

std::vector<Gauge> drive_fault(const RobotModel& robot, const SignalColumns& columns) {
  std::vector<Gauge> gauges;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    gauges.push_back({robot.leg[i].name, FaultyDrives(robot, i, columns)});
  return gauges;
}

/// "joint 2, 7.8 mm from its limit" for a reserve, from the half of the range that it is a share
/// of.
struct ReserveText {
  std::string what;
  double half_range;
  const char* unit;

  std::string operator()(double reserve) const {
    return what + ", " + models::decimal(std::abs(reserve) * half_range, 3) + " " + unit +
           (reserve < 0 ? " beyond its limit" : " from its limit");
  }
};

ReserveText text_of(const controller::Leg& leg, int j) {
  const controller::Joint& joint = leg.joint[static_cast<std::size_t>(j)];
  const double half_rad = 0.5 * (joint.q_max_rad - joint.q_min_rad);
  const std::string what = "joint " + std::to_string(leg.joint_number(j));
  if (joint.slides()) return {what, 1e3 * std::abs(joint.slide_m_rad) * half_rad, "mm of way"};
  return {what, half_rad / controller::kRadPerDegree, "deg"};
}

ReserveText text_of(const controller::Knee& knee) {
  return {"knee", 0.5 * (knee.max_rad - knee.min_rad) / controller::kRadPerDegree, "deg"};
}

/// Reserve of a joint while its drive leads it: a limp one lies at its stop.
class LedReserve {
 public:
  LedReserve(std::size_t leg, const std::string& joint, const SignalColumns& columns)
      : reserve_(column_of(signal_of("reserve", leg, joint.c_str()), columns)),
        torque_(column_of(signal_of(state_of(columns), leg, (joint + ".torque").c_str()), columns)),
        mode_(column_of(signal_of(state_of(columns), leg, (joint + ".mode").c_str()), columns)) {}

  double operator()(Row row) const {
    const bool is_led = enumerator<Switch>(row[torque_]) == Switch::kOn &&
                        enumerator<JointMode>(row[mode_]) != JointMode::kPassive;
    return is_led ? row[reserve_] : 1;
  }

 private:
  std::size_t reserve_, torque_, mode_;  ///< columns
};

/// Joints of the arms only: the surface that holds a foot moves its passive wrist.
std::vector<Gauge> joint_reserve(const RobotModel& robot, const SignalColumns& columns) {
  std::vector<Gauge> gauges;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    for (int j = 0; j < robot.leg[i].n_arm; ++j) {
      const LedReserve reserve(i, "joint" + std::to_string(j), columns);
      gauges.push_back({robot.leg[i].name, reserve, text_of(robot.leg[i], j)});
    }
  return gauges;
}

std::vector<Gauge> knee_reserve(const RobotModel& robot, const SignalColumns& columns) {
  std::vector<Gauge> gauges;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (const auto column = find_column(signal_of("reserve", i, "knee"), columns))
      gauges.push_back({robot.leg[i].name, value_in(*column), text_of(*robot.leg[i].knee)});
  return gauges;
}

/// 30 deg
constexpr double kFallen_rad = 0.5236;

constexpr std::array kKinds{
    IncidentKind{"contact_N", "body and links touch nothing", "N", Bound::kMax, 0, worst_of,
                 contact},
    IncidentKind{"body_error_m", "body near its reference", "m", Bound::kMax, 0.05, worst_of,
                 body_error},
    IncidentKind{"tilt_rad", "body does not fall", "rad", Bound::kMax, kFallen_rad, worst_of, tilt},
    IncidentKind{"slip_m", "cups do not slip", "m", Bound::kMax, 0.005, worst_of, slip},
    IncidentKind{"unsealed", "feet seal again", "1", Bound::kMax, 0, last_of, unsealed},
    IncidentKind{"drive_fault", "drives work", "1", Bound::kMax, 0, worst_of, drive_fault},
    IncidentKind{"joint_reserve", "joints off their stops", "1", Bound::kMin, 0, least_of,
                 joint_reserve},
    IncidentKind{"knee_reserve", "knees within their range", "1", Bound::kMin, 0, least_of,
                 knee_reserve},
};

}  // namespace

std::span<const IncidentKind> incident_kinds() { return kKinds; }

std::vector<std::string> incident_names() {
  std::vector<std::string> names{kCupsHold, kClearOfItself};
  for (const IncidentKind& kind : incident_kinds()) names.emplace_back(kind.name);
  return names;
}

}  // namespace ventosa::scenarios
