#include <algorithm>

#include "controller/controller.h"
#include "controller/dynamics/lip.h"
#include "controller/estimation/odometry.h"
#include "controller/estimation/weighted_mean.h"
#include "controller/model/rotation.h"

/// Where the body is: what its feet and its IMU tell the controller.
namespace ventosa::controller {
namespace {

/// of a leg's reading; a clock that is off must not carry it far
double age_s(const Observation& seen, std::size_t leg) {
  constexpr double kMost_s = 0.2;
  const auto now_ns = static_cast<double>(seen.now_ns);
  const auto then_ns = static_cast<double>(seen.leg[leg].sampled_ns);
  return std::clamp(1e-9 * (now_ns - then_ns), 0.0, kMost_s);
}

}  // namespace

void Controller::take_root(const Observation& seen) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    foot.q_set = foot.q_from = measured_q(seen.leg[i]);
    const LegPose pose = leg_pose(robot_.leg[i], foot.q_from);
    foot.p_WW = state_.X_WB * pose.p_BW;
    foot.R_WF = state_.X_WB.linear() * pose.X_BF.linear();
  }
  look(seen);
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    const Foothold here = nearest_foothold(robot_.leg[i], robot_.cup, patches(seen), foot.p_WW);
    foot.patch = std::max(0, here.patch);
  }
  state_.filter = start_filter(config_.filter, state_.X_WB);
  state_.started = true;
}

bool Controller::estimate(const Observation& seen) noexcept {
  if (!state_.started) take_root(seen);
  const OdometryInput input = sense(seen);
  if (state_.clamped) return true;
  if (!locate_body(input)) return false;
  level(seen);
  look(seen);
  return true;
}

const PatchList& Controller::patches(const Observation& seen) const noexcept {
  const bool surveyed = config_.surfaces.source == SurfaceSource::kSurveyed;
  return surveyed ? seen.patches : state_.map.patches;
}

/// Before it looks around for the first time it knows what it stands on.
void Controller::look(const Observation& seen) noexcept {
  const SurfaceConfig& config = config_.surfaces;
  if (config.source == SurfaceSource::kSurveyed) return;
  for (std::size_t i = 0; !state_.started && i < robot_.leg.size(); ++i) {
    const LegPose pose = leg_pose(robot_.leg[i], measured_q(seen.leg[i]));
    if (state_.foot[i].anchored)
      add_foothold(config, state_.X_WB * pose.X_BF, state_.X_WB.linear().col(0),
                   robot_.cup.lip_radius_m, state_.map);
  }
  state_.map.trail.add(seen.now_ns, state_.X_WB);
  take_in(config, seen.sighting, robot_.cup.lip_radius_m, state_.map);
}

OdometryInput Controller::sense(const Observation& seen) noexcept {
  OdometryInput input{.specific_force_B = seen.body.specific_force_B,
                      .w_WB_B = seen.body.w_WB_B,
                      .gravity_W = config_.gravity_W,
                      .period_s = config_.period_s};
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    stance_.leg[i].pose = leg_pose(robot_.leg[i], measured_q(seen.leg[i]));
    watch_grip(robot_.cup, config_, reading(seen, i), foot);
    if (is_held(foot.phase) && !foot.anchored && !state_.clamped)
      state_.diagnostics.reason = Reason::kCupLost;
    if (!foot.anchored) continue;
    const auto k = static_cast<std::size_t>(input.n_feet++);
    const LegPose& pose = stance_.leg[i].pose;
    const ArmJacobian J = arm_jacobian(robot_.leg[i], pose);
    input.leg[k] = static_cast<int>(i);
    foot.give_W = give_of(i, patches(seen));
    input.p_BW[k] = pose.p_BW - state_.X_WB.linear().transpose() * foot.give_W;
    input.p_WW[k] = foot.p_WW;
    input.R_BF[k] = pose.X_BF.linear();
    input.R_WF[k] = foot.R_WF;
    input.spread_m2[k] = J * J.transpose();
    input.age_s[k] = age_s(seen, i);
    input.plane[k] = wrist_plane(i, seen);
  }
  return input;
}

/// A seen surface is where the estimate has put it: it cannot tell the estimate anything.
WristPlane Controller::wrist_plane(std::size_t i, const Observation& seen) const noexcept {
  if (config_.surfaces.source != SurfaceSource::kSurveyed) return {};
  const Isometry3d& X_WS = seen.patches.patch[static_cast<std::size_t>(state_.foot[i].patch)].X_WS;
  const Vector3d n_W = X_WS.linear().col(2);
  return {n_W, n_W.dot(X_WS.translation()) + robot_.leg[i].wrist_to_lip_m};
}

