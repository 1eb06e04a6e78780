#include <algorithm>
#include <cstdio>

#include "tests/sim/cup_energy.h"

/// energy_table: energy that rigid cups make as a robot collapses, attaches, lets go or is pushed,
/// as a Markdown table. Exit code 1 if any is more than the vacuum can bring.
using namespace ventosa::sim;

namespace {

bool print_row(const EnergyTrial& trial) {
  bool good = true;
  double excess_N = 0;
  std::printf("| %s |", trial.name);
  for (const double step_s : kEnergyTrialSteps_s) {
    const EnergyOutcome outcome = try_energy(trial, step_s);
    good = good && !outcome.unstable && outcome.made_J < outcome.vacuum_J;
    excess_N = std::max(excess_N, outcome.excess_N);
    outcome.unstable ? std::printf(" unstable |") : std::printf(" %.2f |", outcome.made_J);
    std::fflush(stdout);
  }
  std::printf(" %.3f |\n", excess_N);
  return good;
}

}  // namespace

int main() {
  std::printf("| the quadruped |");
  for (const double step_s : kEnergyTrialSteps_s) std::printf(" %g ms |", 1e3 * step_s);
  std::puts(" beyond limits [N] |\n|---|---|---|---|---|---|---|");
  bool good = true;
  for (const EnergyTrial& trial : kEnergyTrials) good = print_row(trial) && good;
  return good ? 0 : 1;
}
