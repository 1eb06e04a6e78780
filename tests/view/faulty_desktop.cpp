#include <GLFW/glfw3.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

/// Faults of a desktop, and devices that a test machine lacks. Put before GLFW by LD_PRELOAD, it
/// obeys these files in the folder that VENTOSA_FAULTS names, at every picture:
///   gamepad        a gamepad is there; its first four axes
///   drop           paths, one a line, are dropped on the window; once
///   lose           so many times OpenGL says that its context is lost
///   refuse         so many windows cannot be opened
///   no_robustness  OpenGL cannot tell that its context is lost, and refuses to be asked to
namespace {

namespace fs = std::filesystem;

GLFWdropfun drop_callback = nullptr;
GLFWwindow* drop_window = nullptr;
bool asks_for_robustness = false;

fs::path order(const char* name) {
  const char* const folder = std::getenv("VENTOSA_FAULTS");
  return folder != nullptr ? fs::path(folder) / name : fs::path();
}

/// The original function that is replaced here.
template <class Function>
Function* behind(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Fails as many times as the file says.
bool take_one(const char* name) {
  const fs::path file = order(name);
  int n = 0;
  std::ifstream(file) >> n;
  if (n <= 0) return false;
  --n;
  n > 0 ? void(std::ofstream(file) << n) : void(fs::remove(file));
  return true;
}

unsigned reset_status() {
  constexpr unsigned kNone = 0, kInnocentReset = 0x8254;
  return take_one("lose") ? kInnocentReset : kNone;
}

void drop_what_is_asked() {
  std::ifstream stream(order("drop"));
  if (!stream || drop_callback == nullptr) return;
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  fs::remove(order("drop"));
  std::vector<const char*> paths;
  for (const std::string& line : lines) paths.push_back(line.c_str());
  drop_callback(drop_window, static_cast<int>(paths.size()), paths.data());
}

}  // namespace

extern "C" {

int glfwGetGamepadState(int joystick, GLFWgamepadstate* state) {
  std::ifstream stream(order("gamepad"));
  if (joystick != GLFW_JOYSTICK_1 || !stream) return GLFW_FALSE;
  *state = {};
  for (int axis = 0; axis < 4; ++axis) stream >> state->axes[axis];
  return GLFW_TRUE;
}

GLFWdropfun glfwSetDropCallback(GLFWwindow* window, GLFWdropfun callback) {
  drop_window = window;
  drop_callback = callback;
  return behind("glfwSetDropCallback", glfwSetDropCallback)(window, callback);
}

void glfwPollEvents() {
  behind("glfwPollEvents", glfwPollEvents)();
  drop_what_is_asked();
}

void glfwWaitEventsTimeout(double timeout) {
  behind("glfwWaitEventsTimeout", glfwWaitEventsTimeout)(timeout);
  drop_what_is_asked();
}

void glfwWindowHint(int hint, int value) {
  if (hint == GLFW_CONTEXT_ROBUSTNESS) asks_for_robustness = value != GLFW_NO_ROBUSTNESS;
  behind("glfwWindowHint", glfwWindowHint)(hint, value);
}

GLFWwindow* glfwCreateWindow(int width, int height, const char* title, GLFWmonitor* monitor,
                             GLFWwindow* share) {
  if (asks_for_robustness && fs::exists(order("no_robustness"))) return nullptr;
  if (take_one("refuse")) return nullptr;
  return behind("glfwCreateWindow", glfwCreateWindow)(width, height, title, monitor, share);
}

int glfwExtensionSupported(const char* name) {
  if (std::strcmp(name, "GL_ARB_robustness") == 0) return !fs::exists(order("no_robustness"));
  return behind("glfwExtensionSupported", glfwExtensionSupported)(name);
}

GLFWglproc glfwGetProcAddress(const char* name) {
  if (std::strcmp(name, "glGetGraphicsResetStatusARB") == 0) return GLFWglproc(reset_status);
  return behind("glfwGetProcAddress", glfwGetProcAddress)(name);
}
}
