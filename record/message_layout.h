#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/schema.h"

/// Where the numbers of a record lie in its message: OMG CDR, little endian, as ROS 2 has it
/// (encapsulation header 00 01 00 00; every value aligned to its size, from behind the header).
///
/// | kind     | ROS 2 type | in the message                             |
/// |----------|------------|--------------------------------------------|
/// | kReal    | float64    | the same bits                              |
/// | kInteger | int32      | truncated to its range                     |
/// | kBool    | bool       | 0 or 1                                     |
/// | kEnum    | int8       | the value; -1: none                        |
/// A list of groups is a sequence, its length in front; a list of numbers an array without one.
/// The lengths of a schema never change, so each number has one place.
namespace ventosa::record {

class MessageLayout {
 public:
  explicit MessageLayout(const Field& fields);

  std::size_t size() const { return size_; }  ///< of a message [bytes]
  std::size_t n_numbers() const { return n_numbers_; }

  /// @param message  of size() bytes
  void write(std::span<const double> numbers, std::span<std::byte> message) const noexcept;

  /// False if the message has another size or other lengths than the schema.
  bool read(std::span<const std::byte> message, std::span<double> numbers) const noexcept;

 private:
  /// Numbers of one kind without a gap between them.
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
  std::vector<std::size_t> padding_;  ///< bytes between values
  std::size_t n_numbers_ = 0;
  std::size_t size_;
};

}  // namespace ventosa::record
