#include "record/signal_log.h"

#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "record/mcap_reader.h"
#include "record/message_definition.h"

namespace ventosa::record {
namespace {

constexpr const char* kMetadata = "ventosa";

/// Joins messages of one time to rows.
class RowReader {
 public:
  void take(const mcap::Message& message) {
    if (message.channel.encoding != "cdr" || message.channel.schema_encoding != "ros2msg")
      throw mcap::ReadError("topic " + message.channel.topic + " holds no ROS 2 messages");
    if (!log_ && topics_.contains(message.channel.id)) begin_rows();  // the second tick
    if (!log_) return take_first(message);
    const auto topic = topics_.find(message.channel.id);
    if (topic == topics_.end())
      throw mcap::ReadError("topic " + message.channel.topic + " begins after the first tick");
    const auto time_ns = static_cast<std::int64_t>(message.time_ns);
    if (time_ns_.empty() || time_ns_.back() != time_ns || n_in_row_ == topics_.size())
      begin_row(time_ns);
    read(topic->second, message.data);
  }

  SignalLog finish(mcap::Contents contents) {
    if (!log_) begin_rows();
    if (n_in_row_ < topics_.size()) drop_row();
    return {std::move(*log_), std::move(time_ns_), std::move(contents.metadata[kMetadata]),
            contents.is_complete};
  }

 private:
  struct Topic {
    Field schema;
    MessageLayout layout;
    std::size_t first;  ///< index of its first column
    std::vector<std::byte> first_message;
  };

  /// Collects the topics: their number is unknown until one occurs again.
  void take_first(const mcap::Message& message) {
    const std::string& name = message.channel.topic;
    Field schema = read_definition(name.substr(name.find_first_not_of('/')),
                                   message.channel.definition, message.data);
    MessageLayout layout(schema);
    root_.fields.push_back(schema);
    const std::size_t first = std::exchange(n_columns_, n_columns_ + layout.n_numbers());
    first_time_ns_ = static_cast<std::int64_t>(message.time_ns);
    topics_.emplace(message.channel.id, Topic{std::move(schema),
                                              std::move(layout),
                                              first,
                                              {message.data.begin(), message.data.end()}});
  }

  void begin_rows() {
    log_.emplace(columns_of(root_));
    if (topics_.empty()) return;
    begin_row(first_time_ns_);
    for (const auto& [id, topic] : topics_) read(topic, topic.first_message);
  }

  void begin_row(std::int64_t time_ns) {
    if (!time_ns_.empty() && n_in_row_ < topics_.size()) drop_row();
    row_ = log_->append();
    time_ns_.push_back(time_ns);
    n_in_row_ = 0;
  }

  void read(const Topic& topic, std::span<const std::byte> message) {
    if (!topic.layout.read(message, row_.subspan(topic.first, topic.layout.n_numbers())))
      throw mcap::ReadError("topic " + topic.schema.name + " changes its length");
    ++n_in_row_;
  }

  void drop_row() {
    if (time_ns_.empty()) return;
    time_ns_.pop_back();
    log_->pop();
  }

  Field root_;
  std::map<std::uint16_t, Topic> topics_;
  std::size_t n_columns_ = 0;
  std::int64_t first_time_ns_ = 0;
  std::optional<RunLog> log_;
  std::vector<std::int64_t> time_ns_;
  std::span<double> row_;
  std::size_t n_in_row_ = 0;
};

}  // namespace

SignalLogWriter::SignalLogWriter(const std::filesystem::path& file, const Field& schema,
                                 std::int64_t period_ns, const mcap::Text& about,
                                 std::int64_t every)
    : writer_(file), period_ns_(period_ns), every_(every) {
  writer_.add_metadata(kMetadata, about);
  for (const Field& topic : schema.fields)
    topics_.push_back(
        {writer_.add_channel("/" + topic.name, message_type(topic), message_definition(topic)),
         MessageLayout(topic)});
}

bool SignalLogWriter::take(std::int64_t tick, std::span<const double> row) noexcept {
  if (tick % every_ != 0) return true;
  std::size_t first = 0;
  for (const Topic& topic : topics_) {
    const std::size_t n = topic.layout.n_numbers();
    topic.layout.write(row.subspan(first, n),
                       writer_.add_message(topic.channel, static_cast<std::uint32_t>(tick),
                                           tick * period_ns_, topic.layout.size()));
    first += n;
  }
  return writer_.flush_if_full();
}

SignalLog read_signal_log(const std::filesystem::path& file) {
  RowReader reader;
  try {
    return reader.finish(
        mcap::read(file, [&](const mcap::Message& message) { reader.take(message); }));
  } catch (const MessageError& error) {
    throw mcap::ReadError(file.string() + ": " + error.what());
  }
}

}  // namespace ventosa::record
