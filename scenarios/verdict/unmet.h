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

/// Collects ignored inputs, refused changes of options and refused requests of the operator.
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
  void note(std::int64_t tick, Episode now) noexcept;
  static std::string text_of(const Episode& each);

  const double period_s_;
  std::size_t input_, options_, request_, refusal_;  ///< columns
  std::vector<Episode> episodes_;
};

}  // namespace ventosa::scenarios
