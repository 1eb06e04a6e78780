#include "view/window/keys.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <iterator>

namespace ventosa::view {
namespace {

constexpr Key kKeys[] = {
    {GLFW_KEY_SPACE, Modifier::kNone, Action::kPlay, "Space", "play, pause"},
    {GLFW_KEY_RIGHT, Modifier::kNone, Action::kStep, "Right", "one tick on"},
    {GLFW_KEY_LEFT, Modifier::kNone, Action::kStepBack, "Left", "one tick back"},
    {GLFW_KEY_EQUAL, Modifier::kNone, Action::kFaster, "+", "twice as fast"},
    {GLFW_KEY_KP_ADD, Modifier::kNone, Action::kFaster, "+ (keypad)", "twice as fast"},
    {GLFW_KEY_MINUS, Modifier::kNone, Action::kSlower, "-", "half as fast"},
    {GLFW_KEY_KP_SUBTRACT, Modifier::kNone, Action::kSlower, "- (keypad)", "half as fast"},
    {GLFW_KEY_BACKSPACE, Modifier::kNone, Action::kStart, "Backspace", "back to the start"},
    {GLFW_KEY_H, Modifier::kNone, Action::kHold, "H",
     "HOLD: stop and keep gripping; again: go on (real robot: only by the button)"},
    {GLFW_KEY_P, Modifier::kNone, Action::kPd, "P", "joint PD on, off"},
    {GLFW_KEY_UP, Modifier::kCtrl, Action::kForwards, "Ctrl+Up",
     "walk forwards, faster by a tenth of what the gait can"},
    {GLFW_KEY_DOWN, Modifier::kCtrl, Action::kBack, "Ctrl+Down", "back"},
    {GLFW_KEY_LEFT, Modifier::kCtrl, Action::kLeft, "Ctrl+Left", "to the left"},
    {GLFW_KEY_RIGHT, Modifier::kCtrl, Action::kRight, "Ctrl+Right", "to the right"},
    {GLFW_KEY_PAGE_UP, Modifier::kCtrl, Action::kTurnLeft, "Ctrl+PgUp",
     "turn left, faster by a tenth"},
    {GLFW_KEY_PAGE_DOWN, Modifier::kCtrl, Action::kTurnRight, "Ctrl+PgDn", "turn right"},
    {GLFW_KEY_HOME, Modifier::kCtrl, Action::kStand, "Ctrl+Home", "stand"},
    {GLFW_KEY_G, Modifier::kNone, Action::kNextGait, "G", "next gait"},
    {GLFW_KEY_UP, Modifier::kShift, Action::kBodyForwards, "Shift+Up",
     "body 1 cm forwards, all feet stay"},
    {GLFW_KEY_DOWN, Modifier::kShift, Action::kBodyBack, "Shift+Down", "back"},
    {GLFW_KEY_LEFT, Modifier::kShift, Action::kBodyLeft, "Shift+Left", "to the left"},
    {GLFW_KEY_RIGHT, Modifier::kShift, Action::kBodyRight, "Shift+Right", "to the right"},
    {GLFW_KEY_PAGE_UP, Modifier::kShift, Action::kBodyOff, "Shift+PgUp", "off the surface"},
    {GLFW_KEY_PAGE_DOWN, Modifier::kShift, Action::kBodyNearer, "Shift+PgDn",
     "nearer to the surface"},
    {GLFW_KEY_L, Modifier::kNone, Action::kNextLeg, "L", "select the next leg"},
    {GLFW_KEY_ESCAPE, Modifier::kNone, Action::kFollow, "Esc", "camera follows the body, or stays"},
    {GLFW_KEY_RIGHT_BRACKET, Modifier::kNone, Action::kNextView, "]",
     "next view: oblique, off the surface, along it, across it, from above"},
    {GLFW_KEY_LEFT_BRACKET, Modifier::kNone, Action::kLastView, "[", "previous view"},
    {GLFW_KEY_F1, Modifier::kNone, Action::kHelp, "F1", "this sheet"},
    {GLFW_KEY_F2, Modifier::kNone, Action::kInfo, "F2", "speed and memory"},
    {GLFW_KEY_F4, Modifier::kNone, Action::kSignals, "F4", "signals"},
    {GLFW_KEY_TAB, Modifier::kNone, Action::kPanels, "Tab", "panels at the sides"},
    {GLFW_KEY_F5, Modifier::kNone, Action::kFullScreen, "F5", "full screen"},
    {GLFW_KEY_P, Modifier::kCtrl, Action::kScreenshot, "Ctrl+P", "screenshot"},
    {GLFW_KEY_M, Modifier::kCtrl, Action::kFilm, "Ctrl+M", "film (MP4) on, off"},
    {GLFW_KEY_T, Modifier::kCtrl, Action::kTheme, "Ctrl+T", "dark, light"},
    {GLFW_KEY_O, Modifier::kCtrl, Action::kOpen, "Ctrl+O",
     "open a scenario or a folder of results"},
    {GLFW_KEY_L, Modifier::kCtrl, Action::kReload, "Ctrl+L", "reload the scenario"},
    {GLFW_KEY_S, Modifier::kCtrl, Action::kSave, "Ctrl+S",
     "save as a scenario, with all interventions"},
    {GLFW_KEY_Q, Modifier::kCtrl, Action::kQuit, "Ctrl+Q", "quit"},
};

constexpr MouseHelp kMouse[] = {
    {"left drag", "turn the view"},
    {"right drag", "move the view"},
    {"wheel, middle drag", "zoom"},
    {"double click", "select a leg, and show the values of the part"},
    {"right double click", "look at this point"},
    {"Ctrl + right drag", "push the part under the pointer: a link, otherwise the body"},
    {"drop a file or a folder", "open a scenario, or a finished run"},
};

}  // namespace

std::span<const Key> keys() { return kKeys; }

const Key* key_of(int code, Modifier with) {
  const Key* const key = std::find_if(std::begin(kKeys), std::end(kKeys), [&](const Key& each) {
    return each.code == code && each.with == with;
  });
  if (key != std::end(kKeys)) return key;
  return with == Modifier::kShift ? key_of(code, Modifier::kNone) : nullptr;
}

std::span<const MouseHelp> mouse_help() { return kMouse; }

}  // namespace ventosa::view
