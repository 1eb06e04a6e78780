#pragma once

#include <limits>

#include "tests/controller/ideal_modules.h"

/// Random robots, options, readings and goals for the controller, valid or not.
namespace ventosa::controller {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(seed) {}

  bool chance(double p) { return std::bernoulli_distribution(p)(rng_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  double in(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng_);
  }
  Vector3d vector(double scale) {
    return {in(-scale, scale), in(-scale, scale), in(-scale, scale)};
  }
  /// A value that no correct sensor reports.
  double nonsense() {
    using Limits = std::numeric_limits<double>;
    const double all[] = {Limits::quiet_NaN(),
                          Limits::infinity(),
                          -Limits::infinity(),
                          Limits::denorm_min(),
                          -Limits::min() / 3,
                          Limits::max(),
                          -1e300,
                          1e154,
                          -1e17,
                          1e9,
                          0.0,
                          in(-100, 100)};
    return all[below(static_cast<int>(std::size(all)))];
  }
  /// A time in the near or far past or future.
  std::int64_t moment(std::int64_t now_ns) {
    using Limits = std::numeric_limits<std::int64_t>;
    const std::int64_t all[] = {now_ns - below(2'000'000'000),
                                now_ns + below(2'000'000'000),
                                Limits::min(),
                                Limits::max(),
                                -1,
                                0};
    return all[below(static_cast<int>(std::size(all)))];
  }

 private:
  std::mt19937_64 rng_;
};

inline JointFriction random_friction(Dice& dice) {
  return {dice.in(0, 0.3), dice.in(0, 0.3), dice.in(0, 0.7)};
}

/// 1 to 12 copies of the quadruped's legs, on a circle or in a row with all feet on one line.
inline RobotModel random_robot(const RobotModel& quadruped, Dice& dice) {
  RobotModel robot = quadruped;
  const int n = 1 + dice.below(kMaxLegs);
  const bool in_a_row = dice.chance(0.2);
  robot.leg.clear();
  std::vector<int> order;
  for (int i = 0; i < n; ++i) {
    Leg leg = quadruped.leg[0];
    const double yaw = in_a_row ? 0 : 2 * std::numbers::pi * i / n;
    const Eigen::AngleAxisd turn(yaw, Vector3d::UnitZ());
    leg.X_BL = Isometry3d(turn) * Eigen::Translation3d(0.14, in_a_row ? 0.2 * i : 0, 0);
    leg.p_BW_nominal = leg.X_BL * Vector3d(0.22, 0, -0.05);
    for (Joint& joint : leg.joint) joint.friction = random_friction(dice);
    robot.leg.push_back(leg);
    order.push_back(i);
  }
  robot.gait.clear();
  if (n > kFewestFeet) robot.gait = {wave("wave", order)};
  return robot;
}

inline GainConfig random_gains(Dice& dice) {
  GainConfig gains;
  gains.law = static_cast<ControlLaw>(dice.below(4));
  gains.loop = static_cast<ServoLoop>(dice.below(3));
  if (gains.law == ControlLaw::kComputedTorque) gains.loop = ServoLoop::kController;
  if (gains.law == ControlLaw::kPosition) gains.loop = ServoLoop::kServo;
  gains.omega_rad_s = dice.in(1, 20);
  gains.friction_share = dice.chance(0.5) ? dice.in(0, 1.5) : 0;
  gains.friction_speed_rad_s = dice.in(1e-4, 0.1);
  return gains;
}

inline LipConfig random_lip(Dice& dice) {
  LipConfig lip;
  lip.model = static_cast<LipModel>(dice.below(2));
  lip.free_height_m = dice.in(0, 0.01);
  lip.press_m = dice.in(0, lip.free_height_m);
  lip.stiffness_N_m = dice.in(1e3, 1e5);
  lip.shear_stiffness_N_m = dice.in(1e3, 1e5);
  return lip;
}

inline ReactionConfig random_reactions(Dice& dice) {
  ReactionConfig reactions;
  reactions.lip_rest_m = dice.chance(0.5) ? dice.in(0, 0.02) : 0;
  reactions.cup_normal_N_m = dice.in(1e3, 1e5);
  reactions.cup_tangential_N_m = dice.in(1e3, 1e5);
  return reactions;
}

inline ControllerConfig random_config(Dice& dice) {
  ControllerConfig config;
  config.gravity_W = dice.chance(0.5) ? kDown : dice.vector(9.81);
  config.cup_goal_force_N = dice.in(20, 120);
  config.gains = random_gains(dice);
  config.lip = random_lip(dice);
  config.reactions = random_reactions(dice);
  config.sharing.objective = static_cast<Objective>(dice.below(3));
  config.sharing.wrist_moment_Nm = dice.chance(0.5) ? dice.in(0, 1) : 0;
  config.body.estimator = static_cast<Estimator>(dice.below(3));
  config.body.damping_Ns_m = dice.chance(0.5) ? 60 : 0;
  config.body.deadband_m = dice.chance(0.5) ? dice.in(0, 0.005) : 0;
  config.payload.estimation = static_cast<PayloadEstimation>(dice.below(2));
  config.gait.swing = static_cast<SwingControl>(dice.below(2));
  config.gait.silence_s = dice.in(0, 1);
  config.surfaces.source = static_cast<SurfaceSource>(dice.below(2));
  return config;
}

/// A rectangle at a random place around the body, or below the feet.
inline DetectedPlane random_plane(Dice& dice) {
  Isometry3d X_BS = Isometry3d::Identity();
  X_BS.translation() = Vector3d(0, 0, -0.137);
  if (dice.chance(0.5)) {
    X_BS.translation() += dice.vector(dice.chance(0.5) ? 0.02 : 2);
    X_BS.rotate(Eigen::AngleAxisd(dice.in(-3, 3), dice.vector(1).stableNormalized()));
  }
  DetectedPlane plane{.normal = X_BS.linear().col(2), .n_corners = 4, .n_pixels = 1000};
  const double a_m = dice.in(0, 2), b_m = dice.in(0, 2), sd_m = dice.in(0, 0.01);
  const Vector3d corner_S[] = {{a_m, b_m, 0}, {-a_m, b_m, 0}, {-a_m, -b_m, 0}, {a_m, -b_m, 0}};
  for (std::size_t k = 0; k < 4; ++k) plane.corner[k] = {X_BS * corner_S[k], sd_m};
  return plane;
}

/// Makes the corners degenerate: unordered, at one point, on one line, or off their plane.
inline void degenerate(DetectedPlane& plane, Dice& dice) {
  PlaneCorner& first = plane.corner[0];
  switch (dice.below(5)) {
    case 0:
      std::swap(first, plane.corner[1]);
      break;
    case 1:
      for (PlaneCorner& corner : plane.corner) corner = first;
      break;
    case 2:
      plane.corner[2] = first;
      plane.corner[3] = plane.corner[1];
      break;
    case 3:
      plane.n_corners = dice.below(2000) - 1000;
      break;
    default:
      for (PlaneCorner& corner : plane.corner) corner.p += 1e-3 * dice.in(-0.5, 0.5) * plane.normal;
  }
}

inline void spoil(PlaneDetections& seen, Dice& dice) {
  DetectedPlane& plane = seen.plane[0];
  PlaneCorner& corner = plane.corner[static_cast<std::size_t>(dice.below(kMaxCorners))];
  double* const all[] = {&plane.normal[dice.below(3)], &corner.p[dice.below(3)], &corner.sd_m,
                         &plane.rms_m};
  *all[dice.below(4)] = dice.nonsense();
}

inline PlaneDetections random_detections(std::int64_t now_ns, Dice& dice) {
  PlaneDetections seen{.sampled_ns = now_ns, .n = dice.below(kMaxDetectedPlanes + 1)};
  for (DetectedPlane& plane : seen.plane) plane = random_plane(dice);
  if (dice.chance(0.3)) degenerate(seen.plane[0], dice);
  if (dice.chance(0.05)) spoil(seen, dice);
  if (dice.chance(0.05)) seen.n = dice.below(2000) - 1000;
  if (dice.chance(0.1)) seen.sampled_ns = dice.moment(now_ns);
  return seen;
}

inline double& random_number(Observation& seen, int n_legs, Dice& dice) {
  LegReading& leg = seen.leg[static_cast<std::size_t>(dice.below(n_legs))];
  JointReading& joint = leg.joint[static_cast<std::size_t>(dice.below(6))];
  double* const all[] = {&joint.q_rad,
                         &joint.dq_rad_s,
                         &joint.tau_Nm,
                         &joint.current_A,
                         &leg.pack.voltage_V,
                         &leg.cup.vacuum_Pa,
                         &leg.cup.turbine,
                         &leg.cup.distance_m[static_cast<std::size_t>(dice.below(3))],
                         &seen.body.specific_force_B[dice.below(3)],
                         &seen.body.w_WB_B[dice.below(3)]};
  return *all[dice.below(static_cast<int>(std::size(all)))];
}

/// Events of a real robot: cups without vacuum, displaced legs, stretched wrists.
inline void mistreat(Observation& seen, int n_legs, Dice& dice) {
  LegReading& leg = seen.leg[static_cast<std::size_t>(dice.below(n_legs))];
  switch (dice.below(5)) {
    case 0:
      leg.cup.vacuum_Pa = dice.in(-100, 300);
      break;
    case 1:
      for (LegReading& each : seen.leg) each.cup.vacuum_Pa = 0;
      break;
    case 2:
      leg.joint[4].q_rad = dice.chance(0.5) ? 0 : 1e-12;
      break;
    case 3:
      for (JointReading& joint : leg.joint) joint.q_rad += dice.in(-0.5, 0.5);
      break;
    default:
      for (JointReading& joint : leg.joint) joint.dq_rad_s = dice.in(-50, 50);
  }
}

inline Observation spoilt(const Observation& sound, int n_legs, Dice& dice) {
  Observation seen = sound;
  if (dice.chance(0.1)) mistreat(seen, n_legs, dice);
  if (dice.chance(0.1))
    for (int k = 1 + dice.below(3); k > 0; --k) random_number(seen, n_legs, dice) = dice.nonsense();
  if (dice.chance(0.3)) seen.detections = random_detections(seen.now_ns, dice);
  if (dice.chance(0.02))
    seen.leg[static_cast<std::size_t>(dice.below(n_legs))].sampled_ns = dice.moment(seen.now_ns);
  if (dice.chance(0.01)) seen.now_ns = dice.moment(seen.now_ns);
  return seen;
}

/// An invalid or unlikely integer.
inline int odd_integer(Dice& dice) {
  using Limits = std::numeric_limits<int>;
  const int all[] = {Limits::min(), Limits::max(), -1, 0, kMaxLegs, dice.below(2000) - 1000};
  return all[dice.below(static_cast<int>(std::size(all)))];
}

inline Isometry3d random_shift(Dice& dice) {
  Isometry3d shift_B = Isometry3d::Identity();
  shift_B.translation() = dice.vector(dice.chance(0.8) ? 0.2 : 3);
  shift_B.linear() = Eigen::AngleAxisd(dice.in(-3, 3), dice.vector(1).stableNormalized()).matrix();
  return shift_B;
}

/// A random move, often out of reach.
inline LegMove random_move(Dice& dice) {
  LegMove move{.space = static_cast<MoveSpace>(dice.below(2))};
  move.n = dice.chance(0.95) ? 1 + dice.below(static_cast<int>(kMaxWaypoints)) : odd_integer(dice);
  const double widest_rad = dice.chance(0.8) ? 0.5 : 4;
  for (PerJoint<double>& q_rad : move.q_rad)
    for (double& q : q_rad) q = dice.in(-widest_rad, widest_rad);
  for (Isometry3d& shift_B : move.shift_B) shift_B = random_shift(dice);
  for (double* limit :
       {&move.speed_rad_s, &move.acceleration_rad_s2, &move.speed_m_s, &move.acceleration_m_s2})
    *limit = dice.chance(0.5) ? 0 : dice.in(0, dice.chance(0.9) ? 5 : 1e-9);
  if (!dice.chance(0.05)) return move;
  const auto k = static_cast<std::size_t>(dice.below(static_cast<int>(kMaxWaypoints)));
  double* const all[] = {&move.q_rad[k][static_cast<std::size_t>(dice.below(kMaxJoints))],
                         &move.shift_B[k].matrix()(dice.below(3), dice.below(4)),
                         &move.speed_rad_s,
                         &move.acceleration_rad_s2,
                         &move.speed_m_s,
                         &move.acceleration_m_s2};
  *all[dice.below(static_cast<int>(std::size(all)))] = dice.nonsense();
  return move;
}

inline LegRequest random_request(int n_legs, Dice& dice) {
  return {.id = dice.chance(0.9) ? dice.below(1000) : odd_integer(dice),
          .leg = dice.chance(0.9) ? dice.below(n_legs) : odd_integer(dice),
          .kind = static_cast<TaskKind>(dice.below(5)),
          .move = random_move(dice)};
}

inline Goal random_goal(int n_legs, Dice& dice) {
  Goal goal{.activity = static_cast<Activity>(dice.below(6)), .pd = dice.chance(0.8)};
  if (dice.chance(0.3)) goal.activity = Activity::kLeg;
  goal.X_WB.translation() = Vector3d(0, 0, 0.137) + dice.vector(0.05);
  goal.v_WB = dice.vector(dice.chance(0.1) ? 10 : 0.02);
  goal.w_WB = dice.vector(dice.chance(0.1) ? 0.1 : 0);
  goal.request = random_request(n_legs, dice);
  if (!dice.chance(0.05)) return goal;
  double* const all[] = {&goal.X_WB.matrix()(dice.below(3), dice.below(4)),
                         &goal.v_WB[dice.below(3)], &goal.w_WB[dice.below(3)]};
  *all[dice.below(3)] = dice.nonsense();
  return goal;
}

/// Feet attached or not, body clamped or not, surfaces of random pose and size, or no surface.
inline Start random_start(Start start, Dice& dice) {
  start.clamped = dice.chance(0.1);
  for (bool& attached : start.attached) attached = dice.chance(0.9);
  for (int k = dice.below(3); k > 0; --k) {
    Patch& patch = start.patches.patch[static_cast<std::size_t>(start.patches.n++)];
    patch = {.half_extent_m = {dice.in(0, 2), dice.in(0, 2)}, .friction = dice.in(0, 1)};
    patch.X_WS.translation() = dice.vector(0.5);
    patch.X_WS.linear() =
        Eigen::AngleAxisd(dice.in(-3, 3), dice.vector(1).stableNormalized()).matrix();
  }
  if (!dice.chance(0.1)) return start;
  Patch& patch = start.patches.patch[0];
  double* const all[] = {&patch.X_WS.matrix()(dice.below(3), dice.below(4)),
                         &patch.half_extent_m[dice.below(2)], &patch.friction,
                         &start.X_WB.matrix()(dice.below(3), dice.below(4))};
  *all[dice.below(4)] = dice.nonsense();
  if (dice.chance(0.2)) start.patches.n = odd_integer(dice);
  return start;
}

}  // namespace ventosa::controller
