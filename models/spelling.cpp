#include "models/spelling.h"

#include <algorithm>
#include <numeric>

namespace ventosa::models {
namespace {

// optimal string alignment: insert, delete, replace, swap neighbours
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string_view closest(std::string_view word, const std::vector<std::string>& words) {
  constexpr std::size_t kLongestWord = 64;
  if (word.size() > kLongestWord) return {};
  std::size_t allowed = word.size() < 3 ? 0 : word.size() < 6 ? 1 : 2;
  std::string_view best;
  for (const std::string& other : words) {
    const std::size_t d = distance(word, other);
    if (d > allowed || (d == allowed && !best.empty())) continue;
    best = other;
    allowed = d;
  }
  return best;
}

}  // namespace ventosa::models
