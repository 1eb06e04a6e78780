#include "record/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

namespace ventosa::record {

namespace fs = std::filesystem;

namespace {

/// A new file with a name of its own beside `file`; a null stream if there can be none.
std::pair<std::FILE*, fs::path> new_file_beside(const fs::path& file) {
  std::random_device random;
  while (true) {
    const fs::path name = fs::path(file).concat(".partial-" + std::to_string(random()));
    std::FILE* const stream = std::fopen(name.c_str(), "wx");
    if (stream != nullptr || errno != EEXIST) return {stream, name};
  }
}

}  // namespace

OutputFile::OutputFile(const fs::path& file) : path_(file) {
  std::error_code ignored;
  const bool is_there = fs::is_regular_file(path_, ignored);
  if (is_there && ::access(path_.c_str(), W_OK) != 0)
    throw OutputError(path_, std::string("cannot be created: ") + std::strerror(errno));
  if (!open_beside()) open_in_place(is_there);
}

/// False for a link, a device or a pipe, and in a folder where no file can be created.
bool OutputFile::open_beside() {
  std::error_code ignored;
  const fs::file_status earlier = fs::symlink_status(path_, ignored);
  if (fs::exists(earlier) && !fs::is_regular_file(earlier)) return false;
  const auto [stream, name] = new_file_beside(path_);
  if (stream == nullptr) return false;
  beside_ = name;
  stream_.emplace(stream, path_);
  if (fs::exists(earlier)) fs::permissions(beside_, earlier.permissions(), ignored);
  return true;
}

void OutputFile::open_in_place(bool is_there) {
  overwrites_ = is_there;
  stream_.emplace(std::fopen(path_.c_str(), overwrites_ ? "r+" : "w"), path_);
}

OutputFile::~OutputFile() {
  if (!stream_ || beside_.empty()) return;
  std::error_code ignored;
  fs::remove(beside_, ignored);
}

void OutputFile::close() {
  if (overwrites_) stream_->cut();
  stream_->close();
  if (!beside_.empty()) put_into_place();
  stream_.reset();
}

/// A file that is itself a mount point cannot be replaced by renaming; its content is overwritten.
void OutputFile::put_into_place() {
  std::error_code failed;
  fs::rename(beside_, path_, failed);
  if (!failed) return;
  fs::copy_file(beside_, path_, fs::copy_options::overwrite_existing, failed);
  if (failed)
    throw OutputError(path_, "cannot be replaced: " + failed.message() +
                                 "; the new file is kept as " +
                                 std::exchange(beside_, {}).string());
  fs::remove(beside_, failed);
}

void write_text(const fs::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

fs::path fresh_file(const fs::path& stem, const std::string& end) {
  fs::path file = fs::path(stem).concat(end);
  for (int n = 2; fs::exists(file); ++n)
    file = fs::path(stem).concat("-" + std::to_string(n) + end);
  return file;
}

}  // namespace ventosa::record
