#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Records of MCAP files (mcap.dev/spec, version 0): an opcode, the length of the content, the
/// content. All numbers are little endian.
namespace ventosa::record::mcap {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

enum class Opcode : std::uint8_t {
  kHeader = 1,
  kFooter,
  kSchema,
  kChannel,
  kMessage,
  kChunk,
  kMessageIndex,
  kChunkIndex,
  kAttachment,
  kAttachmentIndex,
  kStatistics,
  kMetadata,
  kMetadataIndex,
  kSummaryOffset,
  kDataEnd,
};

using Text = std::map<std::string, std::string>;

/// Byte buffer of records, written value by value.
class Bytes {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void put(Number number) {
    const std::size_t at = grow(sizeof number);
    std::memcpy(bytes_.get() + at, &number, sizeof number);
  }
  void put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    append(text.data(), text.size());
  }
  void put(const Text& map) {
    Bytes pairs;
    for (const auto& [key, value] : map) {
      pairs.put(std::string_view(key));
      pairs.put(std::string_view(value));
    }
    put(pairs.view());
  }
  void append(const void* data, std::size_t n) {
    const std::size_t at = grow(n);
    std::copy_n(static_cast<const std::byte*>(data), n, bytes_.get() + at);
  }
  void append(std::string_view bytes) { append(bytes.data(), bytes.size()); }
  /// Appends n uninitialised bytes.
  std::byte* extend(std::size_t n) {
    const std::size_t at = grow(n);
    return bytes_.get() + at;
  }

  /// Appends opcode and length; the caller appends the content.
  void begin(Opcode opcode, std::size_t length) {
    put(static_cast<std::uint8_t>(opcode));
    put(static_cast<std::uint64_t>(length));
  }
  void record(Opcode opcode, const Bytes& content) {
    begin(opcode, content.size());
    append(content.view());
  }

  void clear() { size_ = 0; }
  void reserve(std::size_t n) {
    if (n <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<std::byte[]>(n);
    if (size_ > 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = n;
  }
  std::size_t size() const { return size_; }
  const std::byte* data() const { return bytes_.get(); }
  std::string_view view() const { return {reinterpret_cast<const char*>(data()), size_}; }

 private:
  std::size_t grow(std::size_t n) {
    if (n > capacity_ - size_) reserve(std::max(size_ + n, 2 * capacity_));
    return std::exchange(size_, size_ + n);
  }

  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace ventosa::record::mcap
