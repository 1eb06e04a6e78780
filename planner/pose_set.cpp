#include "planner/pose_set.h"

#include <algorithm>
#include <bit>

namespace ventosa::planner {

bool PoseSet::empty() const {
  return std::ranges::all_of(word_, [](std::uint64_t word) { return word == 0; });
}

std::size_t PoseSet::count() const {
  std::size_t n = 0;
  for (const std::uint64_t word : word_) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

std::vector<int> PoseSet::members() const {
  std::vector<int> all;
  for (std::size_t w = 0; w < word_.size(); ++w)
    for (std::uint64_t rest = word_[w]; rest != 0; rest &= rest - 1)
      all.push_back(static_cast<int>(w * kBits) + std::countr_zero(rest));
  return all;
}

PoseSet& PoseSet::operator&=(const PoseSet& other) {
  for (std::size_t k = 0; k < word_.size(); ++k) word_[k] &= other.word_[k];
  return *this;
}

}  // namespace ventosa::planner
