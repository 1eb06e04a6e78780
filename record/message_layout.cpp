#include "record/message_layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace ventosa::record {
namespace {

using controller::NumberKind;

static_assert(std::endian::native == std::endian::little, "messages are little endian");

constexpr std::array<std::byte, 4> kEncapsulation{std::byte{0}, std::byte{1}, std::byte{0},
                                                  std::byte{0}};

std::size_t size_of(NumberKind kind) {
  if (kind == NumberKind::kReal) return sizeof(double);
  return kind == NumberKind::kInteger ? sizeof(std::int32_t) : sizeof(std::int8_t);
}

template <class Integer>
Integer truncated(double value) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(value)) return 0;
  return static_cast<Integer>(std::clamp(value, double{Limits::min()}, double{Limits::max()}));
}

template <class T>
void put(std::byte* place, T value) {
  std::memcpy(place, &value, sizeof value);
}

template <class T>
T get(const std::byte* place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

template <class T>
void write_run(const double* numbers, std::size_t n, std::byte* place) {
  for (std::size_t i = 0; i < n; ++i) put(place + i * sizeof(T), truncated<T>(numbers[i]));
}

template <class T>
void read_run(const std::byte* place, std::size_t n, double* numbers) {
  for (std::size_t i = 0; i < n; ++i) numbers[i] = get<T>(place + i * sizeof(T));
}

}  // namespace

MessageLayout::MessageLayout(const Field& fields) : size_(kEncapsulation.size()) { place(fields); }

/// Offset of a new value of this size.
std::size_t MessageLayout::aligned(std::size_t bytes) {
  while ((size_ - kEncapsulation.size()) % bytes != 0) padding_.push_back(size_++);
  const std::size_t offset = size_;
  size_ += bytes;
  return offset;
}

void MessageLayout::place_number(NumberKind kind) {
  const std::size_t bytes = size_of(kind);
  const std::size_t offset = aligned(bytes);
  ++n_numbers_;
  const bool goes_on = !runs_.empty() && runs_.back().kind == kind &&
                       runs_.back().offset + runs_.back().n * bytes == offset;
  if (goes_on)
    ++runs_.back().n;
  else
    runs_.push_back({kind, offset, 1});
}

void MessageLayout::place(const Field& field) {
  if (field.form == Field::Form::kNumber) return place_number(field.number.kind);
  if (is_sequence(field))
    lengths_.push_back(
        {aligned(sizeof(std::uint32_t)), static_cast<std::uint32_t>(field.fields.size())});
  for (const Field& inner : field.fields) place(inner);
}

void MessageLayout::write(std::span<const double> numbers,
                          std::span<std::byte> message) const noexcept {
  std::copy(kEncapsulation.begin(), kEncapsulation.end(), message.begin());
  for (const std::size_t offset : padding_) message[offset] = std::byte{0};
  for (const Length& length : lengths_) put(&message[length.offset], length.n);
  const double* next = numbers.data();
  for (const Run& run : runs_) {
    std::byte* const place = &message[run.offset];
    if (run.kind == NumberKind::kReal)
      std::memcpy(place, next, run.n * sizeof(double));
    else if (run.kind == NumberKind::kInteger)
      write_run<std::int32_t>(next, run.n, place);
    else
      write_run<std::int8_t>(next, run.n, place);
    next += run.n;
  }
}

bool MessageLayout::read(std::span<const std::byte> message,
                         std::span<double> numbers) const noexcept {
  if (message.size() != size_ ||
      !std::equal(kEncapsulation.begin(), kEncapsulation.end(), message.begin()))
    return false;
  for (const Length& length : lengths_)
    if (get<std::uint32_t>(&message[length.offset]) != length.n) return false;
  double* next = numbers.data();
  for (const Run& run : runs_) {
    const std::byte* const place = &message[run.offset];
    if (run.kind == NumberKind::kReal)
      std::memcpy(next, place, run.n * sizeof(double));
    else if (run.kind == NumberKind::kInteger)
      read_run<std::int32_t>(place, run.n, next);
    else
      read_run<std::int8_t>(place, run.n, next);
    next += run.n;
  }
  return true;
}

}  // namespace ventosa::record
