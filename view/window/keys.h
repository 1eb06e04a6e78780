#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Keys, where possible as in MuJoCo's simulate. No key releases vacuum.
namespace ventosa::view {

enum class Modifier : std::uint8_t { kNone, kCtrl, kShift };

enum class Action : std::uint8_t {
  kPlay,
  kStep,
  kStepBack,
  kFaster,
  kSlower,
  kStart,
  kHold,
  kPd,
  kForwards,
  kBack,
  kLeft,
  kRight,
  kTurnLeft,
  kTurnRight,
  kStand,
  kNextGait,
  kBodyForwards,
  kBodyBack,
  kBodyLeft,
  kBodyRight,
  kBodyOff,
  kBodyNearer,
  kFollow,
  kNextView,
  kLastView,
  kNextLeg,
  kHelp,
  kInfo,
  kSignals,
  kPanels,
  kFullScreen,
  kScreenshot,
  kFilm,
  kTheme,
  kOpen,
  kReload,
  kSave,
  kQuit,
};

struct Key {
  int code;  ///< GLFW's
  Modifier with;
  Action action;
  const char* name;
  const char* help;
};

std::span<const Key> keys();

/// Definition of a pressed key; null: the key has no function. Shift matters only if the key is
/// defined with Shift, too.
const Key* key_of(int code, Modifier with);

/// Mouse input, described for the help panel.
struct MouseHelp {
  const char* input;
  const char* help;
};
std::span<const MouseHelp> mouse_help();

}  // namespace ventosa::view
