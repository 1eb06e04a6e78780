#include "controller/estimation/elastic_reactions.h"

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

constexpr double kLastStep_rad = 1e-7;  // the next Newton step would be of the order of its square
constexpr double kFarTurn_rad = 0.5;    // larger rotations are no valid start
constexpr double kRounding = 1e-14;     // smaller minors relative to the diagonal count as zero
constexpr double kCollinear = 1e-8;     // the smaller spread is below 1e-4 of the larger one

/// [v] M
Matrix3d crossed(const Vector3d& v, const Matrix3d& M) {
  Matrix3d product;
  for (int k = 0; k < 3; ++k) product.col(k) = v.cross(M.col(k));
  return product;
}

/// Sylvester's criterion; false for NaN.
bool is_positive_definite(const Matrix3d& K) {
  const double rounding = kRounding * K(0, 0) * K(1, 1);
  const double minor = K(0, 0) * K(1, 1) - K(0, 1) * K(1, 0);
  return K.allFinite() && K(0, 0) > 0 && minor > rounding && K.determinant() > rounding * K(2, 2) &&
         K(2, 2) > 0;
}

bool is_sound(const ElasticProblem& problem) {
  if (problem.n_feet < 0 || problem.n_feet > kMaxLegs) return false;
  for (int i = 0; i < problem.n_feet; ++i)
    if (!problem.foot[i].p_B.allFinite() || !is_positive_definite(problem.foot[i].K)) return false;
  return problem.p_BG.allFinite() && problem.f_B.allFinite() && problem.m_B.allFinite();
}

bool stand_on_a_line(const ElasticProblem& problem) {
  Vector3d mean = Vector3d::Zero();
  for (int i = 0; i < problem.n_feet; ++i) mean += problem.foot[i].p_B / problem.n_feet;
  Matrix3d inertia = Matrix3d::Zero();
  for (int i = 0; i < problem.n_feet; ++i) {
    const Vector3d r = problem.foot[i].p_B - mean;
    inertia += r.squaredNorm() * Matrix3d::Identity() - r * r.transpose();
  }
  // on a line the three inertias about the mean are s, s and almost nothing
  const double size = inertia.trace() / 2;
  return !(inertia.determinant() > kCollinear * size * size * size);
}

ElasticStatus check(const ElasticProblem& problem) {
  if (!is_sound(problem)) return ElasticStatus::kBadInput;
  if (problem.n_feet == 0) return ElasticStatus::kNoFoot;
  if (problem.n_feet == 1) return ElasticStatus::kOneFoot;
  return stand_on_a_line(problem) ? ElasticStatus::kFeetOnALine : ElasticStatus::kConverged;
}

/// The robot rotated by R and shifted so that the forces balance.
class Displaced {
 public:
  explicit Displaced(const ElasticProblem& problem) : problem_(problem) {
    Matrix3d K_sum = Matrix3d::Zero();
    for (int i = 0; i < problem.n_feet; ++i) {
      P_[i] = problem.foot[i].p_B - problem.p_BG;
      K_sum += problem.foot[i].K;
    }
    compliance_ = K_sum.inverse();
  }

  void turn(const Matrix3d& R) {
    Vector3d pull = -problem_.f_B;
    for (int i = 0; i < problem_.n_feet; ++i) {
      RP_[i] = R * P_[i];
      pull += problem_.foot[i].K * (P_[i] - RP_[i]);
    }
    t_ = compliance_ * pull;
    for (int i = 0; i < problem_.n_feet; ++i) F_[i] = problem_.foot[i].K * (P_[i] - RP_[i] - t_);
  }

  /// r, the excess moment of the forces
  Vector3d excess_moment() const {
    Vector3d r = -problem_.m_B;
    for (int i = 0; i < problem_.n_feet; ++i) r += RP_[i].cross(F_[i]);
    return r;
  }

  /// -dr/dphi:  -sum ([F] [RP] + [RP] K [RP]) - A' C A,  A = sum K [RP],  C = (sum K)^-1
  Matrix3d turning_stiffness() const {
    Matrix3d A = Matrix3d::Zero(), stiffness = Matrix3d::Zero();
    for (int i = 0; i < problem_.n_feet; ++i) {
      const Matrix3d K_lever = -crossed(RP_[i], problem_.foot[i].K).transpose();
      A += K_lever;
      stiffness += F_[i].dot(RP_[i]) * Matrix3d::Identity() - RP_[i] * F_[i].transpose();
      stiffness -= crossed(RP_[i], K_lever);
    }
    return stiffness - A.transpose() * compliance_ * A;
  }

  const PerLeg<Vector3d>& forces() const { return F_; }
  const Vector3d& move() const { return t_; }

 private:
  const ElasticProblem& problem_;
  Matrix3d compliance_;
  PerLeg<Vector3d> P_, RP_, F_;
  Vector3d t_;
};

bool withstands_turning(const Matrix3d& stiffness) {
  return is_positive_definite(0.5 * (stiffness + stiffness.transpose()));
}

/// Newton's method for the rotation.
ElasticStatus settle(Displaced& robot, Matrix3d& R, int& iterations) {
  robot.turn(R);
  while (iterations < kMaxElasticIterations) {
    const Matrix3d stiffness = robot.turning_stiffness();
    const Vector3d step = stiffness.inverse() * robot.excess_moment();
    if (!step.allFinite()) return ElasticStatus::kUnstable;
    R = rotation_exp(step) * R;
    robot.turn(R);
    ++iterations;
    if (step.norm() < kLastStep_rad)
      return withstands_turning(stiffness) ? ElasticStatus::kConverged : ElasticStatus::kUnstable;
  }
  return ElasticStatus::kNotConverged;
}

}  // namespace

ElasticReactions elastic_reactions(const ElasticProblem& problem, const Vector3d& turn_B) noexcept {
  ElasticReactions answer;
  answer.F.fill(Vector3d::Zero());
  answer.status = check(problem);
  if (answer.status != ElasticStatus::kConverged) return answer;

  Displaced robot(problem);
  Matrix3d R = Matrix3d::Identity();
  if (turn_B.norm() < kFarTurn_rad) R = rotation_exp(turn_B);
  answer.status = settle(robot, R, answer.iterations);
  if (answer.status != ElasticStatus::kConverged) return answer;
  for (int i = 0; i < problem.n_feet; ++i) answer.F[i] = robot.forces()[i];
  answer.turn_B = rotation_log(R);
  answer.move_B = robot.move();
  return answer;
}

Matrix3d cup_stiffness(const Matrix3d& R_BS, double normal_N_m, double tangential_N_m) noexcept {
  const Vector3d n = R_BS.col(2);
  return tangential_N_m * Matrix3d::Identity() + (normal_N_m - tangential_N_m) * n * n.transpose();
}

}  // namespace ventosa::controller
