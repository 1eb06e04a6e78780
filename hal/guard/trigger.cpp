#include "hal/guard/trigger.h"

namespace ventosa::hal {

const char* remedy(Trigger trigger) noexcept {
  switch (trigger) {
    case Trigger::kOperatorStop:
      return "release the stop button if one is pressed, then acknowledge";
    case Trigger::kStale:
      return "fresh readings: check link, interference and load of the network";
    case Trigger::kLost:
      return "the module must reconnect: check its power and link";
    case Trigger::kRebooted:
      return "the module must reconnect, and its zeros and settings must be verified";
    case Trigger::kJointsFrozen:
      return "find the dead servo: check cable and supply, reboot the servo";
    case Trigger::kJointFault:
      return "clear the drive's error: let it cool, unload it, reboot the servo";
    case Trigger::kUnsafeCup:
      return "the cup must report again that it is attached: check seal, surface and vacuum "
             "sensor; if its state is unknown, answer whether it is attached";
    case Trigger::kOverrun:
      return "the loop must keep its period: stop other programs on this computer";
    case Trigger::kLimit:
      return "commands and readings must be back inside their limits";
    case Trigger::kLeaseLost:
      return "take the lease again: another master may have it";
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
