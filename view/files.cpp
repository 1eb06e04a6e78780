#include "view/files.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace ventosa::view {

namespace fs = std::filesystem;

namespace {

constexpr double kPicture_s = 1.0 / 30;

/// Quotes text for a shell.
std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

}  // namespace

/// Log sink that keeps lines for the panel.
class MessageList::PanelLines final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    lines_.emplace_back(line.data(), line.size() - 1);  // without the line end
  }
  void flush_() override {}

  std::vector<std::string> lines_;
};

struct MessageList::Log {
  std::shared_ptr<PanelLines> panel = std::make_shared<PanelLines>();
  spdlog::logger logger{"ventosa",
                        {panel, std::make_shared<spdlog::sinks::stderr_color_sink_mt>()}};

  Log() { logger.set_pattern("%T %^%l%$: %v", spdlog::pattern_time_type::local); }
};

MessageList::MessageList() : log_(std::make_unique<Log>()) {}
MessageList::~MessageList() = default;

void MessageList::info(const std::string& text) { log_->logger.info(text); }
void MessageList::warn(const std::string& text) { log_->logger.warn(text); }
std::vector<std::string> MessageList::take() { return log_->panel->take(); }

fs::path state_folder() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  if (state == nullptr && home == nullptr) return {};
  const fs::path folder =
      (state != nullptr ? fs::path(state) : fs::path(home) / ".local/state") / "ventosa";
  std::error_code failed;
  fs::create_directories(folder, failed);
  return failed ? fs::path() : folder;
}

void Film::begin(const fs::path& file, int width, int height, double time_s) {
  if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0)
    throw std::runtime_error("no film: the program ffmpeg is not installed");
  std::signal(SIGPIPE, SIG_IGN);  // an early end of ffmpeg must not end the program
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  const std::string command = "ffmpeg -loglevel error -xerror -y -f rawvideo -pix_fmt rgb24 -s " +
                              size +
                              " -r 30 -i - -vf 'vflip,crop=trunc(iw/2)*2:trunc(ih/2)*2'"
                              " -pix_fmt yuv420p " +
                              quoted(file.string());
  pipe_ = popen(command.c_str(), "w");
  if (pipe_ == nullptr) throw std::runtime_error("no film: ffmpeg does not start");
  file_ = file;
  next_s_ = time_s;
}

bool Film::wants(double time_s) {
  if (!is_running()) return false;
  if (time_s < next_s_ - 1) next_s_ = time_s;
  n_due_ = std::max(0, static_cast<int>(std::floor((time_s - next_s_) / kPicture_s + 1)));
  return n_due_ > 0;
}

void Film::add(const std::vector<unsigned char>& rgb) {
  constexpr int kMost = 30;  // a longer jump in time is not filmed
  for (int n = std::min(n_due_, kMost); n > 0; --n)
    if (std::fwrite(rgb.data(), 1, rgb.size(), pipe_) != rgb.size()) {
      end();
      throw std::runtime_error(file_.string() + ": the film could not be written");
    }
  next_s_ += n_due_ * kPicture_s;
}

bool Film::end() {
  if (!is_running()) return false;
  const int status = pclose(std::exchange(pipe_, nullptr));
  const bool made = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  std::error_code failed;
  if (!made) fs::remove(file_, failed);
  return made;
}

}  // namespace ventosa::view
