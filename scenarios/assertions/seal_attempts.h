#pragma once

#include "controller/model/foot_phase.h"

namespace ventosa::scenarios {

/// Detects failed attempts of one foot to seal, row by row.
class SealAttempts {
 public:
  /// True if an attempt has failed in this row: the foot begins another one, here or elsewhere.
  /// @param phase, progress  phase of the foot's step and progress in it
  bool fails(controller::FootPhase phase, double progress) {
    const bool was_sealing = phase_ == controller::FootPhase::kSeal;
    const bool anew = phase == controller::FootPhase::kSeal && progress < progress_;
    const bool fails = was_sealing && (anew || phase == controller::FootPhase::kRelease);
    phase_ = phase;
    progress_ = progress;
    return fails;
  }

 private:
  controller::FootPhase phase_ = controller::FootPhase::kStance;  ///< phase in the row before
  double progress_ = 0;                                           ///< in the row before
};

}  // namespace ventosa::scenarios
