#include "record/mcap_reader.h"

#include <zlib.h>
#include <zstd.h>

#include <limits>

namespace ventosa::record::mcap {
namespace {

constexpr std::uint64_t kLargestRecord = 1ull << 31;

/// Reads the values of a record's content in order.
class Content {
 public:
  explicit Content(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() {
    const auto bytes = take(number<std::uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  Text map() {
    Content pairs(take(number<std::uint32_t>()));
    Text map;
    while (!pairs.rest().empty()) {
      std::string key = pairs.text();
      map[std::move(key)] = pairs.text();
    }
    return map;
  }
  std::span<const std::byte> take(std::uint64_t n) {
    if (n > bytes_.size()) throw ReadError("a record is cut off: the file is damaged");
    const auto taken = bytes_.first(static_cast<std::size_t>(n));
    bytes_ = bytes_.subspan(static_cast<std::size_t>(n));
    return taken;
  }
  std::span<const std::byte> rest() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

class Reader {
 public:
  Reader(const std::filesystem::path& file, const std::function<void(const Message&)>& visit)
      : stream_(file, std::ios::binary), visit_(visit) {}

  Contents read() {
    if (!stream_) throw ReadError("cannot be read");
    std::array<char, kMagic.size()> magic{};
    stream_.read(magic.data(), magic.size());
    if (std::string_view(magic.data(), magic.size()) != kMagic)
      throw ReadError("is not an MCAP file");
    while (!contents_.is_complete && next_record()) {
    }
    return std::move(contents_);
  }

 private:
  /// False at the end of the file, within or between records.
  bool next_record() {
    std::array<char, 9> head{};
    if (!stream_.read(head.data(), head.size())) return false;
    std::uint64_t length = 0;
    std::memcpy(&length, &head[1], sizeof length);
    if (length > kLargestRecord) throw ReadError("a record is too long: the file is damaged");
    content_.resize(static_cast<std::size_t>(length));
    if (!stream_.read(reinterpret_cast<char*>(content_.data()),
                      static_cast<std::streamsize>(length)))
      return false;
    take(static_cast<Opcode>(head[0]), content_);
    return true;
  }

  void take(Opcode opcode, std::span<const std::byte> bytes) {
    Content content(bytes);
    switch (opcode) {
      case Opcode::kSchema:
        return take_schema(content);
      case Opcode::kChannel:
        return take_channel(content);
      case Opcode::kMessage:
        return take_message(content);
      case Opcode::kChunk:
        return take_chunk(content);
      case Opcode::kMetadata: {
        std::string name = content.text();
        contents_.metadata[std::move(name)] = content.map();
        return;
      }
      case Opcode::kDataEnd:
        contents_.is_complete = true;
        return;
      default:
        return;
    }
  }

  void take_schema(Content content) {
    const auto id = content.number<std::uint16_t>();
    content.text();
    const std::string encoding = content.text();
    schemas_[id] = {encoding, content.text()};
  }

  void take_channel(Content content) {
    Channel channel;
    channel.id = content.number<std::uint16_t>();
    const auto schema = schemas_.find(content.number<std::uint16_t>());
    channel.topic = content.text();
    channel.encoding = content.text();
    if (schema != schemas_.end())
      std::tie(channel.schema_encoding, channel.definition) = schema->second;
    channels_[channel.id] = std::move(channel);
  }

  void take_message(Content content) {
    const auto channel = channels_.find(content.number<std::uint16_t>());
    if (channel == channels_.end()) throw ReadError("a message has no channel");
    const auto sequence = content.number<std::uint32_t>();
    const auto time_ns = content.number<std::uint64_t>();
    content.number<std::uint64_t>();  // when it was published
    visit_({channel->second, sequence, time_ns, content.rest()});
  }

  void take_chunk(Content content) {
    content.take(2 * sizeof(std::uint64_t));  // times
    const auto size = content.number<std::uint64_t>();
    const auto crc = content.number<std::uint32_t>();
    const std::string compression = content.text();
    const auto records = content.take(content.number<std::uint64_t>());
    if (compression.empty()) return take_records(records, crc);
    if (compression != "zstd") throw ReadError("is compressed with " + compression);
    if (size > kLargestRecord) throw ReadError("a chunk is too long: the file is damaged");
    chunk_.resize(static_cast<std::size_t>(size));
    const std::size_t n =
        ZSTD_decompress(chunk_.data(), chunk_.size(), records.data(), records.size());
    if (ZSTD_isError(n) || n != chunk_.size()) throw ReadError("a chunk is damaged");
    take_records(chunk_, crc);
  }

  void take_records(std::span<const std::byte> bytes, std::uint32_t crc) {
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    if (crc != 0 && crc != sum) throw ReadError("a chunk is damaged");
    Content content(bytes);
    while (!content.rest().empty()) {
      const auto opcode = static_cast<Opcode>(content.number<std::uint8_t>());
      if (opcode == Opcode::kChunk) throw ReadError("a chunk lies in a chunk");
      take(opcode, content.take(content.number<std::uint64_t>()));
    }
  }

  std::ifstream stream_;
  const std::function<void(const Message&)>& visit_;
  Contents contents_;
  std::vector<std::byte> content_, chunk_;
  std::map<std::uint16_t, std::pair<std::string, std::string>> schemas_;
  std::map<std::uint16_t, Channel> channels_;
};

}  // namespace

Contents read(const std::filesystem::path& file, const std::function<void(const Message&)>& visit) {
  try {
    return Reader(file, visit).read();
  } catch (const ReadError& error) {
    throw ReadError(file.string() + ": " + error.what());
  }
}

}  // namespace ventosa::record::mcap
