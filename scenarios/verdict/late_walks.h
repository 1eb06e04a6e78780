#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "controller/model/foot_phase.h"
#include "controller/model/frames.h"
#include "record/row_sink.h"
#include "record/schema.h"
#include "scenarios/assertions/seal_attempts.h"
#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// A straight walk that was too short at its end: shorter than its distance, or than its speed
/// times its duration.
struct LateWalk {
  double from_s = 0, to_s = 0;
  double requested_m = 0, reached_m = 0;
  double standing_s = 0;  ///< time with every foot in stance
  /// Time with any foot in this phase of a step; several feet and phases may overlap in time.
  std::vector<std::pair<std::string, double>> phase_s;
  std::vector<std::pair<std::string, int>> seal_retries;  ///< legs with at least one retry
};

/// For example "1.00 s to 60.00 s: walked 0.31 m of 0.4 m: 12 s in seal, 30 s with all
/// feet attached, 3 seal retries of rear_left"; omits phases below a tenth of the walk's time.
std::string to_text(const LateWalk& walk);

/// Collects the late walks of a run, from its goals and the true pose of the body.
class LateWalks : public record::RowSink {
 public:
  LateWalks(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  static constexpr std::size_t kMost = 50;  ///< largest number of walks
  std::vector<LateWalk> late_walks() const;

 private:
  static constexpr std::size_t kPhases = controller::enumerators(controller::FootPhase{}).size();

  struct Leg {
    std::string name;
    std::size_t phase, progress;  ///< columns
    SealAttempts attempts{};
    bool seals_anew = false;  ///< an attempt has failed in this row
  };
  /// Walk request; a change begins another walk.
  struct Requested {
    bool has_end = false;
    controller::Vector3d v_W = controller::Vector3d::Zero(), p_WB = controller::Vector3d::Zero();

    bool operator==(const Requested&) const = default;
  };
  struct Walk {
    Requested requested;
    controller::Vector3d p_WB_start = controller::Vector3d::Zero();
    std::int64_t begin = 0, end = 0;  ///< ticks
    double reached_m = 0;
    std::int64_t n_standing = 0;               ///< ticks
    std::array<std::int64_t, kPhases> n_in{};  ///< ticks of each phase
    controller::PerLeg<int> seal_retries{};
  };

  controller::Vector3d vector(const std::array<std::size_t, 3>& columns,
                              std::span<const double> row) const;
  std::optional<Requested> requested(std::span<const double> row) const;
  void follow(std::int64_t tick, std::span<const double> row, Walk& walk) const;
  void count_phases(std::span<const double> row, Walk& walk) const;
  double way_m(const Walk& walk) const;
  double requested_m(const Walk& walk) const;
  bool has_arrived(const Walk& walk) const;
  bool is_late(const Walk& walk) const;
  LateWalk read(const Walk& walk) const;

  const double period_s_;
  std::vector<Leg> legs_;
  std::size_t activity_;
  std::array<std::size_t, 3> v_W_, w_W_, p_goal_, p_true_;  ///< columns
  std::vector<Walk> walks_;
  bool goes_on_ = false;  ///< the last walk continues
};

}  // namespace ventosa::scenarios
