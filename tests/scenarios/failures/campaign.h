#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Runs walks drawn from seeds, one per case, on all cores.
namespace ventosa::scenarios {

struct Campaign {
  std::size_t n_cases = 200;
  std::uint64_t from = 1;  ///< seed of the first case
  bool text = false;       ///< print the scenario of the first case instead
};

/// [--cases N] [--from SEED] [--text]. Throws std::invalid_argument on anything else.
/// @param campaign  values of options that are not given
Campaign read_campaign(int argc, char** argv, Campaign campaign = {});

/// Calls work(0) ... work(n - 1), on as many threads as there are cores.
void on_all_cores(std::size_t n, const std::function<void(std::size_t)>& work);

/// @return 0 if `succeeds`, 1 if it does not, 2 with a message if it throws
int exit_code_of(const char* program, const std::function<bool()>& succeeds);

/// Outcomes of all walks.
template <class Walk, class Outcome>
std::vector<Outcome> outcomes_of(const std::vector<Walk>& walks,
                                 const std::function<Outcome(const Walk&)>& run) {
  std::vector<Outcome> outcomes(walks.size());
  on_all_cores(walks.size(), [&](std::size_t k) { outcomes[k] = run(walks[k]); });
  return outcomes;
}

/// Walks of a campaign.
template <class Walk>
std::vector<Walk> drawn(const Campaign& campaign, Walk (*draw)(std::uint64_t)) {
  std::vector<Walk> walks;
  for (std::size_t k = 0; k < campaign.n_cases; ++k) walks.push_back(draw(campaign.from + k));
  return walks;
}

}  // namespace ventosa::scenarios
