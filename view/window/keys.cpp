#include "view/window/keys.h"

#include <GLFW/glfw3.h>

namespace ventosa::view {
namespace {

constexpr Key kKeys[] = {
    {GLFW_KEY_SPACE, false, Action::kPlay, "Space", "play, pause"},
    {GLFW_KEY_RIGHT, false, Action::kStep, "Right", "one tick on"},
    {GLFW_KEY_LEFT, false, Action::kStepBack, "Left", "one tick back"},
    {GLFW_KEY_EQUAL, false, Action::kFaster, "+", "twice as fast"},
    {GLFW_KEY_KP_ADD, false, Action::kFaster, "+ (keypad)", "twice as fast"},
    {GLFW_KEY_MINUS, false, Action::kSlower, "-", "half as fast"},
    {GLFW_KEY_KP_SUBTRACT, false, Action::kSlower, "- (keypad)", "half as fast"},
    {GLFW_KEY_BACKSPACE, false, Action::kStart, "Backspace", "back to the start"},
    {GLFW_KEY_H, false, Action::kHold, "H", "HOLD: stop and keep gripping; again: go on"},
    {GLFW_KEY_P, false, Action::kPd, "P", "joint PD on, off"},
    {GLFW_KEY_ESCAPE, false, Action::kFollow, "Esc", "camera follows the body, or stays"},
    {GLFW_KEY_RIGHT_BRACKET, false, Action::kNextView, "]", "next view"},
    {GLFW_KEY_F1, false, Action::kHelp, "F1", "this sheet"},
    {GLFW_KEY_F2, false, Action::kInfo, "F2", "speed and memory"},
    {GLFW_KEY_F4, false, Action::kSignals, "F4", "signals"},
    {GLFW_KEY_TAB, false, Action::kPanels, "Tab", "panels at the sides"},
    {GLFW_KEY_F5, false, Action::kFullScreen, "F5", "full screen"},
    {GLFW_KEY_P, true, Action::kScreenshot, "Ctrl+P", "screenshot"},
    {GLFW_KEY_M, true, Action::kFilm, "Ctrl+M", "film (MP4) on, off"},
    {GLFW_KEY_T, true, Action::kTheme, "Ctrl+T", "dark, light"},
    {GLFW_KEY_O, true, Action::kOpen, "Ctrl+O", "open a scenario or a folder of results"},
    {GLFW_KEY_L, true, Action::kReload, "Ctrl+L", "reload the scenario"},
    {GLFW_KEY_S, true, Action::kSave, "Ctrl+S", "save as a scenario, with all that was done"},
    {GLFW_KEY_Q, true, Action::kQuit, "Ctrl+Q", "quit"},
};

constexpr MouseHelp kMouse[] = {
    {"left drag", "turn the view"},
    {"right drag", "move the view"},
    {"wheel, middle drag", "zoom"},
    {"double click", "select a leg"},
    {"Ctrl + right drag", "push what it begins on: a link, else the body"},
    {"drop a file or a folder", "open a scenario, or a run that is over"},
};

}  // namespace

std::span<const Key> keys() { return kKeys; }
std::span<const MouseHelp> mouse_help() { return kMouse; }

}  // namespace ventosa::view
