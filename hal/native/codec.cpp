#include "hal/native/codec.h"

namespace ventosa::hal::native {
namespace {

// offsets in the header
constexpr std::size_t kVersionAt = 4, kKindAt = 5, kModuleAt = 6, kZeroAt = 7, kSessionAt = 8,
                      kSequenceAt = 16;

template <class T>
T read_at(std::span<const std::byte> bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

template <class T>
void write_at(std::span<std::byte> bytes, std::size_t place, const T& value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

bool begins_with_magic(std::span<const std::byte> bytes) {
  return std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

bool is_kind(std::uint8_t raw) { return raw < controller::kEnumerators<Kind>.size(); }

}  // namespace

void write_header(const Header& header, std::span<std::byte> datagram) noexcept {
  write_at(datagram, 0, kMagic);
  write_at(datagram, kVersionAt, kWireVersion);
  write_at(datagram, kKindAt, header.kind);
  write_at(datagram, kModuleAt, header.module);
  write_at(datagram, kZeroAt, std::uint8_t{0});
  write_at(datagram, kSessionAt, header.session);
  write_at(datagram, kSequenceAt, header.sequence);
}

void write_tag(const Key& key, std::span<std::byte> datagram) noexcept {
  const std::size_t n_before = datagram.size() - kTagBytes;
  write_at(datagram, n_before, tag_of(key, datagram.first(n_before)));
}

Reject open(std::span<const std::byte> datagram, std::uint8_t module, const Key& key,
            Opened& opened) noexcept {
  if (datagram.size() < kHeaderBytes + kTagBytes || datagram.size() > kMaxDatagram)
    return Reject::kShort;
  if (!begins_with_magic(datagram)) return Reject::kForeign;
  opened.version = read_at<std::uint8_t>(datagram, kVersionAt);
  const auto raw_kind = read_at<std::uint8_t>(datagram, kKindAt);
  opened.header = {.kind = static_cast<Kind>(raw_kind),
                   .module = read_at<std::uint8_t>(datagram, kModuleAt),
                   .session = read_at<std::uint64_t>(datagram, kSessionAt),
                   .sequence = read_at<std::uint32_t>(datagram, kSequenceAt)};
  if (opened.version != kWireVersion) return Reject::kVersion;
  if (opened.header.module != module) return Reject::kModule;
  const bool is_blank = read_at<std::uint8_t>(datagram, kZeroAt) == 0;
  if (!is_blank || !is_kind(raw_kind)) return Reject::kKind;
  const std::size_t n_before = datagram.size() - kTagBytes;
  if (!is_tag_of(key, datagram.first(n_before), datagram.subspan(n_before).first<kTagBytes>()))
    return Reject::kTag;
  opened.payload = datagram.subspan(kHeaderBytes, n_before - kHeaderBytes);
  return Reject::kNone;
}

}  // namespace ventosa::hal::native
