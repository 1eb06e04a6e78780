#include "record/line_log.h"

#include <utility>

namespace ventosa::record {

LineLog::LineLog(const std::filesystem::path& file)
    : file_(file), path_(file), thread_([this] { write(); }) {}

LineLog::~LineLog() { finish(); }

void LineLog::say(std::string line) {
  const std::lock_guard lock(mutex_);
  lines_.push_back(std::move(line) + "\n");
  said_.notify_one();
}

void LineLog::write() {
  std::unique_lock lock(mutex_);
  while (true) {
    said_.wait(lock, [this] { return ends_ || !lines_.empty(); });
    if (lines_.empty()) return;
    const std::deque<std::string> lines = std::exchange(lines_, {});
    lock.unlock();
    try {
      for (const std::string& line : lines) file_.write(line);
      file_.flush();
    } catch (const OutputError& error) {
      failure_ = error.what();
      is_incomplete_ = true;
    }
    lock.lock();
  }
}

void LineLog::finish() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    said_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void LineLog::close() {
  finish();
  if (!failure_.empty()) throw OutputError(path_, "it is incomplete: " + failure_);
  file_.close();
}

}  // namespace ventosa::record
