#pragma once

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "controller/model/robot_model.h"
#include "models/robot.h"
#include "sim/cups/lip_ring.h"
#include "sim/cups/turbine.h"
#include "sim/pose.h"
#include "sim/truth.h"

/// One vacuum cup: turbine, vacuum, seal, and the limits of its hold. Knows nothing of MuJoCo: the
/// twin holds a rigid cup by a weld to an anchor, and moves the anchor as these laws say. An
/// elastic lip (lip_ring.h) needs no weld, nor the laws of grip and creep below: there they come
/// about.
///
///   vacuum  dP -> dP0 s^2 (turbine speed s) while sealed, else -> 0; first order
///   held    from the moment the vacuum force V = dP A of a sealed cup exceeds the grip level until
///           it falls below it again, or the load tears the cup off:
///   g_n = F_pull / V                                            >= 1: torn off
///   g_b = |Mxy| / (k N r), N = V - F_pull                       >= 1 with k = 1: tipped off
///   g_t = sqrt((Fx^2 + Fy^2) / (mu N)^2 + Mz^2 / (mu N r)^2)    >= 1: creeps, holds on
namespace ventosa::sim {

/// How far a rigid lip's collision shape stands back from the lip plane, so that the contacts of a
/// flush cup carry nothing and cost nothing. That of an elastic lip stands back by its travel.
inline constexpr double kLipRecess_m = 1e-4;

struct CupConfig {
  double step_s = 0;
  double max_vacuum_Pa = 0;
  double area_m2 = 0;
  double max_force_N = 0;
  double lip_radius_m = 0;
  double attached_ratio = 0;
  double grip_force_N = 0;  ///< weld on above, off below
  double rise_share = 0;    ///< of the way to the goal that the vacuum covers in one step
  double fall_share = 0;
  double seal_gap_m = 0;
  double seal_tilt_rad = 0;
  double moment_arm_k = 0;

  /// How far the anchor must move for one newton (newton metre) less in the next step if the foot
  /// carried the whole robot, and the delay of the weld (damping over stiffness); see creep().
  double slip_m_N = 0;
  double twist_rad_Nm = 0;
  double lag_s = 0;
};

/// Memory of a cup that slides; see creep().
struct CreepState {
  double slip_m = 0;      ///< since the last attach
  double slip_ease = 1;   ///< factors on slip_m_N and twist_rad_Nm, back to 1 when the cup sticks
  double twist_ease = 1;  ///<
  Bytes3 last_S{};        ///< Fx, Fy [N], Mz [N m] of the last step if it slid, else zero
};

/// What the module's sensors told last; see cup_gauges.h.
struct GaugeState {
  double sum_Pa = 0;
  std::int32_t n_summed = 0;
  double ambient_Pa = 0;  ///< as the module last saw it
  double vacuum_Pa = 0;
  Bytes3 distance_m{};
};

struct CupState {
  double turbine = 0;  ///< commanded speed, 0..1; an ideal rotor follows at once
  double goal_N = 0;   ///< that the module regulates the turbine to; 0: to `turbine`
  double vacuum_Pa = 0;
  CupPhase phase = CupPhase::kFree;
  std::int32_t patch = -1;  ///< the patch it is sealed on, else -1
  Pose X_WF;
  Bytes3 moved_W{}, moved_before_W{};  ///< [m] lip centre, in the last step and the one before
  Bytes6 wrench_S{};                   ///< [N, N m] as in CupTruth
  CreepState creep;
  FanState fan;  ///< of an ideal turbine: duty and speed follow `turbine`
  LipState lip;
  GaugeState gauge;
  double worst_safety_factor = 0;  ///< since the control period began
  bool powered = true;             ///< whether the module feeds its turbine
  double power_W = 0;              ///< drawn from the module's pack in the last step

  bool held() const { return phase != CupPhase::kFree; }
};

/// The three ratios of load to limit; infinite where nothing is left to hold with.
struct CupLoad {
  double pull = 0;   ///< g_n
  double slide = 0;  ///< g_t
  double peel = 0;   ///< g_b at k = 1
};

CupLoad cup_load(const controller::Vector6d& wrench_S, double vacuum_force_N, double friction,
                 double lip_radius_m) noexcept;

/// min(1/g_n, 1/g_t, k/g_b), at most kMaxSafetyFactor.
inline constexpr double kMaxSafetyFactor = 100;
double safety_factor(const CupLoad& load, double moment_arm_k) noexcept;

/// The patch that the whole lip circle of a cup at X_WF touches within the seal gap and tilt, or
/// -1.
int sealing_patch(const CupConfig& config, const controller::Isometry3d& X_WF,
                  const controller::PatchList& patches) noexcept;

/// Whether the lip circle lies inside the patch's edges.
bool lip_inside(const CupConfig& config, const controller::Vector3d& p_SF,
                const controller::Patch& patch) noexcept;

/// Takes a command: a set-point that is not finite counts as hold.
void accept(const CupConfig& config, const controller::CupCommand& command, CupState& cup) noexcept;

/// One step of the vacuum that an ideal turbine makes in a cup that is sealed or not.
void draw_vacuum(const CupConfig& config, bool sealed, CupState& cup) noexcept;

/// Phase of a held cup. Attached from attached_ratio of the turbine's goal, until released.
CupPhase held_phase(const CupConfig& config, const CupState& cup) noexcept;

double vacuum_force_N(const CupConfig& config, const CupState& cup) noexcept;

/// Moves the anchor towards the flush pose: lip plane on the patch.
/// The vacuum does this to a real cup; here at 5 mm/s and 0.1 rad/s. False if it is there already.
bool settle(const CupConfig& config, const controller::Patch& patch,
            controller::Isometry3d& X_WA) noexcept;

/// Lets an overloaded cup slide: elastic prediction of the next step's shear from the last one and
/// the lip's motion, then the anchor moves so far that the shear returns to the friction limit.
/// False if the cup sticks.
bool creep(const CupConfig& config, const controller::Patch& patch, CupState& cup,
           controller::Isometry3d& X_WA) noexcept;

}  // namespace ventosa::sim
