#include "tests/scenarios/failures/watched_run.h"

#include <algorithm>
#include <string_view>

namespace ventosa::scenarios {
namespace {

/// Reasons that concern a plan and not a faulty part.
constexpr std::string_view kOfThePlan[] = {
    "none",         "lift_refused", "overloaded", "unreachable", "no_foothold",
    "too_few_feet", "leg_held",     "leg_free",   "operator",    "way_blocked",
    "drifting",     "pd_off",       "no_gait"};

/// Reasons that concern the robot as a whole.
constexpr std::string_view kOfTheBody[] = {"bad_input",   "estimate_diverged", "bad_command",
                                           "imu_silent",  "imu_wrong",         "camera_silent",
                                           "camera_blind"};

template <class Names>
bool is_one_of(controller::Reason reason, const Names& names) {
  return std::find(std::begin(names), std::end(names), controller::name(reason)) != std::end(names);
}
/// Angle to its reference from which a body on point feet has fallen.
constexpr double kFallen_rad = 0.5236;

bool blames(controller::Reason reason) { return !is_one_of(reason, kOfThePlan); }

}  // namespace

WatchedRun::WatchedRun(const Scenario& scenario, std::uint64_t seed)
    : scenario_(scenario), run_(scenario, seed), start_W_(run_.twin().truth().X_WB.translation()) {
  lost_s_.fill(kNever_s);
}

int WatchedRun::n_lost() const {
  int n = 0;
  for (int i = 0; i < n_legs(); ++i) n += is_lost(static_cast<std::size_t>(i));
  return n;
}

bool WatchedRun::advance() {
  if (has_fallen() && time_s() > fell_s_ + 1) return false;
  if (!run_.advance()) return false;
  look_for_losses();
  look_for_fall();
  listen();
  if (truth().v_WB.norm() > 0.002) moved_s_ = time_s();
  return true;
}

double WatchedRun::travel_m() const { return (truth().X_WB.translation() - start_W_).norm(); }

void WatchedRun::look_for_losses() {
  const sim::FaultSet now =
      sim::record_of(run_.session().input().stimulus, run_.capabilities().control_period_ns).fault;
  for (std::size_t i = 0; i < scenario_.robot.nominal.leg.size(); ++i) {
    broken_[i] = broken_[i] || now.leg_bits(static_cast<int>(i)) != 0;
    if (!scenario_.robot.cup) continue;  // a point foot holds nothing that it could lose
    const sim::CupTruth& cup = truth().leg[i].cup;
    const bool lets_go = cup.let_go || cup.phase == sim::CupPhase::kFree;
    if (!controller::is_contact_phase(plan().phase[i]) || !lets_go) continue;
    if (!is_lost(i)) lost_s_[i] = time_s();
  }
}

void WatchedRun::look_for_fall() {
  const std::size_t n_legs = scenario_.robot.nominal.leg.size();
  int n_held = 0;
  for (std::size_t i = 0; i < n_legs; ++i)
    n_held += !scenario_.robot.cup || truth().leg[i].cup.phase != sim::CupPhase::kFree;
  const double off_m = (truth().X_WB.translation() - plan().X_WB_reference.translation()).norm();
  const double off_rad =
      Eigen::AngleAxisd(truth().X_WB.linear() * plan().X_WB_reference.linear().transpose()).angle();
  const bool tips = !scenario_.robot.cup && !(off_rad < kFallen_rad);
  const bool is_off = !(off_m < 0.1) || tips || n_held == 0 || run_.unstable();
  if (is_off && fell_s_ == kNever_s) fell_s_ = time_s();
}

/// True if a leg has no fault, is not about to lose its cup, has not just begun to seal, and none
/// of its drives is off.
bool WatchedRun::is_well(std::size_t leg) const {
  constexpr double kSlid_m = 0.001;
  for (const sim::DriveStatus& drive : truth().leg[leg].status)
    if (drive.errors != 0) return false;
  if (!scenario_.robot.cup) return !broken_[leg] && !has_fallen();
  const sim::CupTruth& cup = truth().leg[leg].cup;
  const bool is_weak = controller::is_contact_phase(plan().phase[leg]) &&
                       cup.vacuum_force_N < scenario_.robot.nominal.cup()->attached_ratio *
                                                scenario_.controller.cup_goal_force_N;
  return !is_weak && !broken_[leg] && !is_lost(leg) && cup.slip_m < kSlid_m && !has_fallen();
}

void WatchedRun::add(hal::Triggers latched) {
  triggers_ = triggers_ | latched;
  if (!latched.empty() && first_trigger_s_ == kNever_s) first_trigger_s_ = time_s();
}

/// The leg of `plan.reason`: the one whose module reports it, else the refused one.
int WatchedRun::troubled_leg() const {
  if (!blames(plan().reason) || is_one_of(plan().reason, kOfTheBody)) return -1;
  for (std::size_t i = 0; i < scenario_.robot.nominal.leg.size(); ++i)
    if (plan().report[i].reason == plan().reason || plan().report[i].failure == plan().reason)
      return static_cast<int>(i);
  return plan().refused_leg;
}

void WatchedRun::listen_to(std::size_t leg) {
  const hal::Triggers latched = run_.session().report().guard.leg[leg].latched;
  add(latched);
  named_[leg] = troubled_leg() == static_cast<int>(leg) || blames(plan().report[leg].reason) ||
                plan().report[leg].failure != controller::Reason::kNone ||
                plan().alarm[leg] != controller::FootAlarm::kNone || !latched.empty();
  if (named_[leg] && blamed_leg_ < 0 && is_well(leg)) blamed_leg_ = static_cast<int>(leg);
}

void WatchedRun::listen() {
  const hal::Triggers latched = run_.session().report().guard.robot.latched;
  add(latched);
  const std::int32_t n_left_out = plan().fix.left_out + plan().heading.left_out;
  const bool leaves_out = n_left_out > n_left_out_;
  n_left_out_ = n_left_out;
  names_body_ = is_one_of(plan().reason, kOfTheBody) || leaves_out || !latched.empty() ||
                plan().imu != controller::ImuHealth::kGood ||
                plan().camera != controller::CameraHealth::kGood;
  for (std::size_t i = 0; i < scenario_.robot.nominal.leg.size(); ++i) listen_to(i);
}

}  // namespace ventosa::scenarios
