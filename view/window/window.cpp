#include "view/window/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace ventosa::view {
namespace {

std::string last_complaint() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? std::string(": ") + text : "";
}

[[noreturn]] void fail(const std::string& what) {
  throw WindowError("no window: " + what + last_complaint() +
                    " (without a display: ventosa run SCENARIO --frames DIR)");
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  static_cast<Window*>(glfwGetWindowUserPointer(window))->drop(count, paths);
}

Modifier modifier(int mods) {
  if ((mods & GLFW_MOD_CONTROL) != 0) return Modifier::kCtrl;
  return (mods & GLFW_MOD_SHIFT) != 0 ? Modifier::kShift : Modifier::kNone;
}

void on_key(GLFWwindow* window, int code, int, int action, int mods) {
  if (action == GLFW_RELEASE) return;
  static_cast<Window*>(glfwGetWindowUserPointer(window))
      ->press({code, modifier(mods), action == GLFW_REPEAT});
}

/// Lowers this thread's priority. Software OpenGL draws on one thread per core, created by this
/// thread; they must not slow down the physics.
void give_way() {
  constexpr int kNice = 10;
  setpriority(PRIO_PROCESS, 0, kNice);  // affects only this thread on Linux; failure is harmless
}

/// Creates a window, if possible with a context that reports its loss.
GLFWwindow* create_window(int width, int height, const std::string& title) {
  for (const int robustness : {GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS}) {
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
    GLFWwindow* const window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window != nullptr) return window;
  }
  return nullptr;
}

}  // namespace

/// Initialises GLFW and ImGui; stores the layout file's name, which ImGui keeps by pointer.
struct Window::Library {
  std::string layout_file;

  Library(std::string file, Priority priority) : layout_file(std::move(file)) {
    if (priority == Priority::kLow) give_way();
    if (!glfwInit()) fail("GLFW cannot start: is there a display, and is DISPLAY set?");
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = layout_file.empty() ? nullptr : layout_file.c_str();
  }
  ~Library() {
    ImGui::DestroyContext();
    glfwTerminate();
  }
};

Window::Window(const std::string& title, int width, int height,
               const std::filesystem::path& layout_file, Priority priority)
    : library_(std::make_unique<Library>(layout_file.string(), priority)), title_(title) {
  glfwWindowHint(GLFW_SAMPLES, 0);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window_ = create_window(width, height, title);
  if (window_ == nullptr) fail("no OpenGL: are Mesa's drivers (libgl1-mesa-dri) installed?");
  take_over();
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  scale_ = std::max(1.0f, x);
}

Window::~Window() { put_away(); }

/// Sets up callbacks and OpenGL for the window.
void Window::take_over() {
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, on_drop);
  glfwSetKeyCallback(window_, on_key);  // ImGui calls it on

  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 120");
  const bool tells = glfwExtensionSupported("GL_ARB_robustness") == GLFW_TRUE;
  reset_status_ =
      tells ? reinterpret_cast<unsigned (*)()>(glfwGetProcAddress("glGetGraphicsResetStatusARB"))
            : nullptr;
}

void Window::put_away() {
  if (window_ == nullptr) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  glfwDestroyWindow(std::exchange(window_, nullptr));
}

void Window::begin(double wait_at_most_s) {
  wait_at_most_s > 0 ? glfwWaitEventsTimeout(wait_at_most_s) : glfwPollEvents();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

bool Window::render() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (is_lost()) return false;
  n_losses_ = 0;
  return true;
}

void Window::show() { glfwSwapBuffers(window_); }

bool Window::is_lost() const {
  return window_ == nullptr || (reset_status_ != nullptr && reset_status_() != GL_NO_ERROR);
}

void Window::reopen() {
  constexpr int kMostLosses = 5;
  constexpr std::chrono::milliseconds kPause{300};  // a graphics card needs time for its reset
  remember_place();
  do {
    if (++n_losses_ > kMostLosses) fail("OpenGL is lost again and again");
    std::this_thread::sleep_for(kPause);
    put_away();
    open_at_place();
  } while (is_lost());
}

bool Window::is_closed() const { return glfwWindowShouldClose(window_) != 0; }
void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
bool Window::is_hidden() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) != 0; }
double Window::scale() const { return scale_; }

sim::Area Window::pixels() const {
  sim::Area all;
  glfwGetFramebufferSize(window_, &all.width, &all.height);
  return all;
}

std::string Window::renderer() const {
  const auto* const name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name != nullptr ? name : "unknown";
}

void Window::set_title(const std::string& title) {
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

void Window::remember_place() {
  if (is_full_screen_) return;
  auto& [x, y, width, height] = windowed_;
  glfwGetWindowPos(window_, &x, &y);
  glfwGetWindowSize(window_, &width, &height);
}

/// Opens the window at its last place. It stays hidden until it has been moved there.
void Window::open_at_place() {
  const auto& [x, y, width, height] = windowed_;
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  window_ = create_window(width, height, title_);
  if (window_ == nullptr) return;
  take_over();
  glfwSetWindowSize(window_, width, height);  // the display may have changed the size
  glfwSetWindowPos(window_, x, y);
  glfwShowWindow(window_);
  if (is_full_screen_) fill_screen();
}

void Window::toggle_full_screen() {
  const auto& [x, y, width, height] = windowed_;
  remember_place();
  is_full_screen_ = !is_full_screen_;
  if (is_full_screen_)
    fill_screen();
  else
    glfwSetWindowMonitor(window_, nullptr, x, y, width, height, GLFW_DONT_CARE);
}

void Window::fill_screen() {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

std::vector<KeyPress> Window::pressed() { return std::exchange(pressed_, {}); }

std::optional<Sticks> Window::sticks() const {
  for (int joystick = GLFW_JOYSTICK_1; joystick <= GLFW_JOYSTICK_LAST; ++joystick) {
    GLFWgamepadstate state;
    if (glfwGetGamepadState(joystick, &state) == GLFW_TRUE)
      return Sticks{-double{state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]},
                    -double{state.axes[GLFW_GAMEPAD_AXIS_LEFT_X]},
                    -double{state.axes[GLFW_GAMEPAD_AXIS_RIGHT_X]}};
  }
  return std::nullopt;
}

std::vector<std::filesystem::path> Window::dropped() { return std::exchange(dropped_, {}); }

void Window::drop(int count, const char** paths) {
  dropped_.insert(dropped_.end(), paths, paths + count);
}

}  // namespace ventosa::view
