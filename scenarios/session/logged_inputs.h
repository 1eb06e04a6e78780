#pragma once

#include "scenarios/format/input_log.h"
#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// Inputs that are recorded as they arrive.
class LoggedInputs final : public Inputs {
 public:
  /// @param log  may be null; both must outlive this
  LoggedInputs(Inputs& inputs, InputLog* log) : inputs_(inputs), log_(log) {}

  Input at(std::int64_t tick) noexcept override;
  void watch(const controller::Diagnostics& plan) noexcept override { inputs_.watch(plan); }
  ScriptState script_state() const noexcept override { return inputs_.script_state(); }
  void restore(const ScriptState& place) noexcept override { inputs_.restore(place); }
  std::int64_t n_past(std::int64_t tick) const noexcept override { return inputs_.n_past(tick); }

  bool is_complete() const { return complete_; }  ///< false: out of memory once

 private:
  Inputs& inputs_;
  InputLog* const log_;
  bool complete_ = true;
};

}  // namespace ventosa::scenarios
