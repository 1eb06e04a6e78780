#include "controller/model/reason.h"

namespace ventosa::controller {

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
    case Reason::kEstimateDiverged:
      return "estimate diverged";
    case Reason::kLegFree:
      return "leg free";
    case Reason::kBadCommand:
      return "bad command";
    case Reason::kOperator:
      return "operator";
    case Reason::kWayBlocked:
      return "way blocked";
  }
  return "unknown";
}

}  // namespace ventosa::controller
