#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/assertions/signal_column.h"
#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/failures/campaign.h"

/// run_table SCENARIO.yaml...: prints a CSV table of how every run of these scenarios ended, to be
/// compared with that of another build by tests/compare_runs.py.
namespace {

using namespace ventosa;
using controller::Reason;
using scenarios::Scenario;

/// A number of a row; NaN: the robot has no such signal.
class Number {
 public:
  Number(const char* signal, const std::vector<record::Column>& columns)
      : column_(scenarios::find_column(signal, columns)) {}
  double in(std::span<const double> row) const {
    return column_ ? row[*column_] : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  std::optional<std::size_t> column_;
};

/// Summary of a run, updated with every recorded row.
class Summary final : public record::RowSink {
 public:
  explicit Summary(const Scenario& scenario) : Summary(recorded_columns(scenario)) {
    period_s_ = scenario.twin.control_period_s;
  }

  bool take(std::int64_t tick, std::span<const double> row) noexcept override {
    note(scenarios::enumerator<Reason>(reason_.in(row)));
    speed_m_s_ = std::fmax(speed_m_s_, reached_.in(row));
    position_m_ = std::fmax(position_m_, off_.in(row));
    angle_rad_ = std::fmax(angle_rad_, turned_.in(row));
    safety_ = std::fmin(safety_, factor_.in(row));
    steps_ = done_.in(row);
    p_W_ = {x_.in(row), y_.in(row), z_.in(row)};
    if (tick == 0) start_W_ = p_W_;
    return true;
  }

  static constexpr const char* kHeader =
      "run,verdict,reasons,speed_reached_mm_s,distance_m,steps,position_error_mm,angle_error_mrad,"
      "safety_factor,longest_reason_s";

  std::string row(const scenarios::Verdict& verdict) const {
    std::string text = verdict.scenario + "-" + std::to_string(verdict.seed) + "," +
                       scenarios::name(verdict.outcome) + "," + reasons();
    for (const double value :
         {1e3 * speed_m_s_, (p_W_ - start_W_).norm(), steps_, 1e3 * position_m_, 1e3 * angle_rad_,
          safety_, static_cast<double>(longest_ticks_) * period_s_})
      text += "," + cell(value);
    return text;
  }

 private:
  explicit Summary(const std::vector<record::Column>& columns)
      : reason_("plan.reason", columns),
        reached_("plan.speed_reached", columns),
        off_("error.body.position", columns),
        turned_("error.body.angle", columns),
        factor_("worst.safety_factor", columns),
        done_("plan.steps_done", columns),
        x_("truth.body.x", columns),
        y_("truth.body.y", columns),
        z_("truth.body.z", columns) {}

  void note(Reason reason) noexcept {
    ticks_ = reason == last_ ? ticks_ + 1 : 1;
    last_ = reason;
    if (reason == Reason::kNone) return;
    longest_ticks_ = std::max(longest_ticks_, ticks_);
    const auto seen = met_.begin() + static_cast<std::ptrdiff_t>(n_met_);
    if (std::find(met_.begin(), seen, reason) == seen) met_[n_met_++] = reason;
  }

  /// In the order in which they were first met.
  std::string reasons() const {
    std::string text;
    for (std::size_t k = 0; k < n_met_; ++k)
      text.append(k == 0 ? "" : " ").append(controller::name(met_[k]));
    return text;
  }

  static std::string cell(double value) {
    char text[30];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::isfinite(value) ? text : "";
  }

  const Number reason_, reached_, off_, turned_, factor_, done_, x_, y_, z_;
  double period_s_ = 0;
  std::array<Reason, controller::kEnumerators<Reason>.size()> met_{};
  std::size_t n_met_ = 0;
  Reason last_ = Reason::kNone;
  std::int64_t ticks_ = 0, longest_ticks_ = 0;  ///< duration of one reason without a break
  double speed_m_s_ = 0, position_m_ = 0, angle_rad_ = 0, steps_ = 0;
  double safety_ = std::numeric_limits<double>::infinity();
  controller::Vector3d start_W_ = controller::Vector3d::Zero(), p_W_ = start_W_;
};

std::string row_of(const Scenario& scenario, std::uint64_t seed) {
  Summary summary(scenario);
  scenarios::JudgedRun run(scenario, seed, {&summary});
  while (run.advance()) {
  }
  return summary.row(run.verdict(1));
}

/// Loaded one by one: a scenario takes some 30 MB.
std::string rows_of(const std::string& file) {
  const Scenario scenario = scenarios::load(file, VENTOSA_SOURCE_DIR "/models/data");
  std::string rows;
  for (const std::uint64_t seed : scenario.seeds) rows += row_of(scenario, seed) + "\n";
  return rows;
}

bool print_table(const std::vector<std::string>& files) {
  const auto tables = scenarios::outcomes_of<std::string, std::string>(files, rows_of);
  std::puts(Summary::kHeader);
  for (const std::string& rows : tables) std::fputs(rows.c_str(), stdout);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  return ventosa::scenarios::exit_code_of("run_table", [&] {
    return print_table({argv + 1, argv + argc});
  });
}
