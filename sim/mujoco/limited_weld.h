#pragma once

#include <array>

#include "sim/cups/cup.h"
#include "sim/mujoco/weld_rows.h"

/// A weld that bears no more than its cup does. Private to sim.
namespace ventosa::sim {

/// How a lip gives way. A lip that sticks passes on more of a moment than one that slides, and more
/// of a pull than one that tilts: each direction counts only after those before it.
inline constexpr std::array kWaysToGive{GivesWay::kSlides, GivesWay::kTilts, GivesWay::kLifts};

/// A weld within one step, after the solver has run. Where it bears too much, the solver's rows of
/// that direction give way to an external force; then the solver must run again.
class LimitedWeld {
 public:
  /// @param row  first row of the weld
  LimitedWeld(const mjModel& model, mjData& data, int row,
              const controller::Matrix3d& R_WS) noexcept;

  /// Limits it by what the solver found last; the limits follow the normal force found.
  /// @return false if it bears what its cup does
  bool limit(const CupGrip& grip) noexcept;

  bool gives(GivesWay way) const noexcept { return gives_[index(way)]; }

  /// Load that holds the lip, or would have held it where it gave way.
  CupLoad demanded(const CupGrip& grip) const noexcept;

  /// Writes what it bears into the solver's forces, where reactions are read.
  void put_wrench() noexcept;

 private:
  static std::size_t index(GivesWay way) { return static_cast<std::size_t>(way); }
  double* jacobian(int k) const;
  double scale(int k) const { return k < 3 ? 1 : rows_.scale; }
  void read();
  void turn();
  void give_way(GivesWay way, const controller::Vector6d& borne_S);
  void hold_again(GivesWay way);
  bool drives_on(GivesWay way) const;
  bool hold_one_again();
  controller::Vector6d demanded_S() const;
  bool differs(GivesWay way, const controller::Vector6d& borne_S, const CupGrip& grip) const;
  void add_force(int k, double force);
  void set_stiffness(int k, double D);

  const mjModel* model_;
  mjData* data_;
  WeldRows rows_;
  bool turned_ = false;  ///< its rows are axes of the surface
  std::array<bool, 3> gives_{};
  std::array<bool, 3> held_again_{};  ///< directions that had given way by mistake
  controller::Vector6d wrench_S_ = controller::Vector6d::Zero();  ///< borne by it
  controller::Vector6d demanded_S_ =
      controller::Vector6d::Zero();  ///< holding force, where the lip gives way
  controller::Vector6d stiffness_ = controller::Vector6d::Zero();  ///< efc_D of its rows
};

}  // namespace ventosa::sim
