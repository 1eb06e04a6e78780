#include "hal/native/key_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "models/input_error.h"

namespace ventosa::hal::native {

namespace fs = std::filesystem;
using models::InputError;

namespace {

constexpr char kDigits[] = "0123456789abcdef";

std::string text_of(const Key& key) {
  std::string text;
  for (const std::byte byte : key) {
    const auto value = std::to_integer<unsigned>(byte);
    text += {kDigits[value >> 4], kDigits[value & 15]};
  }
  return text + "\n";
}

int digit_of(char c) {
  const char* const place = c == '\0' ? nullptr : std::strchr(kDigits, c);
  return place == nullptr ? -1 : static_cast<int>(place - kDigits);
}

[[noreturn]] void refuse(const fs::path& file, const std::string& rule, const std::string& hint) {
  throw InputError("key file", file.string(), rule, hint);
}

Key key_of(const std::string& text, const fs::path& file) {
  Key key{};
  const std::string rule = "must contain 64 hexadecimal digits, 0-9 and a-f";
  const std::size_t n = 2 * key.size();
  if (text.size() != n && !(text.size() == n + 1 && text.back() == '\n')) refuse(file, rule, "");
  for (std::size_t k = 0; k < key.size(); ++k) {
    const int high = digit_of(text[2 * k]), low = digit_of(text[2 * k + 1]);
    if (high < 0 || low < 0) refuse(file, rule, "");
    key[k] = static_cast<std::byte>(16 * high + low);
  }
  return key;
}

void check_owner(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0)
    refuse(file, "cannot be read: " + std::string(std::strerror(errno)),
           "`ventosa modules ROBOT --make-keys` makes the keys of emulated modules");
  if (!S_ISREG(status.st_mode)) refuse(file, "must be a file", "");
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    refuse(file, "others may read or change it", "chmod 600 " + file.string());
}

}  // namespace

fs::path keys_folder() {
  if (const char* const config = std::getenv("XDG_CONFIG_HOME"); config && *config)
    return fs::path(config) / "ventosa" / "keys";
  const char* const home = std::getenv("HOME");
  return fs::path(home && *home ? home : "/") / ".config" / "ventosa" / "keys";
}

fs::path key_file(const fs::path& folder, const std::string& robot, const std::string& device) {
  return folder / robot / (device + ".key");
}

Key read_key(const fs::path& file) {
  check_owner(file);
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) refuse(file, "cannot be read", "");
  return key_of(text, file);
}

bool make_key(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
  if (descriptor < 0 && errno == EEXIST) return false;
  const std::string text = text_of(random_key());
  const bool written =
      descriptor >= 0 &&
      ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(descriptor) == 0;
  const std::string why = std::strerror(errno);
  if (descriptor >= 0) ::close(descriptor);
  if (written) return true;
  if (descriptor >= 0) ::unlink(file.c_str());
  refuse(file, "cannot be written: " + why, "");
}

}  // namespace ventosa::hal::native
