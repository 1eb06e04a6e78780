#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "view/run/player.h"

/// Files and messages of the application.
namespace ventosa::view {

/// Messages for the panel and the terminal, with time and level by spdlog.
class MessageList final : public Messages {
 public:
  MessageList();
  ~MessageList() override;

  void info(const std::string& text) override;
  void warn(const std::string& text) override;
  std::vector<std::string> take();  ///< lines since the last call

 private:
  class PanelLines;
  struct Log;
  std::unique_ptr<Log> log_;
};

/// State folder of the program below XDG_STATE_HOME; empty if there is none.
std::filesystem::path state_folder();

/// MP4 film of simulated time at 30 pictures a second, encoded by the program ffmpeg.
class Film {
 public:
  Film() = default;
  ~Film() { end(); }
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  /// @throws std::runtime_error  ffmpeg is not available
  void begin(const std::filesystem::path& file, int width, int height, double time_s);
  bool is_running() const { return pipe_ != nullptr; }

  /// True if a picture is due. After a rewind the timing restarts.
  bool wants(double time_s);
  /// Adds a picture, 3 bytes per pixel, lines from bottom to top.  @throws std::runtime_error
  /// ffmpeg has ended
  void add(const std::vector<unsigned char>& rgb);
  /// @return true if ffmpeg has written the file
  bool end();
  const std::filesystem::path& file() const { return file_; }

 private:
  std::FILE* pipe_ = nullptr;
  std::filesystem::path file_;
  double next_s_ = 0;
  int n_due_ = 0;
};

}  // namespace ventosa::view
