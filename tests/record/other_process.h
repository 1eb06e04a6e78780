#pragma once

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

/// Runs a part of a test in another process, with other user or mounts.
namespace ventosa::record {

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct CannotMount : std::exception {};
inline constexpr int kCannotMount = 77, kHasThrown = 1;

/// Runs `part` in another process; 0 unless it throws.
inline int exit_code_of(const std::function<void()>& part) {
  const pid_t child = ::fork();
  if (child == 0) try {
      part();
      ::_exit(0);
    } catch (const CannotMount&) {
      ::_exit(kCannotMount);
    } catch (const std::exception&) {
      ::_exit(kHasThrown);
    }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Runs `part` as user nobody, because permissions do not restrict root.
inline int exit_code_of_nobody(const std::function<void()>& part) {
  constexpr uid_t kNobody = 65534;
  return exit_code_of([&] {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) throw CannotMount();
    part();
  });
}

/// Becomes root of a user namespace, which may mount.
inline void become_root_here(uid_t user, gid_t group) {
  const std::filesystem::path self = "/proc/self";
  std::ofstream(self / "setgroups") << "deny";
  std::ofstream(self / "uid_map") << "0 " << user << " 1";
  std::ofstream(self / "gid_map") << "0 " << group << " 1";
}

/// Runs `part` in a mount namespace of its own.
inline int exit_code_of_mounter(const std::function<void()>& part) {
  return exit_code_of([&] {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (::unshare(CLONE_NEWNS | (user == 0 ? 0 : CLONE_NEWUSER)) != 0) throw CannotMount();
    if (user != 0) become_root_here(user, group);
    if (::mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) throw CannotMount();
    part();
  });
}

/// Mounts a small tmpfs.
inline void mount_disk(const std::filesystem::path& folder, const char* options = "size=64k") {
  if (::mount("none", folder.c_str(), "tmpfs", 0, options) != 0) throw CannotMount();
}

}  // namespace ventosa::record
