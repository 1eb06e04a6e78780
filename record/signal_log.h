#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "record/mcap_writer.h"
#include "record/message_layout.h"
#include "record/row_sink.h"
#include "record/run_log.h"

/// All signals of a run as one MCAP file of ROS 2 messages: a topic for each group of the schema, a
/// message a tick in each, doubles bit for bit. Times are those of the run, from 0.
namespace ventosa::record {

/// Writes it as the run goes: see mcap::Writer.
class SignalLogWriter final : public RowSink {
 public:
  /// @param every  of so many ticks one is kept; 1: all
  /// @throws OutputError
  SignalLogWriter(const std::filesystem::path& file, const Field& schema, std::int64_t period_ns,
                  const mcap::Text& about, std::int64_t every = 1);

  /// False once a write has failed: close() says why.
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
  RunLog rows;  ///< a row a message time
  std::vector<std::int64_t> time_ns;
  mcap::Text about;          ///< what the writer was given
  bool is_complete = false;  ///< else its writer was killed, and its end is missing
};

/// @throws mcap::ReadError  no MCAP file, damaged, or none of signals
SignalLog read_signal_log(const std::filesystem::path& file);

}  // namespace ventosa::record
