#include "scenarios/session/logged_inputs.h"

#include <new>

namespace ventosa::scenarios {

Input LoggedInputs::at(std::int64_t tick) noexcept {
  const Input input = inputs_.at(tick);
  if (log_ == nullptr) return input;
  try {
    log_->add(tick, input);
  } catch (const std::bad_alloc&) {
    complete_ = false;
  }
  return input;
}

}  // namespace ventosa::scenarios
