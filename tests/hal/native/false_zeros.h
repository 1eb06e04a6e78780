#pragma once

#include <algorithm>

#include "tests/hal/retold_robot.h"

namespace ventosa::hal::test {

/// A robot whose modules take the pressure at boot for zero.
class FalseZeros final : public RetoldRobot {
 public:
  using RetoldRobot::RetoldRobot;

  void boot(std::size_t leg) {
    ++n_boots_[leg];
    zero_Pa_[leg] = last_Pa_[leg];
  }

 private:
  void tell(controller::Observation& seen) override {
    for (std::size_t i = 0; i < 4; ++i) {
      last_Pa_[i] = seen.leg[i].cup.vacuum_Pa;
      seen.leg[i].cup.vacuum_Pa = std::max(0.0, last_Pa_[i] - zero_Pa_[i]);
      seen.leg[i].module.boots = 1 + n_boots_[i];
    }
  }
  controller::PerLeg<std::int32_t> n_boots_{};
  controller::PerLeg<double> zero_Pa_{}, last_Pa_{};
};

}  // namespace ventosa::hal::test
