#pragma once

#include <optional>
#include <vector>

#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// A recorded input: in effect from its tick until the next one.
struct RecordedInput {
  std::int64_t tick = 0;               ///< tick of the session
  std::optional<std::int64_t> made{};  ///< control tick of the input; empty: the current one
  Input input;                         ///< request and options apply only at `tick`
};

/// The inputs of an earlier session.
class RecordedInputs final : public Inputs {
 public:
  /// @param inputs  in ascending order of ticks, at most one per tick
  explicit RecordedInputs(std::vector<RecordedInput> inputs) : inputs_(std::move(inputs)) {}

  Input at(std::int64_t tick) noexcept override;

  const std::vector<RecordedInput>& all() const { return inputs_; }

 private:
  std::vector<RecordedInput> inputs_;
};

}  // namespace ventosa::scenarios
