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

}  // namespace

MessageLayout::MessageLayout(const Field& fields) : size_(kEncapsulation.size()) { place(fields); }

/// The next place for a value of so many bytes.
std::size_t MessageLayout::aligned(std::size_t bytes) {
  const std::size_t behind = size_ - kEncapsulation.size();
  size_ += (bytes - behind % bytes) % bytes;
  const std::size_t offset = size_;
  size_ += bytes;
  return offset;
}

void MessageLayout::place(const Field& field) {
  if (field.form == Field::Form::kNumber) {
    const std::size_t bytes = size_of(field.number.kind);
    numbers_.push_back({aligned(bytes), field.number.kind});
    return;
  }
  if (is_sequence(field))
    lengths_.push_back(
        {aligned(sizeof(std::uint32_t)), static_cast<std::uint32_t>(field.fields.size())});
  for (const Field& inner : field.fields) place(inner);
}

void MessageLayout::write(std::span<const double> numbers,
                          std::span<std::byte> message) const noexcept {
  std::fill(message.begin(), message.end(), std::byte{0});
  std::copy(kEncapsulation.begin(), kEncapsulation.end(), message.begin());
  for (const Length& length : lengths_) put(&message[length.offset], length.n);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    std::byte* const place = &message[numbers_[i].offset];
    switch (numbers_[i].kind) {
      case NumberKind::kReal:
        put(place, numbers[i]);
        break;
      case NumberKind::kInteger:
        put(place, truncated<std::int32_t>(numbers[i]));
        break;
      case NumberKind::kBool:
      case NumberKind::kEnum:
        put(place, truncated<std::int8_t>(numbers[i]));
    }
  }
}

bool MessageLayout::read(std::span<const std::byte> message,
                         std::span<double> numbers) const noexcept {
  if (message.size() != size_ ||
      !std::equal(kEncapsulation.begin(), kEncapsulation.end(), message.begin()))
    return false;
  for (const Length& length : lengths_)
    if (get<std::uint32_t>(&message[length.offset]) != length.n) return false;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const std::byte* const place = &message[numbers_[i].offset];
    if (numbers_[i].kind == NumberKind::kReal)
      numbers[i] = get<double>(place);
    else if (numbers_[i].kind == NumberKind::kInteger)
      numbers[i] = get<std::int32_t>(place);
    else
      numbers[i] = get<std::int8_t>(place);
  }
  return true;
}

}  // namespace ventosa::record
