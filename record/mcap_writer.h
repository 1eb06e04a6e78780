#pragma once

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "record/growing_file.h"
#include "record/mcap_format.h"

namespace ventosa::record::mcap {

/// Writes messages to an MCAP file: chunks of about 1 MB, compressed with zstd and flushed by a
/// thread of its own. If it is killed or destroyed before close(), all chunks except for the last
/// are readable.
class Writer {
 public:
  /// @throws OutputError
  explicit Writer(const std::filesystem::path& file);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// To be called before the first message. @{
  void add_metadata(const std::string& name, const Text& text);
  /// @return id of the channel
  std::uint16_t add_channel(const std::string& topic, const std::string& type,
                            const std::string& definition);
  /// @}

  /// Adds a message; the caller fills the returned bytes before the next call. Times must not
  /// decrease.
  std::span<std::byte> add_message(std::uint16_t channel, std::uint32_t sequence,
                                   std::int64_t time_ns, std::size_t size);

  /// Passes a full chunk to the writing thread; to be called between messages. Waits while the
  /// chunk before is still being written. False once a write has failed.
  [[nodiscard]] bool flush_if_full() noexcept;

  /// Writes the remaining messages and the summary.  @throws OutputError
  void close();

 private:
  struct Channel {
    std::string topic, type, definition;
    std::uint64_t n_messages = 0;
  };
  /// Offset of a message in the records of a chunk.
  struct IndexEntry {
    std::uint16_t channel;
    std::uint64_t time_ns, offset;
  };
  struct Chunk {
    Bytes records;
    std::vector<IndexEntry> index;
  };
  struct WrittenChunk {
    std::uint64_t start_ns = 0, end_ns = 0;
    std::uint64_t offset = 0, length = 0, index_length = 0;
    std::uint64_t compressed = 0, uncompressed = 0;
    std::vector<std::pair<std::uint16_t, std::uint64_t>> index_offsets{};
  };
  struct WrittenMetadata {
    std::string name;
    std::uint64_t offset, length;
  };

  void hand_over(std::unique_lock<std::mutex>& lock);
  void work();
  void end_worker();  ///< after it has written the waiting chunk
  void write(const Chunk& chunk);
  void write_index(const Chunk& chunk, WrittenChunk& written);
  void write(const Bytes& records);
  void write_summary();
  Bytes schema_records() const;
  Bytes channel_records() const;
  Bytes chunk_index_records() const;
  Bytes statistics_record() const;
  Bytes metadata_index_records() const;

  GrowingFile file_;
  std::uint64_t n_written_ = 0;
  std::vector<Channel> channels_;
  bool begun_ = false;  ///< the channels are in the file

  // the caller's thread fills `filling_`, the worker writes `waiting_`
  Chunk filling_, waiting_;
  std::mutex guard_;
  std::condition_variable changed_;
  bool has_waiting_ = false;
  bool ends_ = false;
  std::exception_ptr failure_;
  std::thread worker_;

  // only used by the worker until it ends
  std::vector<WrittenChunk> chunks_;
  std::vector<WrittenMetadata> metadata_;
  Bytes compressed_;
};

}  // namespace ventosa::record::mcap
