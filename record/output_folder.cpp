#include "record/output_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace ventosa::record {

namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& file) : path_(file), stream_(std::fopen(file.c_str(), "w")) {
  if (stream_ == nullptr) fail("cannot be created");
}

OutputFile::~OutputFile() {
  if (stream_ == nullptr) return;
  std::fclose(stream_);
  std::error_code ignored;
  if (fs::is_regular_file(path_, ignored)) fs::remove(path_, ignored);  // never a device
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail("cannot be written");
}

void OutputFile::flush() {
  if (std::fflush(stream_) != 0) fail("cannot be written");
}

void OutputFile::close() {
  flush();
  const int status = std::fclose(stream_);
  stream_ = nullptr;
  if (status != 0) fail("cannot be closed");
}

void OutputFile::fail(const char* action) const {
  throw OutputError(path_, std::string(action) + ": " + std::strerror(errno));
}

void write_text(const fs::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

namespace {

bool may_be_replaced(const fs::path& folder) {
  return fs::is_directory(folder) &&
         (fs::is_empty(folder) || fs::exists(folder / OutputFolder::kMark));
}

/// The same name without a trailing slash, so that neighbours can be named beside it.
fs::path tidy(const fs::path& target) {
  const fs::path path = fs::absolute(target).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

fs::path beside(const fs::path& target, const char* suffix) {
  return target.string() + suffix + std::to_string(::getpid());
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& target)
    : target_(tidy(target)), staging_(beside(target_, ".partial-")) {
  try {
    if (fs::exists(target_) && !may_be_replaced(target_))
      throw OutputError(target_, "exists and holds no earlier results: name another folder");
    fs::create_directories(target_.parent_path());
    fs::remove_all(staging_);
    fs::create_directory(staging_);
  } catch (const fs::filesystem_error& error) {
    throw OutputError(target_, "cannot be created: " + error.code().message());
  }
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (!committed_) fs::remove_all(staging_, ignored);
}

void OutputFolder::commit() {
  write_text(file(kMark), "A folder of results of ventosa; it may be replaced by the next run.\n");
  const fs::path old = beside(target_, ".old-");
  try {
    if (fs::exists(target_)) fs::rename(target_, old);
    try {
      fs::rename(staging_, target_);
    } catch (const fs::filesystem_error&) {
      if (fs::exists(old)) fs::rename(old, target_);
      throw;
    }
    committed_ = true;
    fs::remove_all(old);
  } catch (const fs::filesystem_error& error) {
    throw OutputError(target_, "cannot be put into place: " + error.code().message());
  }
}

}  // namespace ventosa::record
