#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "record/output_file.h"

namespace ventosa::record {

/// A text file that gets lines as things happen, each at once, on a thread of its own: who says
/// them never waits for a disk. What is in the file stays, whatever becomes of the rest.
class LineLog {
 public:
  explicit LineLog(const std::filesystem::path& file);  ///< @throws OutputError
  ~LineLog();

  void say(std::string line);
  /// Waits until all is written; nothing may follow.  @throws OutputError  also if a line was lost
  void close();
  bool is_incomplete() const { return is_incomplete_; }  ///< a line could not be written

 private:
  void write();
  void finish();

  OutputFile file_;
  std::string failure_;  ///< written by the thread alone
  std::atomic<bool> is_incomplete_ = false;
  std::mutex mutex_;
  std::condition_variable said_;
  std::deque<std::string> lines_;
  bool ends_ = false;
  std::filesystem::path path_;
  std::thread thread_;
};

}  // namespace ventosa::record
