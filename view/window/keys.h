#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Keys, as in MuJoCo's simulate where it has them. Nothing that releases vacuum has one.
namespace ventosa::view {

enum class Action : std::uint8_t {
  kPlay,
  kStep,
  kStepBack,
  kFaster,
  kSlower,
  kStart,
  kHold,
  kPd,
  kFollow,
  kNextView,
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
  bool ctrl;
  Action action;
  const char* name;
  const char* help;
};

std::span<const Key> keys();

/// What is done with the mouse: for the sheet of help.
struct MouseHelp {
  const char* input;
  const char* help;
};
std::span<const MouseHelp> mouse_help();

}  // namespace ventosa::view
