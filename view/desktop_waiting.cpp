#include <chrono>

#include "models/input_error.h"
#include "view/desktop_window.h"
#include "view/panels/safety_words.h"

/// The window while there is no robot yet.
namespace ventosa::view {

/// Shows a loading failure. Modules may be switched on later and contacted again.
void DesktopWindow::look_at_failure() {
  const std::optional<std::string> why = player_.failure();
  if (why == failure_) return;
  failure_ = why;
  if (!failure_) return;
  if (!asks_modules_) throw models::InputError("", "", *failure_, "");
  if (!options_.screenshot.empty()) throw NoRobot(*failure_);
  messages_.warn(*failure_);
}

void DesktopWindow::draw_waiting(const Rect& place) {
  const std::string what = asks_modules_ ? "contacting the modules of " + file_.stem().string()
                                         : "loading " + file_.string();
  const double since_s = std::chrono::duration<double>(Clock::now() - requested_).count();
  const std::string* const failure = failure_ ? &*failure_ : nullptr;
  Waiting waiting = waiting_panel(place, what, since_s, failure, ui_);
  for (const KeyPress& press : window_.pressed()) {
    const Key* const key = key_of(press.code, press.with);
    if (key != nullptr && key->action == Action::kQuit) window_.close();
    if (key != nullptr && key->action == Action::kReload && failure != nullptr)
      waiting = Waiting::kTriesAgain;
  }
  if (waiting == Waiting::kTriesAgain) try_again();
}

void DesktopWindow::try_again() {
  requested_ = Clock::now();
  open(file_);
}

/// Reports a change of the modules' mode, with its cause.
void DesktopWindow::tell_mode() {
  const Frame& frame = player_.frame();
  const hal::GuardMode mode = frame.session.guard.mode;
  if (!frame.wire || printed_mode_ == mode) return;
  printed_mode_ = mode;
  messages_.info(mode_text(frame));
}

}  // namespace ventosa::view
