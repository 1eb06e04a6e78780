#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/schema.h"

/// Layout of a record's numbers in its message: OMG CDR, little endian, as in ROS 2 (encapsulation
/// header 00 01 00 00; every value aligned to its size, relative to the end of the header).
///
/// | kind     | ROS 2 type | in the message                             |
/// |----------|------------|--------------------------------------------|
/// | kReal    | float64    | the same bits                              |
/// | kInteger | int32      | truncated to its range                     |
/// | kBool    | bool       | 0 or 1                                     |
/// | kEnum    | int8       | the value; -1: none                        |
/// A list of groups is a sequence, with its length in front; a list of numbers is an array without
/// a length. All lengths of a schema are constant, so the offset of each number is, too.
namespace ventosa::record {

class MessageLayout {
 public:
  explicit MessageLayout(const Field& fields);

  std::size_t size() const { return size_; }  ///< size of a message [bytes]
  std::size_t n_numbers() const { return n_numbers_; }

  /// @param message  size() bytes
  void write(std::span<const double> numbers, std::span<std::byte> message) const noexcept;

  /// False if the message differs from the schema in size or lengths.
  bool read(std::span<const std::byte> message, std::span<double> numbers) const noexcept;

 private:
  /// Numbers of one kind that are adjacent in the message.
  struct Run {
    controller::NumberKind kind;
    std::size_t offset, n;
  };
  struct Length {
    std::size_t offset;
    std::uint32_t n;
  };
  void place(const Field& field);
  void place_number(controller::NumberKind kind);
  std::size_t aligned(std::size_t bytes);

  std::vector<Run> runs_;
  std::vector<Length> lengths_;
  std::vector<std::size_t> padding_;  ///< offsets of bytes between values
  std::size_t n_numbers_ = 0;
  std::size_t size_;
};

}  // namespace ventosa::record
