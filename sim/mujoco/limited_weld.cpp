#include "sim/mujoco/limited_weld.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ventosa::sim {

using controller::Matrix3d;
using controller::Vector6d;

namespace {

constexpr double kTolerance = 1e-4;  // of the vacuum's force

/// Rows of a direction, in the axes of the surface.
std::span<const int> rows_of(GivesWay way) {
  static constexpr std::array kSlide{0, 1, 5};
  static constexpr std::array kTilt{3, 4};
  static constexpr std::array kLift{2};
  if (way == GivesWay::kSlides) return kSlide;
  return way == GivesWay::kTilts ? std::span<const int>(kTilt) : kLift;
}

}  // namespace

LimitedWeld::LimitedWeld(const mjModel& model, mjData& data, int row, const Matrix3d& R_WS) noexcept
    : model_(&model), data_(&data), rows_(weld_rows(model, data, row, R_WS)) {}

double* LimitedWeld::jacobian(int k) const {
  return data_->efc_J + static_cast<std::ptrdiff_t>(rows_.first + k) * model_->nv;
}

void LimitedWeld::read() {
  if (!turned_) {
    wrench_S_ = demanded_S_ = wrench_S(rows_, *data_);
    return;
  }
  for (const GivesWay way : kWaysToGive)
    for (const int k : rows_of(way))
      if (!gives(way)) wrench_S_[k] = demanded_S_[k] = scale(k) * data_->efc_force[rows_.first + k];
}

void LimitedWeld::turn() {
  turn_to_surface(rows_, *model_, *data_);
  stiffness_ = Vector6d::Map(data_->efc_D + rows_.first);
  turned_ = true;
}

void LimitedWeld::add_force(int k, double force) {
  mju_addToScl(data_->qfrc_smooth, jacobian(k), force / scale(k), static_cast<int>(model_->nv));
}

void LimitedWeld::set_stiffness(int k, double D) {
  data_->efc_D[rows_.first + k] = D;
  data_->efc_R[rows_.first + k] = 1 / D;
}

/// Replaces the rows of a direction by forces, or changes these forces.
void LimitedWeld::give_way(GivesWay way, const Vector6d& borne_S) {
  if (!turned_) turn();
  for (const int k : rows_of(way)) {
    add_force(k, borne_S[k] - (gives(way) ? wrench_S_[k] : 0));
    set_stiffness(k, mjMINVAL);
    wrench_S_[k] = borne_S[k];
  }
  gives_[index(way)] = true;
}

/// The inverse.
void LimitedWeld::hold_again(GivesWay way) {
  for (const int k : rows_of(way)) {
    add_force(k, -wrench_S_[k]);
    set_stiffness(k, stiffness_[k]);
  }
  gives_[index(way)] = false;
  held_again_[index(way)] = true;
}

/// True if the force drives the lip beyond where its rows would hold it: less would be enough.
bool LimitedWeld::drives_on(GivesWay way) const {
  double power = 0;
  for (const int k : rows_of(way)) {
    const double a = mju_dot(jacobian(k), data_->qacc, static_cast<int>(model_->nv));
    power += wrench_S_[k] / scale(k) * (data_->efc_aref[rows_.first + k] - a);
  }
  return power < 0;
}

bool LimitedWeld::hold_one_again() {
  for (const GivesWay way : kWaysToGive) {
    if (!gives(way) || held_again_[index(way)] || !drives_on(way)) continue;
    hold_again(way);
    return true;
  }
  return false;
}

/// At the present normal force.
Vector6d LimitedWeld::demanded_S() const {
  Vector6d demanded_S = demanded_S_;
  if (gives(GivesWay::kLifts)) demanded_S[2] = wrench_S_[2];
  return demanded_S;
}

CupLoad LimitedWeld::demanded(const CupGrip& grip) const noexcept {
  CupLoad load = cup_load(demanded_S(), grip);
  load.pull = cup_load(demanded_S_, grip).pull;
  return load;
}

bool LimitedWeld::differs(GivesWay way, const Vector6d& borne_S, const CupGrip& grip) const {
  const auto rows = rows_of(way);
  return std::any_of(rows.begin(), rows.end(), [&](int k) {
    const double arm_m = k < 3 ? 1 : grip.lip_radius_m;
    return std::abs(borne_S[k] - wrench_S_[k]) > kTolerance * grip.vacuum_N * arm_m;
  });
}

bool LimitedWeld::limit(const CupGrip& grip) noexcept {
  read();
  if (hold_one_again()) return true;
  const Vector6d borne_S = bearable(demanded_S(), grip);
  bool corrected = false;
  for (const GivesWay way : kWaysToGive) {
    if (!differs(way, borne_S, grip)) continue;
    const bool gave_way = gives(way);
    give_way(way, borne_S);
    if (!gave_way) return true;  // the other directions depend on it
    corrected = true;
  }
  return corrected;
}

void LimitedWeld::put_wrench() noexcept {
  read();
  if (turned_) sim::put_wrench(rows_, wrench_S_, *data_);
}

}  // namespace ventosa::sim
