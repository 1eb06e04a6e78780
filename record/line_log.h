#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "record/growing_file.h"

namespace ventosa::record {

/// A text file of lines that a thread of its own writes immediately, so that say() never waits for
/// a disk. Written lines remain in the file even without close().
class LineLog {
 public:
  explicit LineLog(const std::filesystem::path& file);  ///< @throws OutputError
  ~LineLog();

  void say(std::string line);
  /// Waits until all lines are written; no line may follow.  @throws OutputError  also if one was
  /// lost
  void close();
  bool is_incomplete() const { return is_incomplete_; }  ///< a line could not be written

 private:
  void write();
  void finish();

  GrowingFile file_;
  std::string failure_;  ///< used by the thread only
  std::atomic<bool> is_incomplete_ = false;
  std::mutex mutex_;
  std::condition_variable said_;
  std::deque<std::string> lines_;
  bool ends_ = false;
  std::filesystem::path path_;
  std::thread thread_;
};

}  // namespace ventosa::record
