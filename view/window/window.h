#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/render/scene.h"
#include "view/window/keys.h"

struct GLFWwindow;

/// A window of the desktop, with OpenGL and Dear ImGui in it.
namespace ventosa::view {

/// No display or no OpenGL. The message says what to install, or which commands need neither.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A key that was pressed or repeated; it may have been released before the frame.
struct KeyPress {
  int code = 0;  ///< GLFW's
  Modifier with = Modifier::kNone;
  bool repeats = false;
};

/// Stick positions of a gamepad, -1 to 1.
struct Sticks {
  double forwards = 0, left = 0, turn = 0;
  bool operator==(const Sticks&) const = default;
};

/// Priority of the drawing thread among all threads of the computer.
enum class Priority : std::uint8_t {
  kLow,     ///< pictures may be late
  kNormal,  ///< buttons must react at once
};

class Window {
 public:
  /// @throws WindowError
  Window(const std::string& title, int width, int height, const std::filesystem::path& layout_file,
         Priority priority = Priority::kLow);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Waits for user input, up to the given time; then starts a frame.
  void begin(double wait_at_most_s);
  /// Draws the frame.  @return false: a reset of the graphics card has destroyed all OpenGL objects
  bool render();
  void show();
  /// Opens the window again at its place, with its panels. All other OpenGL objects must be deleted
  /// before.
  /// @throws WindowError  OpenGL was lost repeatedly
  void reopen();

  bool is_closed() const;
  void close();
  bool is_hidden() const;
  sim::Area pixels() const;      ///< whole window
  double scale() const;          ///< pixels of text and panels relative to a plain display
  std::string renderer() const;  ///< name of the OpenGL renderer
  void set_title(const std::string& title);
  void toggle_full_screen();

  /// Keys since the last call.
  std::vector<KeyPress> pressed();
  void press(const KeyPress& key) { pressed_.push_back(key); }  ///< called by GLFW's callback

  std::optional<Sticks> sticks() const;  ///< no value: no gamepad

  /// Files that were dropped on the window since the last call.
  std::vector<std::filesystem::path> dropped();
  void drop(int count, const char** paths);  ///< called by GLFW's callback

 private:
  void take_over();
  void put_away();
  void remember_place();
  void open_at_place();
  void fill_screen();
  bool is_lost() const;

  struct Library;  ///< GLFW, and ImGui without its backends
  std::unique_ptr<Library> library_;
  std::string title_;
  GLFWwindow* window_ = nullptr;          ///< null: could not be reopened
  unsigned (*reset_status_)() = nullptr;  ///< OpenGL function; null: not available
  int n_losses_ = 0;                      ///< number of successive losses of OpenGL
  std::vector<std::filesystem::path> dropped_;
  std::vector<KeyPress> pressed_;
  double scale_ = 1;
  bool is_full_screen_ = false;
  int windowed_[4] = {};  ///< place and size outside of full screen
};

}  // namespace ventosa::view
