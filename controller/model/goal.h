#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/command.h"

/// What the operator or a script wants: a level, held until changed, never an event.
namespace ventosa::controller {

enum class Activity : std::uint8_t {
  kHold,    ///< stay and grip
  kPose,    ///< all feet stay, the body goes to X_WB, which moves with v_WB, w_WB
  kWalk,    ///< crawl with body velocity v_WB, w_WB
  kWalkTo,  ///< crawl to X_WB with speed |v_WB|, then hold there
  kMove,    ///< all feet stay, the body moves with v_WB, w_WB
  kJoints,  ///< the joints of `leg`, whose foot holds on to nothing, go to q_rad; the rest stays
};

struct Goal {
  Activity activity = Activity::kHold;
  bool pd = true;  ///< joint PD on; off, once the body stands, leaves gravity and reaction
                   ///< feed-forward alone
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d v_WB = Vector3d::Zero();  ///< [m/s]
  Vector3d w_WB = Vector3d::Zero();  ///< [rad/s]
  std::int32_t leg = 0;
  PerJoint<double> q_rad{};
  PerLeg<std::optional<Relay>> relay{};  ///< none: it stays as it is
  std::optional<Gaze> gaze{};            ///< none: the camera goes on to where it was told last
};

}  // namespace ventosa::controller
