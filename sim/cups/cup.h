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
/// rigid cup by a weld to an anchor and moves the anchor by creep() and settle_anchor(). An elastic
/// lip (lip_ring.h) has no weld: detaching, creep and leak result from its contact forces.
///
///   vacuum  first order towards dP0 s^2 (turbine speed s) while sealed; else it vents: turbine.h
///   held    while the vacuum force V = dP A of a sealed cup exceeds the grip level and the load is
///           below its limits:
///   g_n = F_pull / V                                            >= 1: pulled off
///   g_b = |Mxy| / (k N r), N = V - F_pull                       >= 1 with k = 1: peeled off
///   g_t = sqrt((Fx^2 + Fy^2) / (mu N)^2 + Mz^2 / (mu N r)^2)    >= 1: slips, stays held
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

  /// Compliance of the weld for a foot that carries the whole robot: anchor motion per newton
  /// (newton metre) of the next step's load. And its damping over its stiffness. See creep().
  double slip_m_N = 0;
  double twist_rad_Nm = 0;
  double lag_s = 0;
  double give_s2 = 0;  ///< deflection per acceleration of the foot
};

/// State of creep().
struct CreepState {
  double slip_m = 0;      ///< distance slipped since the last attachment
  double slip_gain = 1;   ///< factor on slip_m_N; reset to 1 when the cup sticks
  double twist_gain = 1;  ///< factor on twist_rad_Nm
  Bytes3 last_S{};        ///< Fx, Fy [N], Mz [N m] of the last step if it slipped, else 0
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
  /// [m] displacement of the lip centre in the last step and in the one before.
  Bytes3 moved_W{}, moved_before_W{};
  Bytes6 wrench_S{};  ///< [N, N m] see CupTruth::wrench_S
  CreepState creep;
  FanState fan;  ///< state of an ideal turbine: the duty is `turbine`, the speed follows at once
  LipState lip;
  GaugeState gauge;
  double worst_safety_factor = 0;  ///< lowest of the control period
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
  double peel = 0;   ///< g_b at k = 1
};

CupLoad cup_load(const controller::Vector6d& wrench_S, double vacuum_force_N, double friction,
                 double lip_radius_m) noexcept;

inline constexpr double kMaxSafetyFactor = 100;
/// min(1/g_n, 1/g_t, k/g_b), at most kMaxSafetyFactor.
double safety_factor(const CupLoad& load, double moment_arm_k) noexcept;

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

/// Slip of an overloaded cup, by return mapping: predicts the next step's shear from the last shear
/// and the lip's motion, then moves the anchor so that the shear returns to the friction limit.
/// @return false if the cup sticks
bool creep(const CupConfig& config, const CupGround& ground, CupState& cup,
           controller::Isometry3d& X_WA) noexcept;

}  // namespace ventosa::sim
