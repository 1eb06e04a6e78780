#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ventosa::planner {

/// Set of vertices of a PoseGraph, one bit each. Sets of one graph have the same size.
class PoseSet {
 public:
  PoseSet() = default;
  explicit PoseSet(std::size_t size) : word_((size + kBits - 1) / kBits) {}

  void insert(std::size_t k) { word_[k / kBits] |= bit(k); }
  void erase(std::size_t k) { word_[k / kBits] &= ~bit(k); }
  bool contains(std::size_t k) const { return (word_[k / kBits] & bit(k)) != 0; }
  bool empty() const;
  std::size_t count() const;
  std::vector<int> members() const;  ///< in ascending order
  PoseSet& operator&=(const PoseSet& other);
  bool operator==(const PoseSet&) const = default;

 private:
  static constexpr std::size_t kBits = 64;
  static std::uint64_t bit(std::size_t k) { return std::uint64_t{1} << (k % kBits); }

  std::vector<std::uint64_t> word_;
};

}  // namespace ventosa::planner
