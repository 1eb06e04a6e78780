#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "view/run/player.h"

/// What the app writes, and what it tells.
namespace ventosa::view {

/// Kept for the panel, and told on the terminal; with time and level, by spdlog.
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

/// Ours under XDG_STATE_HOME; empty if there is none.
std::filesystem::path state_folder();

/// An MP4 of simulated time at 30 pictures a second, by the program ffmpeg.
class Film {
 public:
  Film() = default;
  ~Film() { end(); }
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  /// @throws std::runtime_error  ffmpeg is not there
  void begin(const std::filesystem::path& file, int width, int height, double time_s);
  bool is_running() const { return pipe_ != nullptr; }

  /// Whether a picture is due. Time that is rewound begins anew.
  bool wants(double time_s);
  /// 3 bytes a pixel, lines from below.  @throws std::runtime_error  it takes no more
  void add(const std::vector<unsigned char>& rgb);
  /// @return whether ffmpeg has made its file; else there is none
  bool end();
  const std::filesystem::path& file() const { return file_; }

 private:
  std::FILE* pipe_ = nullptr;
  std::filesystem::path file_;
  double next_s_ = 0;
  int n_due_ = 0;
};

}  // namespace ventosa::view
