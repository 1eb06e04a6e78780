#include "controller/diagnostics.h"

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

const char* name(FootAlarm alarm) {
  switch (alarm) {
    case FootAlarm::kNone:
      return "none";
    case FootAlarm::kSlip:
      return "slip";
    case FootAlarm::kDetachment:
      return "detachment";
  }
  return "unknown";
}

const char* name(Reason reason) {
  switch (reason) {
    case Reason::kNone:
      return "none";
    case Reason::kLiftRefused:
      return "lift refused";
    case Reason::kSharingInfeasible:
      return "overloaded";
    case Reason::kUnreachable:
      return "unreachable";
    case Reason::kNoFoothold:
      return "no foothold";
    case Reason::kCupLost:
      return "cup lost";
    case Reason::kReleaseStuck:
      return "release stuck";
    case Reason::kSealFailed:
      return "seal failed";
    case Reason::kBadInput:
      return "bad input";
    case Reason::kTooFewFeet:
      return "too few feet";
    case Reason::kModuleSilent:
      return "module silent";
    case Reason::kLegHeld:
      return "leg held";
    case Reason::kOperator:
      return "operator";
  }
  return "unknown";
}

}  // namespace ventosa::controller
