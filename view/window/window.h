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

/// No display, or no OpenGL: the message says what to install, or which command needs neither.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A key that went down, or repeats; between two frames it may have come up again.
struct KeyPress {
  int code = 0;  ///< GLFW's
  Modifier with = Modifier::kNone;
  bool repeats = false;
};

/// Of a gamepad, -1 to 1.
struct Sticks {
  double forwards = 0, left = 0, turn = 0;
  bool operator==(const Sticks&) const = default;
};

/// Of the thread that draws, among all others of this computer.
enum class Priority : std::uint8_t {
  kLow,     ///< a picture may come late
  kNormal,  ///< a button may not
};

class Window {
 public:
  /// @throws WindowError
  Window(const std::string& title, int width, int height, const std::filesystem::path& layout_file,
         Priority priority = Priority::kLow);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Waits for what the user does, no longer than this; then a frame begins.
  void begin(double wait_at_most_s);
  /// @return false: a reset of the graphics card has taken along all that was made with OpenGL
  bool render();
  void show();
  /// Opens it where it was, with the panels as they were; all else that was made with OpenGL must
  /// be gone.
  /// @throws WindowError  it is lost again and again
  void reopen();

  bool is_closed() const;
  void close();
  bool is_hidden() const;
  sim::Area pixels() const;      ///< of the whole window
  double scale() const;          ///< pixels of text and panels over those of a plain display
  std::string renderer() const;  ///< OpenGL's name of it
  void set_title(const std::string& title);
  void toggle_full_screen();

  /// Keys since the last call.
  std::vector<KeyPress> pressed();
  void press(const KeyPress& key) { pressed_.push_back(key); }  ///< what GLFW's callback calls

  std::optional<Sticks> sticks() const;  ///< none: no gamepad is there

  /// Files that were dropped on the window since the last call.
  std::vector<std::filesystem::path> dropped();
  void drop(int count, const char** paths);  ///< what GLFW's callback calls

 private:
  void take_over();
  void put_away();
  void remember_place();
  void open_at_place();
  void fill_screen();
  bool is_lost() const;

  struct Library;  ///< GLFW, and ImGui without what it draws in
  std::unique_ptr<Library> library_;
  std::string title_;
  GLFWwindow* window_ = nullptr;          ///< null: it could not be opened again
  unsigned (*reset_status_)() = nullptr;  ///< OpenGL's; null: it cannot tell
  int n_losses_ = 0;                      ///< in a row
  std::vector<std::filesystem::path> dropped_;
  std::vector<KeyPress> pressed_;
  double scale_ = 1;
  bool is_full_screen_ = false;
  int windowed_[4] = {};  ///< where it is else
};

}  // namespace ventosa::view
