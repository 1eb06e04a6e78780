#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Records of MCAP files, as its specification has them (mcap.dev/spec, version 0): an opcode, the
/// length of the content, the content; numbers little endian.
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

/// Bytes of records, written one value after the other.
class Bytes {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void put(Number number) {
    const std::size_t at = grow(sizeof number);
    std::memcpy(&bytes_[at], &number, sizeof number);
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
    if (n > 0) std::memcpy(&bytes_[at], data, n);
  }
  void append(std::string_view bytes) { append(bytes.data(), bytes.size()); }
  std::byte* extend(std::size_t n) {
    const std::size_t at = grow(n);
    return &bytes_[at];
  }

  /// Opcode and length; the content follows.
  void begin(Opcode opcode, std::size_t length) {
    put(static_cast<std::uint8_t>(opcode));
    put(static_cast<std::uint64_t>(length));
  }
  void record(Opcode opcode, const Bytes& content) {
    begin(opcode, content.size());
    append(content.view());
  }

  void clear() { bytes_.clear(); }
  void reserve(std::size_t n) { bytes_.reserve(n); }
  std::size_t size() const { return bytes_.size(); }
  const std::byte* data() const { return bytes_.data(); }
  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 private:
  std::size_t grow(std::size_t n) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + n);
    return at;
  }
  std::vector<std::byte> bytes_;
};

}  // namespace ventosa::record::mcap
