#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/inputs.h"
#include "controller/model/config.h"
#include "hal/legacy/wire.h"
#include "hal/link/impairment.h"
#include "scenarios/verdict/verdict.h"

/// The commands of the program `ventosa`. Data goes to stdout, all else to stderr.
/// All may throw record::OutputError; bad input they report themselves.
namespace ventosa::app {

struct RunOptions {
  std::vector<std::string> inputs;  ///< scenario files, or names of shipped scenarios
  std::filesystem::path out;        ///< empty: out/SCENARIO-SEED
  std::optional<std::uint64_t> seed;
  ControllerChoice choice;
  bool json = false;
  std::int64_t every = 1;                ///< of so many control ticks one is written
  std::vector<std::string> csv;          ///< patterns of signals that signals.csv gets
  bool record_inputs = false;            ///< write recorded.yaml
  std::filesystem::path frames;          ///< empty: no pictures
  double frame_period_s = 0.5;           ///< simulated time between two pictures
  int jobs = 1;                          ///< runs at a time
  std::filesystem::path junit;           ///< file for the results as JUnit XML; empty: none
  std::filesystem::path statistics;      ///< folder for the statistics over seeds; empty: none
  std::optional<double> time_limit_s{};  ///< wall-clock time of each run
};
ExitCode run(const RunOptions& options);

struct TestOptions {
  std::string folder;                 ///< empty: the shipped scenarios
  std::vector<std::string> patterns;  ///< of names of scenarios or runs; empty: all
  int jobs = 0;                       ///< 0: one per core
  std::filesystem::path junit;
  std::filesystem::path statistics;      ///< folder for the statistics over seeds; empty: none
  std::optional<double> time_limit_s{};  ///< wall-clock time of each run
  std::filesystem::path out;  ///< empty: out/test; gets the results of runs that did not pass
  ControllerChoice choice;
  bool json = false;
};
ExitCode test(const TestOptions& options);

struct CheckOptions {
  std::vector<std::string> inputs;  ///< robot or scenario files, or names of shipped ones
  std::optional<std::string> draw;  ///< a picture of each robot into this file; empty: NAME.png
  bool json = false;
};
ExitCode check(const CheckOptions& options);

struct ListOptions {
  std::string pattern;  ///< of names; empty: all
  bool json = false;
};
/// Shipped scenarios and robots.  @throws models::InputError
ExitCode list(const ListOptions& options);

struct DemoOptions {
  std::filesystem::path out = "out/demo";
};
ExitCode demo(const DemoOptions& options);

struct StaticsOptions {
  std::string robot;  ///< file, or name of a shipped robot
  std::string surface = "ground";
  std::optional<double> radius_m, height_m, cup_force_N;  ///< none: the robot's
  double heading_deg = 0;
  double friction = 0.6;
  double safety_factor = 1;
  std::string lift = "any";
  std::string objective = "peak_torque";
  bool map = false;
  bool json = false;
};
/// kAssertionFailed: some stance cannot be held; of a map: none can.
ExitCode statics(const StaticsOptions& options);

/// The wire between a controller and a robot's modules, at either end.
struct WireOptions {
  std::string robot;     ///< file, or name of a shipped robot
  std::string scenario;  ///< the same of a scenario of it; empty: it stands on the ground
  /// Of each device; or of the first, and the others have the ports after it.
  std::vector<std::string> address{"127.0.0.1:12010"};
  std::filesystem::path keys;  ///< folder; empty: the user's own

  bool legacy = false;  ///< as the modules' public firmware speaks, instead of the native one
  bool shared_address = false;                           ///< of that: one for all modules
  std::uint16_t master_port = hal::legacy::kMasterPort;  ///< of that: where a master listens
};

struct ViewOptions {
  std::string scenario = "crawl_up_wall";  ///< file, or name of a shipped scenario
  std::optional<std::uint64_t> seed;  ///< instead of the scenario's first, or of an earlier run's
  std::string ghost;                  ///< another run to be drawn beside it; empty: none
  std::optional<std::uint64_t> ghost_seed;
  bool blind = false;  ///< over the seam, by what its wire carries
  bool play = false;
  double at_s = 0;
  std::filesystem::path screenshot;
  std::vector<std::string> panels;
  std::vector<std::string> overlays;
  bool light = false;
  int width = 1280, height = 800;

  WireOptions wire{};  ///< of modules in place of the twin; without a robot: none
  std::string owner;   ///< empty: USER on HOST
  bool allow_unauthenticated = false;
  bool without_twin = false;  ///< beside the modules
};
ExitCode view(const ViewOptions& options);

struct ModulesOptions {
  WireOptions wire;
  bool make_keys = false;  ///< those that are missing
  bool lock_step = false;
  std::string quirks = "all";         ///< of the legacy firmware: names, or all, or none
  std::optional<std::uint64_t> seed;  ///< instead of the scenario's first
};
ExitCode modules(const ModulesOptions& options);

struct HalOptions {
  WireOptions wire;
  std::string owner;  ///< empty: USER on HOST
  bool allow_unauthenticated = false;
  bool arm = false;  ///< at once
  bool dry_run = false;
  std::filesystem::path out;  ///< empty: out/hal-SCENARIO
  bool json = false;
};
ExitCode hal(const HalOptions& options);

struct SignalsOptions {
  std::string robot;  ///< file, or name of a shipped robot
  bool all = false;   ///< a line each, not one for all legs and joints
  bool json = false;
};
ExitCode signals(const SignalsOptions& options);

struct BenchOptions {
  std::string filter;  ///< part of a benchmark's name; empty: all
  bool json = false;
};
ExitCode bench(const BenchOptions& options);

/// What happens to the datagrams of one direction.
struct LinkDirection {
  double latency_ms = 0, jitter_ms = 0, reorder_ms = 20;
  hal::Impairment numbers{};  ///< all others
  std::string trace;          ///< file, or name of a shipped trace; empty: none
};

struct LinkOptions {
  std::vector<std::string> listen, to;  ///< addresses; one for the other
  std::vector<std::string> from;        ///< as many; or none
  std::uint64_t seed = 1;
  LinkDirection forward, back;
  bool json = false;
};
/// Until it is interrupted, which is a pass.  @throws hal::SocketError, models::InputError
ExitCode link(const LinkOptions& options);

/// "ventosa 0.1.0 (commit)\nMuJoCo 4.0.1\nGNU 12.2.0\n"
std::string version_text();
scenarios::Versions versions();

}  // namespace ventosa::app
