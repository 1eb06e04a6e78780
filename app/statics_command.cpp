#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sstream>
#include <utility>

#include "app/commands.h"
#include "app/cup_force.h"
#include "app/data_folder.h"
#include "app/statics_report.h"
#include "app/text_table.h"
#include "controller/load_sharing/load_check.h"
#include "models/input_error.h"
#include "models/robot.h"
#include "scenarios/format/sections.h"

/// `ventosa statics`: margins of stances of a robot.
namespace ventosa::app {

using controller::Objective;
using controller::PerLeg;
using controller::RobotModel;
using controller::SharingConfig;
using controller::Standing;
using models::InputError;

namespace {

constexpr double kRad_per_deg = std::numbers::pi / 180;

// grid of a map
constexpr double kMapStep_m = 0.02;
constexpr double kMinRadius_m = 0.04, kMaxRadius_m = 0.52;
constexpr double kMinHeight_m = -0.20, kMaxHeight_m = 0.40;

double incline_deg(const std::string& surface) {
  if (surface == "ground") return 0;
  if (surface == "wall") return 90;
  if (surface == "ceiling") return 180;
  double angle = 0;
  const char* const end = surface.data() + surface.size();
  const auto [rest, error] = std::from_chars(surface.data(), end, angle);
  if (error == std::errc{} && rest == end && angle >= 0 && angle <= 180) return angle;
  throw InputError("--surface", surface,
                   "must be ground, wall, ceiling or an angle between 0 and 180", "in degrees");
}

Objective objective(const std::string& name) {
  if (name == "peak_torque") return Objective::kPeakTorque;
  if (name == "torque") return Objective::kTorque;
  if (name == "least_norm") return Objective::kLeastNorm;
  throw InputError("--objective", name, "must be peak_torque, torque or least_norm", "");
}

std::size_t leg_index(const RobotModel& robot, const std::string& name) {
  std::string names;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    if (robot.leg[i].name == name) return i;
    names += (i > 0 ? ", " : "") + robot.leg[i].name;
  }
  throw InputError("--lift", name, "must be none, any, or legs of the robot", names);
}

Lift listed(const RobotModel& robot, const std::string& list) {
  Lift lift{.name = list};
  std::istringstream names(list + ",");
  for (std::string name; std::getline(names, name, ',');)
    if (std::exchange(lift.lifted[leg_index(robot, name)], true))
      throw InputError("--lift", name, "is named twice", "each leg once");
  return lift;
}

std::vector<Lift> lifts(const RobotModel& robot, const std::string& option) {
  if (option == "none") return {{.name = option}};
  if (option != "any") return {listed(robot, option)};
  return each_leg(robot);
}

using Measure = double (*)(const controller::Leg&);

double own_radius_m(const controller::Leg& leg) {
  return (leg.p_BW_nominal - leg.X_BL.translation()).head<2>().norm();
}

double own_height_m(const controller::Leg& leg) {
  return leg.X_BL.translation().z() - leg.p_BW_nominal.z();
}

/// Value that all legs have in common, if there is one.
std::optional<double> common(const RobotModel& robot, Measure measure) {
  constexpr double kSame_m = 1e-9;
  const double first = measure(robot.leg.front());
  for (const controller::Leg& leg : robot.leg)
    if (std::abs(measure(leg) - first) > kSame_m) return std::nullopt;
  return first;
}

std::optional<double> checked_if_given(const char* option, const std::optional<double>& value,
                                       double min, double max) {
  if (value) checked(option, *value, min, max);
  return value;
}

Standing read_standing(const StaticsOptions& options, const RobotModel& robot) {
  Standing standing;
  standing.incline_rad = incline_deg(options.surface) * kRad_per_deg;
  standing.heading_rad = checked("--heading", options.heading_deg, -360, 360) * kRad_per_deg;
  standing.radius_m = checked_if_given("--stance-radius", options.radius_m, 0, 10);
  standing.height_m = checked_if_given("--body-height", options.height_m, -10, 10);
  if (!standing.radius_m) standing.radius_m = common(robot, own_radius_m);
  if (!standing.height_m) standing.height_m = common(robot, own_height_m);
  standing.cup_force_N = read_cup_force_N(options.cup_force_N, robot.cup());
  standing.friction = checked("--mu", options.friction, 0.01, 10);
  return standing;
}

SharingConfig read_sharing(const StaticsOptions& options) {
  SharingConfig limits = controller::physical_limits();
  limits.objective = objective(options.objective);
  limits.safety_factor = checked("--safety-factor", options.safety_factor, 1, 10);
  return limits;
}

std::vector<StaticsStance> map(const RobotModel& robot, const SharingConfig& config,
                               Standing standing, const std::vector<Lift>& lifts, int n_columns) {
  const int n_rows = static_cast<int>(std::lround((kMaxHeight_m - kMinHeight_m) / kMapStep_m)) + 1;
  std::vector<StaticsStance> cells;
  for (int row = 0; row < n_rows; ++row)
    for (int column = 0; column < n_columns; ++column) {
      standing.height_m = kMaxHeight_m - row * kMapStep_m;
      standing.radius_m = kMinRadius_m + column * kMapStep_m;
      cells.push_back(worst(robot, config, standing, lifts));
    }
  return cells;
}

/// The stances by these limits and by the controller's options for this robot.
std::vector<StaticsStance> weigh_each(const models::Robot& robot, const SharingConfig& limits,
                                      Standing standing, const std::vector<Lift>& lifts) {
  const controller::ControllerConfig config =
      scenarios::controller_settings(robot, models::Effects{}, standing.cup_force_N);
  std::vector<StaticsStance> stances;
  for (const Lift& lift : lifts) {
    standing.lifted = lift.lifted;
    const scenarios::StanceVerdict verdict =
        scenarios::judge_stance(robot.nominal, config, limits, standing);
    stances.push_back({.standing = standing,
                       .lift = lift.name,
                       .answer = verdict.physical,
                       .margins = controller::standing_margins(robot.nominal, limits, standing),
                       .verdict = verdict});
  }
  return stances;
}

}  // namespace

ExitCode statics(const StaticsOptions& options) {
  const models::Robot loaded = models::load(find_robot(options.robot));
  const RobotModel& robot = loaded.nominal;
  const Standing standing = read_standing(options, robot);
  const SharingConfig config = read_sharing(options);
  const std::vector<Lift> chosen = lifts(robot, options.lift);
  const int n_columns =
      static_cast<int>(std::lround((kMaxRadius_m - kMinRadius_m) / kMapStep_m)) + 1;
  const std::vector<StaticsStance> stances = options.map
                                                 ? map(robot, config, standing, chosen, n_columns)
                                                 : weigh_each(loaded, config, standing, chosen);
  if (options.json)
    print_json(robot, options, stances);
  else if (options.map)
    print_map(stances, static_cast<std::size_t>(n_columns));
  else
    print_stances(robot, stances);
  const bool good = options.map ? std::any_of(stances.begin(), stances.end(), stands)
                                : std::all_of(stances.begin(), stances.end(), stands);
  return good ? ExitCode::kPass : ExitCode::kAssertionFailed;
}

}  // namespace ventosa::app
