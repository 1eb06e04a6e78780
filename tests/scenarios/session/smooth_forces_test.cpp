#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

/// Torques and forces of whole runs change no faster than the motion requires.
namespace ventosa::scenarios::smooth_forces_test {
namespace {

/// The first seconds of a run.
record::RunLog log_of(const Scenario& scenario, std::uint64_t seed, double duration_s) {
  record::RunLog log(recorded_columns(scenario));
  ScenarioRun run(scenario, seed, {&log});
  while (run.time_s() < duration_s && run.advance()) {
  }
  return log;
}

std::vector<double> signal(const record::RunLog& log, const std::string& name) {
  std::vector<double> values;
  const std::size_t column = log.find(name).value();
  for (std::size_t row = 0; row < log.n_rows(); ++row) values.push_back(log.at(row, column));
  return values;
}

std::string leg_name(std::size_t leg) { return "leg" + std::to_string(leg); }

std::vector<double> feed_forward(const record::RunLog& log, std::size_t leg, int joint) {
  return signal(log, "command." + leg_name(leg) + ".joint" + std::to_string(joint) + ".tau_ff");
}

/// How often a signal reverses by more than `least`.
int reversals(const std::vector<double>& values, std::size_t from, double least) {
  int n = 0, direction = 0;
  double low = values[from], high = low;
  for (std::size_t k = from; k < values.size(); ++k) {
    low = std::min(low, values[k]);
    high = std::max(high, values[k]);
    const bool falls = direction >= 0 && high - values[k] > least;
    const bool rises = direction <= 0 && values[k] - low > least;
    if (!falls && !rises) continue;
    n += direction != 0;
    direction = falls ? -1 : 1;
    low = high = values[k];
  }
  return n;
}

class StandingForces : public testing::TestWithParam<const char*> {};
class WalkingForces : public testing::TestWithParam<const char*> {};

/// Stiction, play, noise and link have no effect on the feed-forward of a standing robot.
TEST_P(StandingForces, DoNotChatter) {
  Scenario scenario = shipped(std::string("real_circle_") + GetParam());
  scenario.script = {};
  const record::RunLog log = log_of(scenario, scenario.seeds.front(), 12);
  for (std::size_t leg = 0; leg < scenario.controller_model.leg.size(); ++leg)
    for (int joint = 0; joint < 3; ++joint)
      EXPECT_EQ(reversals(feed_forward(log, leg, joint), 100, 0.05), 0) << leg << " " << joint;
}

TEST_P(WalkingForces, MakeNoSteps) {
  const Scenario scenario = shipped(std::string("real_crawl_") + GetParam());
  const record::RunLog log = log_of(scenario, scenario.seeds.front(), 50);
  double widest_Nm = 0;
  for (std::size_t leg = 0; leg < scenario.controller_model.leg.size(); ++leg)
    for (int joint = 0; joint < 3; ++joint) {
      const std::vector<double> tau_Nm = feed_forward(log, leg, joint);
      for (std::size_t k = 101; k < tau_Nm.size(); ++k)  // the walk begins after 1 s
        widest_Nm = std::max(widest_Nm, std::abs(tau_Nm[k] - tau_Nm[k - 1]));
    }
  std::printf("real_crawl_%s: widest step of the feed-forward %.3f N m\n", GetParam(), widest_Nm);
  EXPECT_LE(widest_Nm, 0.3);
}

/// One unloading with its release, or one loading: rows from before it to after it.
struct Transfer {
  std::size_t from = 0, to = 0;
  bool lets_go = false;
};

std::vector<Transfer> transfers(const record::RunLog& log, std::size_t leg) {
  using controller::FootPhase;
  std::vector<Transfer> found;
  const std::vector<double> phase = signal(log, "plan." + leg_name(leg) + ".phase");
  const auto is = [&](std::size_t row, FootPhase which) {
    return phase[row] == static_cast<double>(which);
  };
  for (std::size_t row = 1; row < phase.size(); ++row) {
    const bool off = is(row, FootPhase::kUnload), on = is(row, FootPhase::kLoad);
    if (!off && !on) continue;
    const std::size_t from = row - 1;
    while (row < phase.size() && (on ? is(row, FootPhase::kLoad)
                                     : is(row, FootPhase::kUnload) || is(row, FootPhase::kRelease)))
      ++row;
    if (row < phase.size()) found.push_back({from, row, off});
  }
  return found;
}

struct LipForces {
  std::vector<double> x, y, z;
};

LipForces lip_forces(const record::RunLog& log, std::size_t leg) {
  const std::string cup = "truth." + leg_name(leg) + ".cup.f";
  return {signal(log, cup + "x"), signal(log, cup + "y"), signal(log, cup + "z")};
}

/// Distance of a force from the range between its values before and after [N]: along the normal,
/// and across it. @param in_air  after the transfer
std::pair<double, double> excess_N(const LipForces& f, const Transfer& at, std::size_t row,
                                   bool in_air) {
  using controller::Vector2d;
  const double after_N = in_air ? 0 : f.z[at.to];
  const double low = std::min(f.z[at.from], after_N), high = std::max(f.z[at.from], after_N);
  const double normal = std::max(low - f.z[row], f.z[row] - high);
  const Vector2d before(f.x[at.from], f.y[at.from]);
  const Vector2d after = in_air ? Vector2d::Zero() : Vector2d(f.x[at.to], f.y[at.to]);
  const Vector2d way = after - before, now = Vector2d(f.x[row], f.y[row]) - before;
  const double share = way.squaredNorm() > 0 ? now.dot(way) / way.squaredNorm() : 0;
  const double across = (now - std::clamp(share, 0.0, 1.0) * way).norm();
  return {normal - 0.1 * std::max(std::abs(low), std::abs(high)),
          across - 0.1 * std::max(before.norm(), after.norm())};
}

/// @return the largest of all transfers, beyond a tenth of the force [N]
double farthest_N(const record::RunLog& log, std::size_t n_legs) {
  double farthest = 0;
  for (std::size_t leg = 0; leg < n_legs; ++leg)
    for (const Transfer& at : transfers(log, leg))
      for (std::size_t foot = 0; foot < n_legs; ++foot) {
        const LipForces f = lip_forces(log, foot);
        for (std::size_t row = at.from; row <= at.to; ++row) {
          const auto [normal, across] = excess_N(f, at, row, at.lets_go && foot == leg);
          farthest = std::max({farthest, normal, across});
        }
      }
  return farthest;
}

/// @return the largest excess of each seed, in ascending order [N]
std::vector<double> farthest_of_seeds_N(const Scenario& scenario, std::uint64_t n_seeds) {
  const std::size_t n_legs = scenario.controller_model.leg.size();
  const controller::LegSet first = controller::lifted_in(scenario.controller_model.gait[0], 0);
  std::vector<double> farthest;
  for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
    const record::RunLog log = log_of(scenario, seed, 50);
    const auto leg = static_cast<std::size_t>(controller::first_of(first));
    EXPECT_GE(transfers(log, leg).size(), 2u) << seed;
    farthest.push_back(farthest_N(log, n_legs));
  }
  std::sort(farthest.begin(), farthest.end());
  return farthest;
}

void expect_smooth_transfers(const std::string& name, std::uint64_t n_seeds, double allowed_N) {
  const std::vector<double> farthest_N = farthest_of_seeds_N(shipped(name), n_seeds);
  const double median_N = farthest_N[farthest_N.size() / 2];
  std::printf(
      "%s: lip forces beyond before and after by 10 %% + %.1f N, at most %.1f (allowed %.0f)\n",
      name.c_str(), median_N, farthest_N.back(), allowed_N);
  EXPECT_LE(median_N, allowed_N) << name;
}

/// At full fidelity stiction lets go in jolts, differently for each seed: of 45 seeds of
/// real_crawl_sideways_wall 39 stay below 6 N, and the largest is 6.5 N. Therefore the median of
/// five is judged.
TEST_P(WalkingForces, OfEveryFootStayBetweenBeforeAndAfterALoadTransfer) {
  const std::string crawl = std::string("crawl_") + GetParam();
  expect_smooth_transfers(crawl, 1, 2);
  expect_smooth_transfers("real_" + crawl, 5, 6);
}

INSTANTIATE_TEST_SUITE_P(Each, StandingForces,
                         testing::Values("ground", "wall", "ceiling", "two_planes"));
INSTANTIATE_TEST_SUITE_P(Each, WalkingForces,
                         testing::Values("ground", "up_wall", "sideways_wall", "ceiling",
                                         "up_wall_hexapod"));

}  // namespace
}  // namespace ventosa::scenarios::smooth_forces_test
