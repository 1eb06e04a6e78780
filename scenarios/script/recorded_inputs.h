#pragma once

#include <optional>
#include <vector>

#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// An input as it came: it counts from its tick on until the next one.
struct RecordedInput {
  std::int64_t tick = 0;               ///< of the session
  std::optional<std::int64_t> made{};  ///< it was made for this tick; none: anew for each
  Input input;                         ///< request and options are of `tick` alone
};

/// The inputs of an earlier session.
class RecordedInputs final : public Inputs {
 public:
  /// @param inputs  in order of their ticks, one each
  explicit RecordedInputs(std::vector<RecordedInput> inputs) : inputs_(std::move(inputs)) {}

  Input at(std::int64_t tick) noexcept override;

  const std::vector<RecordedInput>& all() const { return inputs_; }

 private:
  std::vector<RecordedInput> inputs_;
};

}  // namespace ventosa::scenarios
