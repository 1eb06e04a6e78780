#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "record/mcap_writer.h"
#include "record/message_layout.h"
#include "record/row_sink.h"
#include "record/run_log.h"

/// Signals of a run in an MCAP file of ROS 2 messages: one topic per group of the schema, one
/// message per tick and topic, doubles bit for bit. Times are relative to the run's start.
namespace ventosa::record {

/// Writes the file during the run: see mcap::Writer.
class SignalLogWriter final : public RowSink {
 public:
  /// @param every  records only every n-th tick
  /// @throws OutputError
  SignalLogWriter(const std::filesystem::path& file, const Field& schema, std::int64_t period_ns,
                  const mcap::Text& about, std::int64_t every = 1);

  /// False after a failed write; close() throws the failure.
  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;
  void close() { writer_.close(); }  ///< @throws OutputError

 private:
  struct Topic {
    std::uint16_t channel;
    MessageLayout layout;
  };

  mcap::Writer writer_;
  std::vector<Topic> topics_;
  const std::int64_t period_ns_, every_;
};

struct SignalLog {
  RunLog rows;  ///< one row per message time
  std::vector<std::int64_t> time_ns;
  mcap::Text about;          ///< metadata given to the writer
  bool is_complete = false;  ///< false: the writer was killed, and the end is missing
};

/// @throws mcap::ReadError  not an MCAP file, damaged, or without signals
SignalLog read_signal_log(const std::filesystem::path& file);

}  // namespace ventosa::record
