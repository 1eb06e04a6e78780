#include "tests/scenarios/failures/campaign.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

#include "app/workers.h"

namespace ventosa::scenarios {

Campaign read_campaign(int argc, char** argv, Campaign campaign) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--text")
      campaign.text = true;
    else if (word == "--cases" && i + 1 < argc)
      campaign.n_cases = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--from" && i + 1 < argc)
      campaign.from = std::strtoull(argv[++i], nullptr, 10);
    else
      throw std::invalid_argument("knows no " + word);
  }
  return campaign;
}

void on_all_cores(std::size_t n, const std::function<void(std::size_t)>& work) {
  const auto n_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  app::share_out(n, n_threads, work);
}

int exit_code_of(const char* program, const std::function<bool()>& succeeds) {
  try {
    return succeeds() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return 2;
  }
}

}  // namespace ventosa::scenarios
