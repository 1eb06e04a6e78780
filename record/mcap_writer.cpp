#include "record/mcap_writer.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <span>
#include <utility>

namespace ventosa::record::mcap {
namespace {

constexpr std::size_t kChunkBytes = 1 << 20;
constexpr int kLevel = 1;  // level 6: 2 % smaller chunks in five times the time

std::uint32_t crc_of(const Bytes& bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

}  // namespace

Writer::Writer(const std::filesystem::path& file) : file_(file) {
  file_.write(kMagic);
  n_written_ = kMagic.size();
  Bytes header, record;
  header.put(std::string_view("ros2"));
  header.put(std::string_view("ventosa"));
  record.record(Opcode::kHeader, header);
  write(record);
  for (Chunk* chunk : {&filling_, &waiting_}) chunk->records.reserve(kChunkBytes + kChunkBytes / 4);
  worker_ = std::thread([this] { work(); });
}

Writer::~Writer() { end_worker(); }

void Writer::end_worker() {
  if (!worker_.joinable()) return;
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

void Writer::add_metadata(const std::string& name, const Text& text) {
  Bytes content, record;
  content.put(std::string_view(name));
  content.put(text);
  record.record(Opcode::kMetadata, content);
  metadata_.push_back({name, n_written_, record.size()});
  write(record);
}

std::uint16_t Writer::add_channel(const std::string& topic, const std::string& type,
                                  const std::string& definition) {
  channels_.push_back({topic, type, definition});
  return static_cast<std::uint16_t>(channels_.size());
}

std::span<std::byte> Writer::add_message(std::uint16_t channel, std::uint32_t sequence,
                                         std::int64_t time_ns, std::size_t size) {
  const auto time = static_cast<std::uint64_t>(time_ns);
  Bytes& records = filling_.records;
  filling_.index.push_back({channel, time, records.size()});
  ++channels_[channel - 1u].n_messages;
  constexpr std::size_t kHead = 2 + 4 + 8 + 8;
  records.begin(Opcode::kMessage, kHead + size);
  records.put(channel);
  records.put(sequence);
  records.put(time);
  records.put(time);
  return {records.extend(size), size};
}

bool Writer::flush_if_full() noexcept {
  if (filling_.records.size() < kChunkBytes) return true;
  std::unique_lock lock(guard_);
  hand_over(lock);
  return failure_ == nullptr;
}

void Writer::hand_over(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [this] { return !has_waiting_; });
  std::swap(filling_, waiting_);
  filling_.records.clear();
  filling_.index.clear();
  has_waiting_ = true;
  changed_.notify_all();
}

void Writer::work() {
  std::unique_lock lock(guard_);
  while (true) {
    changed_.wait(lock, [this] { return has_waiting_ || ends_; });
    if (!has_waiting_) return;
    lock.unlock();
    std::exception_ptr failure;
    try {
      if (!failure_) write(waiting_);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) failure_ = failure;
    has_waiting_ = false;
    changed_.notify_all();
  }
}

void Writer::close() {
  {
    std::unique_lock lock(guard_);
    if (!filling_.index.empty()) hand_over(lock);
  }
  end_worker();
  if (failure_) std::rethrow_exception(failure_);
  write_summary();
  file_.close();
}

void Writer::write(const Bytes& records) {
  file_.write(records.view());
  n_written_ += records.size();
}

void Writer::write(const Chunk& chunk) {
  if (!std::exchange(begun_, true)) {
    write(schema_records());
    write(channel_records());
  }
  const std::size_t size = chunk.records.size();
  compressed_.clear();
  std::byte* const out = compressed_.extend(ZSTD_compressBound(size));
  const std::size_t n = ZSTD_compress(out, compressed_.size(), chunk.records.data(), size, kLevel);
  if (ZSTD_isError(n)) throw std::runtime_error(ZSTD_getErrorName(n));

  WrittenChunk written{.start_ns = chunk.index.front().time_ns,
                       .end_ns = chunk.index.back().time_ns,
                       .offset = n_written_,
                       .compressed = n,
                       .uncompressed = size};
  Bytes head;
  head.put(written.start_ns);
  head.put(written.end_ns);
  head.put(static_cast<std::uint64_t>(size));
  head.put(crc_of(chunk.records));
  head.put(std::string_view("zstd"));
  head.put(static_cast<std::uint64_t>(n));
  Bytes record;
  record.begin(Opcode::kChunk, head.size() + n);
  record.append(head.view());
  write(record);
  file_.write(compressed_.view().substr(0, n));
  n_written_ += n;
  written.length = n_written_ - written.offset;
  write_index(chunk, written);
  file_.flush();
  chunks_.push_back(std::move(written));
}

void Writer::write_index(const Chunk& chunk, WrittenChunk& written) {
  const std::uint64_t begin = n_written_;
  for (std::uint16_t id = 1; id <= channels_.size(); ++id) {
    Bytes pairs, content, record;
    for (const IndexEntry& entry : chunk.index)
      if (entry.channel == id) {
        pairs.put(entry.time_ns);
        pairs.put(entry.offset);
      }
    if (pairs.size() == 0) continue;
    content.put(id);
    content.put(pairs.view());
    record.record(Opcode::kMessageIndex, content);
    written.index_offsets.emplace_back(id, n_written_);
    write(record);
  }
  written.index_length = n_written_ - begin;
}

Bytes Writer::schema_records() const {
  Bytes records;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    Bytes content;
    content.put(static_cast<std::uint16_t>(i + 1));
    content.put(std::string_view(channels_[i].type));
    content.put(std::string_view("ros2msg"));
    content.put(std::string_view(channels_[i].definition));
    records.record(Opcode::kSchema, content);
  }
  return records;
}

Bytes Writer::channel_records() const {
  Bytes records;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    Bytes content;
    content.put(static_cast<std::uint16_t>(i + 1));
    content.put(static_cast<std::uint16_t>(i + 1));
    content.put(std::string_view(channels_[i].topic));
    content.put(std::string_view("cdr"));
    content.put(Text{});
    records.record(Opcode::kChannel, content);
  }
  return records;
}

