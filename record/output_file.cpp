#include "record/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace ventosa::record {

namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& file) : path_(file), grows_(file) {
  std::error_code ignored;
  const bool is_there = fs::is_regular_file(path_, ignored);
  if (is_there && ::access(path_.c_str(), W_OK) != 0) fail("cannot be created");
  const fs::file_status status = fs::symlink_status(path_, ignored);
  if (fs::is_regular_file(status)) open_beside(status.permissions());
  overwrites_ = is_there && stream_ == nullptr;
  if (stream_ == nullptr) stream_ = std::fopen(path_.c_str(), overwrites_ ? "r+" : "w");
  if (stream_ == nullptr) fail("cannot be created");
}

void OutputFile::open_beside(fs::perms permissions) {
  std::string name = path_.string() + ".partial-XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return;
  ::fchmod(descriptor, static_cast<mode_t>(permissions));
  stream_ = ::fdopen(descriptor, "w");
  grows_ = name;
}

OutputFile::~OutputFile() {
  if (stream_ == nullptr) return;
  std::fclose(stream_);
  std::error_code ignored;
  const bool is_new = !overwrites_ && fs::is_regular_file(fs::symlink_status(grows_, ignored));
  if (is_new) fs::remove(grows_, ignored);  // never a device
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail("cannot be written");
}

void OutputFile::flush() {
  if (std::fflush(stream_) != 0) fail("cannot be written");
}

void OutputFile::close() {
  flush();
  if (overwrites_ && ::ftruncate(::fileno(stream_), ::ftello(stream_)) != 0)
    fail("cannot be written");
  const int status = std::fclose(std::exchange(stream_, nullptr));
  if (status != 0) fail("cannot be closed");
  if (grows_ != path_) put_into_place();
}

/// A file that is itself a mount point cannot be replaced by renaming; its content is overwritten.
void OutputFile::put_into_place() {
  std::error_code failed;
  fs::rename(grows_, path_, failed);
  if (!failed) return;
  fs::copy_file(grows_, path_, fs::copy_options::overwrite_existing, failed);
  if (failed)
    throw OutputError(path_, "cannot be replaced: " + failed.message() +
                                 "; the new file is kept as " + grows_.string());
  fs::remove(grows_, failed);
}

void OutputFile::keep() noexcept {
  if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
}

void OutputFile::fail(const char* action) const {
  throw OutputError(path_, std::string(action) + ": " + std::strerror(errno));
}

void write_text(const fs::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

}  // namespace ventosa::record
