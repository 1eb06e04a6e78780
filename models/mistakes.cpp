#include "models/mistakes.h"

namespace ventosa::models {

void Mistakes::refuse(bool all_read) const {
  if (!errors_.empty()) throw InputError(errors_, all_read);
}

}  // namespace ventosa::models