Bytes Writer::chunk_index_records() const {
  Bytes records;
  for (const WrittenChunk& chunk : chunks_) {
    Bytes content, offsets;
    content.put(chunk.start_ns);
    content.put(chunk.end_ns);
    content.put(chunk.offset);
    content.put(chunk.length);
    for (const auto& [id, offset] : chunk.index_offsets) {
      offsets.put(id);
      offsets.put(offset);
    }
    content.put(offsets.view());
    content.put(chunk.index_length);
    content.put(std::string_view("zstd"));
    content.put(chunk.compressed);
    content.put(chunk.uncompressed);
    records.record(Opcode::kChunkIndex, content);
  }
  return records;
}

Bytes Writer::statistics_record() const {
  Bytes counts, content, record;
  std::uint64_t n_messages = 0;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    counts.put(static_cast<std::uint16_t>(i + 1));
    counts.put(channels_[i].n_messages);
    n_messages += channels_[i].n_messages;
  }
  content.put(n_messages);
  content.put(static_cast<std::uint16_t>(channels_.size()));
  content.put(static_cast<std::uint32_t>(channels_.size()));
  content.put(std::uint32_t{0});  // attachments
  content.put(static_cast<std::uint32_t>(metadata_.size()));
  content.put(static_cast<std::uint32_t>(chunks_.size()));
  content.put(chunks_.empty() ? std::uint64_t{0} : chunks_.front().start_ns);
  content.put(chunks_.empty() ? std::uint64_t{0} : chunks_.back().end_ns);
  content.put(counts.view());
  record.record(Opcode::kStatistics, content);
  return record;
}

Bytes Writer::metadata_index_records() const {
  Bytes records;
  for (const WrittenMetadata& metadata : metadata_) {
    Bytes content;
    content.put(metadata.offset);
    content.put(metadata.length);
    content.put(std::string_view(metadata.name));
    records.record(Opcode::kMetadataIndex, content);
  }
  return records;
}

void Writer::write_summary() {
  Bytes data_end;
  data_end.begin(Opcode::kDataEnd, sizeof(std::uint32_t));
  data_end.put(std::uint32_t{0});  // no checksum: every chunk has its own
  write(data_end);

  const std::uint64_t summary_begin = n_written_;
  Bytes summary, offsets;
  const auto add = [&](Opcode opcode, const Bytes& group) {
    if (group.size() == 0) return;
    offsets.begin(Opcode::kSummaryOffset, 1 + 8 + 8);
    offsets.put(static_cast<std::uint8_t>(opcode));
    offsets.put(summary_begin + summary.size());
    offsets.put(static_cast<std::uint64_t>(group.size()));
    summary.append(group.view());
  };
  add(Opcode::kSchema, schema_records());
  add(Opcode::kChannel, channel_records());
  add(Opcode::kStatistics, statistics_record());
  add(Opcode::kChunkIndex, chunk_index_records());
  add(Opcode::kMetadataIndex, metadata_index_records());
  const std::uint64_t offsets_begin = summary_begin + summary.size();
  summary.append(offsets.view());
  summary.begin(Opcode::kFooter, 8 + 8 + 4);
  summary.put(summary_begin);
  summary.put(offsets_begin);
  summary.put(crc_of(summary));  // of the summary up to here
  write(summary);
  file_.write(kMagic);
}

}  // namespace ventosa::record::mcap
