#include "hal/guard/trigger.h"

namespace ventosa::hal {

const char* remedy(Trigger trigger) noexcept {
  switch (trigger) {
    case Trigger::kOperatorStop:
      return "release the stop button if one is pressed, then go on";
    case Trigger::kStale:
      return "fresh readings: check link, interference and load of the network";
    case Trigger::kLost:
      return "the module must open its session again: check its power and link";
    case Trigger::kRebooted:
      return "the module must open its session again and prove its zeros, settings and cup";
    case Trigger::kJointsFrozen:
      return "find the dead servo: check cable and supply, reboot the servo";
    case Trigger::kJointFault:
      return "clear the drive's error: let it cool, take its load off, reboot the servo";
    case Trigger::kUnsafeCup:
      return "the cup must hold with its margin again: check seal, surface and vacuum sensor; of "
             "one "
             "that may hold say whether it does";
    case Trigger::kOverrun:
      return "the loop must keep its period: take other load off the computer";
    case Trigger::kLimit:
      return "commands and readings must be back inside their limits";
    case Trigger::kLeaseLost:
      return "take the lease again: another commander may hold it";
    case Trigger::kControllerFailed:
      return "the controller must run and give commands again: see its reason";
    case Trigger::kNoPower:
      return "restore the supply: check pack, bus and relay";
    case Trigger::kImuSilent:
      return "the body's device must send its IMU again: check its power and link";
  }
  return "unknown";
}

}  // namespace ventosa::hal