Vector3d Controller::give_of(std::size_t i, const PatchList& patches) const noexcept {
  if (config_.lip.model == LipModel::kRigid) return Vector3d::Zero();
  const Leg& leg = robot_.leg[i];
  const Matrix3d R_WB = state_.X_WB.linear();
  const auto patch = static_cast<std::size_t>(state_.foot[i].patch);
  const HangingWeight weight =
      hanging_weight(leg, stance_.leg[i].pose, R_WB.transpose() * config_.gravity_W);
  return lip_give(config_.lip, robot_.cup, leg.wrist_to_lip_m,
                  patches.patch[patch].X_WS.linear().col(2),
                  {.shear = R_WB * (state_.F_B[i] - weight.total_B),
                   .tilt = R_WB * (state_.F_B[i] - weight.peel_B)});
}

bool Controller::locate_body(const OdometryInput& input) noexcept {
  switch (config_.body.estimator) {
    case Estimator::kWeightedMean:
      state_.X_WB = mean_of_feet(state_.X_WB, input);
      return true;
    case Estimator::kRegistration:
      state_.X_WB = register_body(state_.X_WB, input);
      return true;
    case Estimator::kFilter:
      return filter_body(input);
  }
  return false;
}

bool Controller::filter_body(const OdometryInput& input) noexcept {
  const FilterStatus status = advance(config_.filter, input, state_.filter);
  if (status == FilterStatus::kDiverged) state_.filter = start_filter(config_.filter, state_.X_WB);
  if (status != FilterStatus::kOk) return false;
  state_.X_WB = state_.filter.X_WB;
  take_contact_points();
  return true;
}

/// The filter goes on learning where its feet stand. One that slips or has slipped is held back:
/// until its next step its joints go on pulling it to where it stood.
void Controller::take_contact_points() noexcept {
  constexpr double kSlipped_m = 0.005;  // far more than the noise of an anchor
  const InvariantFilter& filter = state_.filter;
  for (std::size_t k = 0; k < static_cast<std::size_t>(filter.n_feet); ++k) {
    const auto leg = static_cast<std::size_t>(filter.leg[k]);
    Vector3d& p_WW = state_.foot[leg].p_WW;
    const bool slips = filter.watch[leg].alarm != FootAlarm::kNone;
    if (!slips && (filter.p_WW[k] - p_WW).norm() < kSlipped_m) p_WW = filter.p_WW[k];
  }
}

FootReading Controller::reading(const Observation& seen, std::size_t leg) const noexcept {
  return {.grip_force_N = grip_force_N(robot_.cup, seen.leg[leg]),
          .q_rad = measured_q(seen.leg[leg]),
          .p_WW = state_.X_WB * stance_.leg[leg].pose.p_BW,
          .R_WF = state_.X_WB.linear() * stance_.leg[leg].pose.X_BF.linear(),
          .roll_rad = seen.leg[leg].joint[robot_.leg[leg].n_joints - 1].q_rad,
          .height_m = mean_distance_m(seen.leg[leg].cup)};
}

void Controller::level(const Observation& seen) noexcept {
  // a filter that allows for a bias has weighed the accelerometer already
  if (config_.body.estimator == Estimator::kFilter && config_.filter.accel_bias_m_s2 > 0) return;
  // the mean over the rest so far, later a running one
  constexpr double kLeast_s = 0.3;  // faster, it would answer to the swaying of the body
  const double rest_s = state_.ticks_at_rest * config_.period_s - config_.body.level_after_s;
  if (rest_s <= 0) return;
  const double mean_s = std::clamp(rest_s, kLeast_s, std::max(kLeast_s, config_.body.level_time_s));
  const Vector3d f_B = seen.body.specific_force_B - state_.filter.accel_bias_B;
  const Vector3d tilt_rad = tilt_error(state_.X_WB.linear(), f_B, config_.gravity_W);
  const Vector3d step_rad = config_.period_s / mean_s * tilt_rad;
  const Matrix3d turn = rotation_exp(step_rad);
  const Vector3d p_WB = state_.X_WB.translation();
  state_.X_WB.linear() = orthonormal(turn * state_.X_WB.linear());
  for (Foot& foot : state_.foot) {
    foot.p_WW = p_WB + turn * (foot.p_WW - p_WB);
    foot.R_WF = turn * foot.R_WF;
  }
  turn_about_body(turn, state_.filter);
  turn_about(p_WB, turn, state_.map);
  // the joints' set-points stay; the body error that was found goes the way of the trim
  state_.trim_r_W += step_rad;
}

}  // namespace ventosa::controller
