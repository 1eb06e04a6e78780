#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/growing_file.h"
#include "record/row_sink.h"
#include "record/schema.h"

namespace ventosa::record {

/// True if the pattern is the name of the signal or of a group that contains it. A star matches any
/// characters except a dot: "truth.leg*.force" matches "truth.leg0.force.x".
bool is_of(std::string_view signal, std::string_view pattern);

/// Indices of the columns that match at least one pattern, in ascending order.
std::vector<std::size_t> matching(const std::vector<Column>& columns,
                                  const std::vector<std::string>& patterns);

/// Writes columns as CSV during a run: a header `time[s],name[unit],...`, then numbers in the
/// shortest form that reads back to the same bits. The rows remain in the file even without
/// close().
class CsvWriter final : public RowSink {
 public:
  /// @param patterns  patterns of the columns to write
  /// @param every     writes only every n-th tick
  /// @throws OutputError
  CsvWriter(const std::filesystem::path& file, const std::vector<Column>& columns,
            std::int64_t period_ns, const std::vector<std::string>& patterns,
            std::int64_t every = 1);
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  /// Returns true even after a failed write, so that the rest of the recording continues; close()
  /// throws the failure.
  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;
  void close();  ///< @throws OutputError

 private:
  GrowingFile file_;
  const std::vector<std::size_t> columns_;
  const std::int64_t period_ns_, every_;
  std::string line_;
  std::exception_ptr failure_;
};

}  // namespace ventosa::record
