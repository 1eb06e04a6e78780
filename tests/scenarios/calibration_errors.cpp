#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "app/workers.h"
#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/calibration.h"

/// calibration_errors [--seeds N] [--each] SCENARIO.yaml...: effects of errors of calibration on
/// runs. Prints a row of a Markdown table for every scenario, over seeds 1 to N (20); with --each
/// also rows for every error alone, and for none. Prints a line for each run to stderr. Exit code 1
/// if a cup was lost or a body error exceeded its limit.
namespace {

using namespace ventosa;
using scenarios::kCalibrated;

constexpr double kMostBody_m = 0.015;

struct Errors {
  const char* name;
  sim::PlantNumbers spread;
};

sim::PlantNumbers alone(double sim::PlantNumbers::*kind) {
  sim::PlantNumbers spread = sim::kNoSpread;
  spread.*kind = kCalibrated.*kind;
  return spread;
}

std::vector<Errors> errors_to_try(bool each) {
  if (!each) return {{"all", kCalibrated}};
  return {{"all", kCalibrated},
          {"none", sim::kNoSpread},
          {"masses", alone(&sim::PlantNumbers::mass_scale)},
          {"gear friction", alone(&sim::PlantNumbers::friction_scale)},
          {"surface friction", alone(&sim::PlantNumbers::surface_friction_scale)},
          {"joint offsets", alone(&sim::PlantNumbers::joint_offset_rad)},
          {"surface offset", alone(&sim::PlantNumbers::surface_offset_m)},
          {"surface tilt", alone(&sim::PlantNumbers::surface_tilt_rad)}};
}

/// Results of one run.
struct Outcome {
  double body_m = 0;         ///< largest error.body.position
  double since_start_m = 0;  ///< largest change of that error, as a vector, since the start
  double angle_rad = 0;      ///< largest error.body.angle
  double safety_factor = 100;
  double travel_m = 0;  ///< at the end
  bool let_go = false;
  double refused_s = 0;  ///< time with a reason other than none
};

/// Extracts signals of one run.
class Watch final : public record::RowSink {
 public:
  explicit Watch(const std::vector<record::Column>& columns) {
    for (std::size_t k = 0; k < columns.size(); ++k) place_[columns[k].name] = k;
  }

  bool take(std::int64_t tick, std::span<const double> row) noexcept override {
    const auto at = [&](const char* name) { return row[place_.at(name)]; };
    const std::array error_W{at("truth.body.x") - at("plan.reference.x"),
                             at("truth.body.y") - at("plan.reference.y"),
                             at("truth.body.z") - at("plan.reference.z")};
    if (tick == 0) start_W_ = error_W;
    out_.body_m = std::max(out_.body_m, at("error.body.position"));
    out_.since_start_m = std::max(
        out_.since_start_m,
        std::hypot(error_W[0] - start_W_[0], error_W[1] - start_W_[1], error_W[2] - start_W_[2]));
    out_.angle_rad = std::max(out_.angle_rad, at("error.body.angle"));
    if (tick > 50) out_.safety_factor = std::min(out_.safety_factor, at("worst.safety_factor"));
    out_.travel_m = std::hypot(at("error.travel.x"), at("error.travel.y"), at("error.travel.z"));
    if (at("plan.reason") != 0) out_.refused_s += 0.01;
    return true;
  }
  const Outcome& outcome() const { return out_; }

 private:
  std::map<std::string, std::size_t> place_;
  std::array<double, 3> start_W_{};
  Outcome out_;
};

Outcome run(const scenarios::Scenario& scenario, std::uint64_t seed) {
  Watch watch(recorded_columns(scenario));
  scenarios::JudgedRun run(scenario, seed, {&watch});
  while (run.advance()) {
  }
  Outcome outcome = watch.outcome();
  for (const scenarios::AssertResult& each : run.verdict(1).asserts)
    if (each.name == "cups hold") outcome.let_go = !each.pass;
  if (run.unstable()) outcome.body_m = INFINITY;
  return outcome;
}

std::vector<Outcome> run_all(scenarios::Scenario scenario, const Errors& errors, int n_seeds) {
  scenario.plant.spread = errors.spread;
  std::vector<Outcome> all(static_cast<std::size_t>(n_seeds));
  const auto n_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  app::share_out(all.size(), n_threads, [&](std::size_t i) {
    const Outcome o = all[i] = run(scenario, i + 1);
    std::fprintf(stderr,
                 "%s-%zu %s: body %.1f mm (%.1f since the start), %.1f mrad, factor %.2f, "
                 "travel %.3f m, hindered %.1f s%s\n",
                 scenario.name.c_str(), i + 1, errors.name, 1e3 * o.body_m, 1e3 * o.since_start_m,
                 1e3 * o.angle_rad, o.safety_factor, o.travel_m, o.refused_s,
                 o.let_go ? ", LET GO" : "");
  });
  return all;
}

double largest(const std::vector<Outcome>& all, double Outcome::*number) {
  double worst = 0;
  for (const Outcome& each : all) worst = std::max(worst, each.*number);
  return worst;
}

double median(std::vector<Outcome> all, double Outcome::*number) {
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end(),
                   [&](const auto& a, const auto& b) { return a.*number < b.*number; });
  return (*middle).*number;
}

double smallest(const std::vector<Outcome>& all, double Outcome::*number) {
  double least = INFINITY;
  for (const Outcome& each : all) least = std::min(least, each.*number);
  return least;
}

void print_row(const std::string& name, const char* errors, const std::vector<Outcome>& all) {
  const auto n_let_go = std::count_if(all.begin(), all.end(), [](auto& o) { return o.let_go; });
  const auto n_far =
      std::count_if(all.begin(), all.end(), [](auto& o) { return !(o.body_m <= kMostBody_m); });
  std::printf("| %s | %s | %td | %td | %.1f / %.1f | %.1f | %.0f | %.2f | %.3f |\n", name.c_str(),
              errors, n_let_go, n_far, 1e3 * median(all, &Outcome::body_m),
              1e3 * largest(all, &Outcome::body_m), 1e3 * largest(all, &Outcome::since_start_m),
              1e3 * largest(all, &Outcome::angle_rad), smallest(all, &Outcome::safety_factor),
              smallest(all, &Outcome::travel_m));
  std::fflush(stdout);
}

bool is_good(const Outcome& o) { return !o.let_go && o.body_m <= kMostBody_m; }

struct Options {
  int n_seeds = 20;
  bool each = false;
  std::vector<const char*> files;
};

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seeds" && i + 1 < argc)
      options.n_seeds = std::max(1, std::atoi(argv[++i]));
    else if (word == "--each")
      options.each = true;
    else
      options.files.push_back(argv[i]);
  }
  return options;
}

bool try_all(const Options& options) {
  bool good = true;
  std::puts(
      "| scenario | errors | runs with a lost cup | over 15 mm | body [mm], median / worst | "
      "since the start | angle [mrad] | safety factor | least travel [m] |");
  std::puts("|---|---|---|---|---|---|---|---|---|");
  for (const char* file : options.files) {
    const auto scenario = scenarios::load(file, VENTOSA_SOURCE_DIR "/models/data");
    for (const Errors& errors : errors_to_try(options.each)) {
      const std::vector<Outcome> all = run_all(scenario, errors, options.n_seeds);
      good = good && std::all_of(all.begin(), all.end(), is_good);
      print_row(scenario.name, errors.name, all);
    }
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return try_all(read(argc, argv)) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calibration_errors: %s\n", error.what());
    return 2;
  }
}
