#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "view/desktop_options.h"
#include "view/files.h"
#include "view/gamepad.h"
#include "view/mouse.h"
#include "view/pictures.h"
#include "view/quality.h"
#include "view/run/player.h"
#include "view/window/keys.h"
#include "view/window/window.h"

namespace ventosa::view {

/// Window, its run, and their interaction.
class DesktopWindow {
 public:
  DesktopWindow(const DesktopOptions& options, const LoadRun& load);
  ~DesktopWindow();
  DesktopWindow(const DesktopWindow&) = delete;
  DesktopWindow& operator=(const DesktopWindow&) = delete;

  void run();  ///< returns when the window is closed

  /// Draws one picture.
  /// @param wait_at_most_s  longest time to wait for user input
  /// @return time since the previous picture [s]
  double show_picture(double wait_at_most_s);
  void look_at_speed(double picture_s);  ///< adapts the quality

  bool shows_a_run() const { return scene_.has_value(); }
  const Frame& frame() const { return player_.frame(); }
  void ask(Request request) { player_.ask(std::move(request)); }
  std::string renderer() const { return window_.renderer(); }

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path remembered_file(const char* name) const;
  void finish_picture();
  void check_screenshot() const;
  void reopen();
  void draw();
  void choose_theme();
  void draw_waiting(const Rect& place);
  void try_again();
  void look_at_failure();
  void take_frame();
  void tell_mode();
  void drain();
  void begin_run();
  void make_scene();
  void draw_panels(const Layout& layout);
  void use_keys();
  void carry_out(Action action);
  void open_files();
  void export_plot(std::size_t plot);
  void open(const std::filesystem::path& file);
  void save(const std::filesystem::path& name);
  void finish_screenshot();

  const DesktopOptions options_;
  const LoadRun load_;
  MessageList messages_;
  Player player_;  // before the window, which lowers the priority of the threads created after it
  Window window_;
  Ask ask_ = [this](Request request) { player_.ask(std::move(request)); };
  Ui ui_;
  std::optional<sim::Scene> scene_;
  std::filesystem::path file_;
  bool asks_modules_ = false;  ///< the scenario runs on modules instead of a twin
  Clock::time_point requested_ = Clock::now();
  std::optional<std::string> failure_;  ///< reason why there is no run yet, as shown
  std::optional<hal::GuardMode> printed_mode_;
  QualityGuard quality_;
  double frame_s_ = 1.0 / 60;
  Clock::time_point last_ = Clock::now();
  Mouse mouse_;
  Gamepad gamepad_;
  Pictures pictures_{messages_};
  std::optional<bool> is_light_;  ///< present theme; no value: none chosen yet
  int n_still_ = 0;               ///< frames since the tick of the screenshot
};

}  // namespace ventosa::view
