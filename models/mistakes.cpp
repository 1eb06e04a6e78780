#include "models/mistakes.h"

namespace ventosa::models {

void Mistakes::refuse() const {
  if (errors_.empty()) return;
  if (errors_.size() == 1) throw errors_.front();
  throw InputError(errors_);
}

}  // namespace ventosa::models
