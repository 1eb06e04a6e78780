#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "record/row_sink.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"
#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// A request that was not fulfilled.
struct Unmet {
  double from_s = 0, to_s = 0;
  std::string what;  ///< text, for example "input ignored: unsorted"
};

/// For example "1 s to 6.00 s: input ignored: unsorted".
std::string to_text(const Unmet& unmet);

/// Motions of the body in the script that were cut short by a hold or by the end of the run.
/// @param script  with the times of the run
/// @param time_s  duration of the run so far
std::vector<Unmet> unmet_motions(const Scenario& scenario, const Script& script, double time_s);

/// The present walk by waypoints, if points of it are left.
/// @param script, time_s  as above
std::vector<Unmet> unmet_waypoints(const Script& script, const ScriptState& state, double time_s);

/// Climbs that were given up or have not ended: what is missing.
/// @param script, time_s  as above
std::vector<Unmet> unmet_climbs(const Scenario& scenario, const Script& script,
                                const ScriptState& state, double time_s);

/// Collects ignored inputs, refused changes of options, refused requests of the operator, and
/// requests to single legs that ended neither done nor refused.
class UnmetInputs : public record::RowSink {
 public:
  UnmetInputs(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  static constexpr std::size_t kMost = 50;  ///< largest number stored
  std::vector<Unmet> unmet_inputs() const;

 private:
  enum class Kind : std::uint8_t { kInput, kOptions, kRequest };
  struct Episode {
    Kind kind{};
    InputStatus status{};             ///< status of the input, for kInput
    hal::OperatorAction request{};    ///< the refused request, for kRequest
    hal::Refusal refusal{};           ///< reason of the refusal, for kRequest
    std::int64_t begin = 0, end = 0;  ///< ticks, both included
  };
  /// A request to a single leg.
  struct LegRequest {
    int id = 0;  ///< 0: none
    int leg = 0;
    controller::TaskKind kind{};
    controller::RequestStatus status{};
    std::int64_t begin = 0, end = 0;  ///< ticks, both included

    bool is_open() const;
  };
  void note(std::int64_t tick, Episode now) noexcept;
  void follow_request(std::int64_t tick, std::span<const double> row) noexcept;
  Unmet unmet(const LegRequest& request) const;
  static std::string text_of(const Episode& each);

  const double period_s_;
  const controller::RobotModel& robot_;
  std::size_t input_, options_, request_, refusal_;                  ///< columns
  std::size_t activity_, leg_id_, leg_leg_, leg_kind_, leg_status_;  ///< columns
  std::vector<Episode> episodes_;
  LegRequest present_;
  std::vector<LegRequest> left_;  ///< open when another goal began
};

}  // namespace ventosa::scenarios
