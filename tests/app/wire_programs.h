#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "tests/app/program.h"

/// Master and modules as two programs, connected by local sockets.
namespace ventosa::app {

/// Address with a first port that no test running at this time uses, below the ephemeral ports.
inline std::string address() { return "127.0.0.1:" + std::to_string(10100 + getpid() % 2000 * 10); }

inline void wait_s(double time_s) {
  std::this_thread::sleep_for(std::chrono::duration<double>(time_s));
}

/// Text that a program started from this desk has written so far to "out" or "err".
inline std::string said_by(const Desk& desk, const char* stream) {
  return text_of(desk.here.parent_path() / stream);
}

/// Waits for the words in its messages, up to 60 s.
inline void wait_until_said(const Desk& desk, const std::string& words) {
  for (int k = 0; k < 6000; ++k, wait_s(0.01))
    if (said_by(desk, "err").find(words) != std::string::npos) return;
  FAIL() << "it never says: " << words;
}

/// kStand for this duration, with encoder noise that depends on the seed.
inline std::string stand(double time_s) {
  return replaced(
      judged_by_readings(), "duration_s: 0.2",
      "seed: 7\ndrive: {encoder_noise_rad: 0.0005}\nduration_s: " + std::to_string(time_s));
}

/// The running modules of the robot; their keys are in the folder `keys`.
class Modules {
 public:
  /// @param robot  a name or file that `scenario` names too
  explicit Modules(const std::vector<std::string>& more = {}, std::string scenario = stand(3),
                   std::string robot = "./robot.yaml")
      : scenario_(std::move(scenario)), robot_(std::move(robot)), program_(started(more)) {
    wait_until_up();
  }
  ~Modules() {
    if (!ended_) end(SIGKILL);
  }
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  Ended end(int signal = SIGINT) {
    ended_ = true;
    program_.send(signal);
    return program_.wait();
  }
  /// After end(): starts another process without any state of the first.
  void start_again() {
    program_ = started({});
    wait_until_up();
    ended_ = false;
  }
  std::string keys() const { return (desk_.here / "keys").string(); }
  const Desk& desk() const { return desk_; }

 private:
  std::string said() const { return said_by(desk_, "out"); }
  void wait_until_up() const {
    for (int k = 0; k < 2000 && said().find("body") == std::string::npos; ++k) wait_s(0.01);
  }
  Program started(const std::vector<std::string>& more) {
    desk_.write("robot.yaml", robot_text());
    desk_.write("stand.yaml", scenario_);
    std::vector<std::string> all{"modules", robot_, "./stand.yaml", "--make-keys",
                                 "--keys",  keys(), "--address",    address()};
    all.insert(all.end(), more.begin(), more.end());
    return desk_.start(all);
  }

  Desk desk_;
  std::string scenario_, robot_;
  Program program_;
  bool ended_ = false;
};

/// A master in a folder of its own.
struct Master {
  explicit Master(const Modules& modules, double time_s = 3) : keys(modules.keys()) {
    desk.write("robot.yaml", robot_text());
    desk.write("stand.yaml", stand(time_s));
  }
  Program start(std::vector<std::string> more = {}) const {
    more.emplace_back("--arm");
    return start_unarmed(more);
  }
  Program start_unarmed(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"hal",    "./robot.yaml", "./stand.yaml", "--json",
                                 "--keys", keys,           "--address",    first_device};
    all.insert(all.end(), more.begin(), more.end());
    return desk.start(all);
  }
  Ended run(std::vector<std::string> more = {}) const { return start(std::move(more)).wait(); }
  std::string said() const { return said_by(desk, "err"); }
  void wait_for(const std::string& words) const { wait_until_said(desk, words); }

  Desk desk;
  std::string keys;
  std::string first_device = address();
};

}  // namespace ventosa::app
