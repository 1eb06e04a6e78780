#include "record/growing_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace ventosa::record {
namespace {

void require(bool is_done, const std::filesystem::path& file, const char* failure) {
  if (!is_done) throw OutputError(file, std::string(failure) + ": " + std::strerror(errno));
}

/// True if the open file was deleted: it has no name left, and its data are lost when it is closed.
bool was_removed(std::FILE* stream) {
  struct stat status {};
  return ::fstat(::fileno(stream), &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0;
}

}  // namespace

GrowingFile::GrowingFile(const std::filesystem::path& file)
    : GrowingFile(std::fopen(file.c_str(), "w"), file) {}

GrowingFile::GrowingFile(std::FILE* stream, const std::filesystem::path& named)
    : named_(named), stream_(stream) {
  require(stream_ != nullptr, named_, "cannot be created");
}

GrowingFile::~GrowingFile() {
  if (stream_ != nullptr) std::fclose(stream_);
}

void GrowingFile::write(std::string_view text) {
  const std::size_t n_written = std::fwrite(text.data(), 1, text.size(), stream_);
  require(n_written == text.size(), named_, "cannot be written");
}

void GrowingFile::flush() { require(std::fflush(stream_) == 0, named_, "cannot be written"); }

void GrowingFile::cut() {
  flush();
  require(::ftruncate(::fileno(stream_), ::ftello(stream_)) == 0, named_, "cannot be written");
}

void GrowingFile::close() {
  flush();
  if (was_removed(stream_)) throw OutputError(named_, "was removed while it was written");
  require(std::fclose(std::exchange(stream_, nullptr)) == 0, named_, "cannot be closed");
}

}  // namespace ventosa::record
