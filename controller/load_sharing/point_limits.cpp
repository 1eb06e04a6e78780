#include "controller/load_sharing/point_limits.h"

namespace ventosa::controller {

void add_foot_limits(const PointHold& hold, SharingFoot& foot) noexcept {
  const Vector3d n = hold.R_BS.col(2);
  const double ratio = hold.friction / hold.safety_factor;
  const double usual_N = hold.availability * hold.usual_N;
  foot.add({.n = n,
            .ratio = ratio,
            .centre_N = Vector3d::Zero(),
            .offset = -ratio * usual_N,
            .scale = ratio * usual_N,
            .limit = Limit::kSlip});
  foot.add({.a = -n,
            .offset = -usual_N,
            .scale = usual_N / hold.safety_factor,
            .limit = Limit::kLiftOff});
  foot.add({.a = n,
            .offset = 0,
            .scale = hold.availability * hold.max_push_N / hold.safety_factor,
            .limit = Limit::kPush});
}

}  // namespace ventosa::controller
