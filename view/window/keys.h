#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Keys, as in MuJoCo's simulate where it has them. Nothing that releases vacuum has one.
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

/// Null: none. Shift makes a difference only where there is a key with it.
const Key* key_of(int code, Modifier with);

/// What is done with the mouse: for the sheet of help.
struct MouseHelp {
  const char* input;
  const char* help;
};
std::span<const MouseHelp> mouse_help();

}  // namespace ventosa::view
