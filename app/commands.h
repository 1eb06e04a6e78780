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
#include "models/robot.h"
#include "scenarios/verdict/verdict.h"

/// The commands of the program `ventosa`. Data goes to stdout, messages to stderr. All may throw
/// record::OutputError; they report bad input themselves.
namespace ventosa::app {

struct RunOptions {
  std::vector<std::string> inputs;  ///< scenario files, or names of shipped scenarios
  std::filesystem::path out;        ///< empty: out/SCENARIO-SEED
  std::optional<std::uint64_t> seed;
  ControllerChoice choice;
  bool json = false;
  std::int64_t every = 1;                ///< one of this number of control ticks is written
  std::vector<std::string> csv;          ///< patterns of the signals in signals.csv
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
  std::vector<std::string> patterns;  ///< patterns of the names of scenarios or runs; empty: all
  std::optional<int> n_seeds{};       ///< only the first seeds of each scenario
  int jobs = 0;                       ///< 0: one per core
  std::filesystem::path junit;
  std::filesystem::path statistics;      ///< folder for the statistics over seeds; empty: none
  std::optional<double> time_limit_s{};  ///< wall-clock time of each run
  std::filesystem::path out;  ///< folder for the results of runs that did not pass; empty: out/test
  ControllerChoice choice;
  bool json = false;
};
ExitCode test(const TestOptions& options);

struct CheckOptions {
  std::vector<std::string> inputs;  ///< robot or scenario files, or names of shipped ones
  std::optional<std::string> draw;  ///< file for a picture of each robot; empty: NAME.png
  bool constraints = false;         ///< only the constraints of each robot
  bool json = false;
};
ExitCode check(const CheckOptions& options);

struct ListOptions {
  std::string pattern;  ///< matches names; empty: all
  bool json = false;
};
/// Lists shipped scenarios and robots.  @throws models::InputError
ExitCode list(const ListOptions& options);

struct OptionsOptions {
  std::string pattern;  ///< matches keys; empty: all
  std::string robot;    ///< file or shipped name; empty: general defaults
  bool json = false;
};
/// Lists the options of the controller.  @throws models::InputError
ExitCode options(const OptionsOptions& options);

struct DemoOptions {
  std::filesystem::path out = "out/demo";
};
ExitCode demo(const DemoOptions& options);

struct StaticsOptions {
  std::string robot;  ///< file, or name of a shipped robot
  std::string surface = "ground";
  std::optional<double> radius_m, height_m, cup_force_N;  ///< empty: the robot's
  double heading_deg = 0;
  double friction = 0.6;
  double safety_factor = 1;
  std::string lift = "any";
  std::string objective = "peak_torque";
  bool map = false;
  bool json = false;
};
/// kAssertionFailed if a stance cannot be held; for a map if all cannot.
ExitCode statics(const StaticsOptions& options);

/// Options of the UDP connection between the controller and a robot's modules; the same for both
/// ends.
struct WireOptions {
  std::string robot;     ///< file, or name of a shipped robot
  std::string scenario;  ///< file, or name of a shipped scenario; empty: standing on the ground
  std::optional<models::Wire> wire{};  ///< protocol; no value: that of the robot's file
  /// Address of each device, or of the first: the others have the ports after it. Of slaves on a
  /// broadcast wire: the broadcast address. Empty: the wire's default.
  std::vector<std::string> address;
  std::filesystem::path keys;  ///< folder of the key files; empty: the user's default

  bool shared_address = false;                           ///< legacy: one address for all modules
  std::uint16_t master_port = hal::legacy::kMasterPort;  ///< legacy: port to which modules reply
};

struct ViewOptions {
  std::string scenario = "crawl_up_wall";  ///< file, or name of a shipped scenario
  std::optional<std::uint64_t> seed;       ///< default: the scenario's first, or the earlier run's
  std::string ghost;                       ///< another run to show as ghost; empty: none
  std::optional<std::uint64_t> ghost_seed;
  bool blind = false;  ///< only the readings that the controller needs (hal::BlindedRobot)
  bool play = false;
  double at_s = 0;
  std::filesystem::path screenshot;
  std::vector<std::string> panels;
  std::vector<std::string> overlays;
  bool light = false;
  int width = 1280, height = 800;

  WireOptions wire{};  ///< connection to modules in place of the twin; unused if no robot is named
  std::string owner;   ///< shown to others; empty: USER on HOST
  bool allow_unauthenticated = false;
  bool without_twin = false;  ///< no twin in addition to the modules
};
ExitCode view(const ViewOptions& options);

struct ModulesOptions {
  WireOptions wire;
  bool make_keys = false;  ///< creates missing keys
  bool lock_step = false;
  std::string quirks = "all";         ///< quirks of the legacy firmware: names, all or none
  std::optional<std::uint64_t> seed;  ///< default: the scenario's first
};
ExitCode modules(const ModulesOptions& options);

struct HalOptions {
  WireOptions wire;
  std::string owner;  ///< shown to others; empty: USER on HOST
  bool allow_unauthenticated = false;
  bool arm = false;  ///< arms at the start
  bool dry_run = false;
  std::filesystem::path out;  ///< empty: out/hal-SCENARIO
  bool json = false;
};
ExitCode hal(const HalOptions& options);

struct PaperOptions {
  std::vector<std::string> names;  ///< experiments, papers or "all"; empty: lists them
  std::filesystem::path out;       ///< folder of figures, pictures and page; empty: none
  bool json = false;
};
/// Runs the experiments of papers and compares what the papers say.  @throws models::InputError
ExitCode paper(const PaperOptions& options);

struct PlanOptions {
  std::string scenario;               ///< file, or name of a shipped scenario
  std::string to;                     ///< name of the surface to reach; empty: the only other one
  std::filesystem::path draw;         ///< folder of the pictures; empty: none
  std::string angles;                 ///< robot of a table of edges; empty: plan of the scenario
  std::optional<double> cup_force_N;  ///< cup force of the table; empty: the robot's goal
  std::optional<int> jobs;            ///< edges of the table at a time; empty: one per core
  std::uint64_t seed = 1;             ///< with `angles` the first of three
  bool json = false;
};
/// Plans the steps to another surface, or around edges of several turns. kAssertionFailed without a
/// plan; for a table if all are without.  @throws models::InputError
ExitCode plan(const PlanOptions& options);

struct SignalsOptions {
  std::string robot;  ///< file, or name of a shipped robot
  bool all = false;   ///< all legs and joints in lines of their own
  bool json = false;
};
ExitCode signals(const SignalsOptions& options);

struct BenchOptions {
  std::string filter;  ///< part of a benchmark's name; empty: all
  bool json = false;
};
ExitCode bench(const BenchOptions& options);

/// Impairments of the datagrams of one direction.
struct LinkDirection {
  double latency_ms = 0, jitter_ms = 0, reorder_ms = 20;
  hal::Impairment numbers{};  ///< other impairments
  std::string trace;          ///< file, or name of a shipped trace; empty: none
};

struct LinkOptions {
  std::vector<std::string> listen, to;  ///< addresses; one `to` per `listen`
  std::vector<std::string> from;        ///< addresses; as many, or none
  std::uint64_t seed = 1;
  LinkDirection forward, back;
  bool json = false;
};
/// Runs until an interrupt, which counts as pass.  @throws hal::SocketError, models::InputError
ExitCode link(const LinkOptions& options);

/// One line each: "ventosa 0.1.0 (commit)", "MuJoCo 4.0.1", "GNU 12.2.0".
std::string version_text();
scenarios::Versions versions();

}  // namespace ventosa::app
