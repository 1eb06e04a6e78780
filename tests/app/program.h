#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/models/shipped_robot.h"
#include "tests/scratch_folder.h"

/// Runs the program `ventosa` in a temporary folder and reads its output.
namespace ventosa::app {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the text does not hold: " + from);
  return text.replace(at, from.size(), to);
}

struct Ended {
  int exit_code = -1;  ///< 128 + signal if it was killed
  std::string out;
  std::string err;
};

/// A running program. Output goes to files, input comes from a pipe that stays open.
class Program {
 public:
  Program(const std::vector<std::string>& arguments, const fs::path& folder, const fs::path& out,
          const fs::path& err)
      : out_(out), err_(err) {
    std::array<int, 2> keyboard{};
    if (pipe2(keyboard.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      dup2(keyboard[0], STDIN_FILENO);
      become(arguments, folder);
    }
    close(keyboard[0]);
    keyboard_.reset(new int(keyboard[1]), [](const int* end) {
      close(*end);
      delete end;
    });
  }
  void send(int signal) const { kill(process_, signal); }
  void type(const std::string& line) const {
    const std::string text = line + "\n";
    if (write(*keyboard_, text.data(), text.size()) < 0) throw std::runtime_error("it is gone");
  }
  void leave_keyboard() const { keyboard_.reset(); }

  /// Closes the input pipe and waits for the end.
  Ended wait() const {
    leave_keyboard();
    int status = 0;
    waitpid(process_, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, said(out_), said(err_)};
  }

 private:
  static std::string said(const fs::path& file) {
    return fs::is_regular_file(file) ? text_of(file) : "";  // a device could be endless
  }

  static void redirect(const fs::path& file, int stream) {
    dup2(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), stream);
  }

  [[noreturn]] void become(const std::vector<std::string>& arguments, const fs::path& folder) {
    std::vector<char*> argv{const_cast<char*>("ventosa")};
    for (const std::string& argument : arguments)
      argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    redirect(out_, STDOUT_FILENO);
    redirect(err_, STDERR_FILENO);
    if (chdir(folder.c_str()) == 0) execv(VENTOSA_PROGRAM, argv.data());
    _exit(127);
  }

  fs::path out_, err_;
  pid_t process_ = 0;
  mutable std::shared_ptr<int> keyboard_{};  ///< write end of the input pipe
};

/// A temporary folder: working folder `here` for the program, output files outside of it.
class Desk {
  ScratchFolder scratch_;

 public:
  Desk() { fs::create_directory(here); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(here / file, std::ios::binary) << text;
  }
  Program start(const std::vector<std::string>& arguments) const {
    return {arguments, here, scratch_.path() / "out", scratch_.path() / "err"};
  }
  Ended run(const std::vector<std::string>& arguments) const { return start(arguments).wait(); }

  /// Paths of everything in the working folder.
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(here))
      names.insert(entry.path().lexically_relative(here).string());
    return names;
  }

  fs::path here = scratch_.path() / "here";
};

inline std::string robot_text() { return models::quadruped_text(); }

/// The robot stands on the ground for a short time; passes.
inline const std::string kStand = R"(schema: 1
title: A short stand
robot: ./robot.yaml
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
cup_force_N: 100
duration_s: 0.2
asserts:
  - {name: cups attached, signal: count.attached, equals: 4}
)";

/// kStand with leaks in all cups from 0.1 s on; close to the ground the cups may stay attached, but
/// their readings do not show it.
inline std::string with_leaks(const std::string& stand) {
  std::string script = "script:\n";
  for (const char* const leg : {"front_left", "front_right", "rear_left", "rear_right"})
    script += std::string("  - {at_s: 0.1, leak: {leg: ") + leg + ", gap_m: 0.1}}\n";
  return replaced(stand, "asserts:", script + "asserts:");
}

/// kStand with an assertion on readings, which a robot over UDP has, too.
inline std::string judged_by_readings() {
  return replaced(kStand, "{name: cups attached, signal: count.attached, equals: 4}",
                  "{name: feet attached, signal: report.leg*.attached, equals: true}");
}

/// kStand with an assertion that fails.
inline std::string failing() { return replaced(kStand, "equals: 4", "max: 3"); }

/// Gains that are unstable at the physics step, from 2.5 s on, with drives of sufficient torque.
/// The fade is short, so that the robot does not vibrate before.
inline std::string unstable() {
  return replaced(kStand, "duration_s: 0.2", R"(duration_s: 4
controller: {gains: {fade_s: 0.001, kd_Nms_rad: [1000, 1000, 1000, 1000, 1000, 1000, 1000]}}
script:
  - {at_s: 0, hold: {pd: false}}
  - {at_s: 2.5, hold: {pd: true}})");
}
inline std::string with_after_each(std::string text, const std::string& key,
                                   const std::string& digits) {
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1))
    text.insert(at + key.size(), digits);
  return text;
}
/// Motors of 1e7 N m: the resistance is as small as such a torque needs.
inline std::string overpowered_robot() {
  const std::string motors = with_after_each(robot_text(), "stall_torque_Nm: ", "1000000");
  return with_after_each(motors, "      resistance_ohm: ", "0.0000014 # ");
}

}  // namespace ventosa::app
