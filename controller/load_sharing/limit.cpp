#include "controller/load_sharing/limit.h"

namespace ventosa::controller {

const char* name(Limit limit) {
  switch (limit) {
    case Limit::kNone:
      return "none";
    case Limit::kTorque:
      return "joint torque";
    case Limit::kSlip:
      return "cup slip";
    case Limit::kPullOff:
      return "cup pull-off";
    case Limit::kPeel:
      return "cup peel";
    case Limit::kPush:
      return "cup push";
  }
  return "unknown";
}

}  // namespace ventosa::controller
