#pragma once

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "controller/model/robot_model.h"
#include "models/robot.h"
#include "sim/cups/cup_phase.h"
#include "sim/cups/lip_ring.h"
#include "sim/cups/turbine.h"
#include "sim/model/pose.h"

/// One vacuum cup: vacuum, seal and the limits of its hold. Independent of MuJoCo. The twin holds a
/// rigid cup by a weld to an anchor, which bears no more than bearable() and whose anchor comes
/// along with a lip that gives way: drag_anchor(). An elastic lip (lip_ring.h) has no weld:
/// detaching, creep and leak result from its contact forces.
///
///   vacuum  first order towards dP0 s^2 (turbine speed s) while sealed; else it vents: turbine.h
///   held    while the vacuum force V = dP A of a sealed cup exceeds the grip level
///   load    as ratios to its limits; above 1 the lip gives way to it
///   g_n = F_pull / V                                            lifts
///   g_t = sqrt((Fx^2 + Fy^2) / (mu N)^2 + Mz^2 / (mu N r)^2)    slides, N = V - F_pull
///   g_b = |Mxy| / (k N r)                                       tilts
///   lost    as soon as the lip is open: beyond the gap or the tilt at which it seals
namespace ventosa::sim {

/// Distance of a rigid lip's collision shape behind the lip plane, so that a flush cup has no
/// contacts besides its weld. That of an elastic lip is its travel.
inline constexpr double kLipRecess_m = 1e-4;

struct CupConfig {
  double step_s = 0;
  double max_vacuum_Pa = 0;
  double area_m2 = 0;
  double max_force_N = 0;
  double lip_radius_m = 0;
  double attached_ratio = 0;
  double grip_force_N = 0;  ///< V at which the weld is switched on and off
  double rise_share = 0;    ///< share of the way to its goal that the vacuum covers in one step
  double fall_share = 0;
  double seal_gap_m = 0;
  double seal_tilt_rad = 0;
  double moment_arm_k = 0;
};

/// Last readings of the cup's sensors; see cup_gauges.h.
struct GaugeState {
  double sum_Pa = 0;
  std::int32_t n_summed = 0;
  double ambient_Pa = 0;  ///< estimate of the module
  double vacuum_Pa = 0;
  Bytes3 distance_m{};
};

struct CupState {
  double turbine = 0;  ///< commanded speed, 0..1; an ideal rotor follows without delay
  double goal_N = 0;   ///< vacuum force that the module regulates to; 0: it drives `turbine`
  double vacuum_Pa = 0;
  CupPhase phase = CupPhase::kFree;
  std::int32_t patch = -1;  ///< index of the patch it is sealed on, else -1
  Pose X_WF;
  Bytes6 wrench_S{};    ///< [N, N m] see CupTruth::wrench_S
  double slip_m = 0;    ///< distance slipped since the last attachment
  double friction = 0;  ///< least under the lip
  FanState fan;  ///< state of an ideal turbine: the duty is `turbine`, the speed follows at once
  LipState lip;
  GaugeState gauge;
  double worst_safety_factor = 0;  ///< lowest of the control period
  bool gave_way = false;           ///< a rigid lip gave way in the last step
  bool let_go = false;             ///< the cup was lost or released in the control period
  bool powered = true;             ///< the module supplies its turbine
  double opened_gap_m = 0;         ///< additional gap under the lip: see Stimulus
  double power_W = 0;              ///< electric power of the turbine in the last step

  bool held() const { return phase != CupPhase::kFree; }
};

/// Ratios of load to limit; infinite for a load without any limit left.
struct CupLoad {
  double pull = 0;   ///< g_n
  double slide = 0;  ///< g_t
  double peel = 0;   ///< g_b
};

/// Forces and sizes that decide what a cup holds.
struct CupGrip {
  double vacuum_N = 0;
  double friction = 0;
  double lip_radius_m = 0;
  double moment_arm_k = 0;
};

CupLoad cup_load(const controller::Vector6d& wrench_S, const CupGrip& grip) noexcept;

/// How a lip gives way to a load beyond its limit.
enum class GivesWay { kSlides, kTilts, kLifts };

/// The part of a wrench that the cup bears: no more pull than its vacuum; then of shear with twist,
/// and of the tilting moment, what the remaining pressure allows.
controller::Vector6d bearable(const controller::Vector6d& wrench_S, const CupGrip& grip) noexcept;

inline constexpr double kMaxSafetyFactor = 100;
/// 1 / max(g_n, g_t, g_b), at most kMaxSafetyFactor.
double safety_factor(const CupLoad& load) noexcept;

/// Index of the patch on which a cup at X_WF can seal: its lip circle lies inside the patch, within
/// the seal gap and tilt. Else -1.
int sealing_patch(const CupConfig& config, const controller::Isometry3d& X_WF,
                  const controller::PatchList& patches) noexcept;

/// Takes a command; a value that is not finite counts as hold.
void accept(const CupConfig& config, const controller::CupCommand& command, CupState& cup) noexcept;

/// An ideal rotor has its commanded speed at once.
void step_ideal_rotor(CupState& cup) noexcept;

/// One step of the vacuum of a sealed cup with an ideal turbine, which no leak lowers.
void step_ideal_vacuum(const CupConfig& config, CupState& cup) noexcept;

/// Phase of a cup that is not free: attached once its vacuum reaches attached_ratio of the goal,
/// until released.
CupPhase held_phase(const CupConfig& config, const CupState& cup) noexcept;

double vacuum_force_N(const CupConfig& config, const CupState& cup) noexcept;

/// One step of the anchor towards the flush pose (lip plane on the patch), at 5 mm/s and 0.1 rad/s:
/// the vacuum does this to a real cup.  @return false if it is already flush
bool settle_anchor(const CupConfig& config, const controller::Patch& patch,
                   controller::Isometry3d& X_WA) noexcept;

/// Ground under a cup that is sealed on a patch, and those that touch the patch.
struct CupGround {
  const controller::Patch& patch;
  double friction = 0;     ///< least under the lip
  double roughness_m = 0;  ///< largest under the lip
  bool whole = false;      ///< the whole lip is on it
};

/// Moves the anchor to a lip that gives way, in this direction only.
/// @return [m] distance along the surface
double drag_anchor(GivesWay way, const controller::Patch& patch, const controller::Isometry3d& X_WF,
                   controller::Isometry3d& X_WA) noexcept;

/// True if the lip has been lifted or tilted beyond what seals.
bool is_open(const CupConfig& config, const controller::Patch& patch,
             const controller::Isometry3d& X_WF) noexcept;

}  // namespace ventosa::sim
