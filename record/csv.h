#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/output_file.h"
#include "record/row_sink.h"
#include "record/schema.h"

namespace ventosa::record {

/// Whether a signal, or a group that it is in, has this name, in which a star stands for anything
/// but a dot: "truth.leg*.force" matches "truth.leg0.force.x".
bool is_of(std::string_view signal, std::string_view pattern);

/// The columns that one of the patterns matches, in their order.
std::vector<std::size_t> matching(const std::vector<Column>& columns,
                                  const std::vector<std::string>& patterns);

/// Writes columns as CSV as a run goes: a header `time[s],name[unit],...`, then numbers in the
/// shortest form that reads back to the same bits. What is in the file stays, closed or not.
class CsvWriter final : public RowSink {
 public:
  /// @param patterns  of the columns to write
  /// @param every     of so many ticks one is written
  /// @throws OutputError
  CsvWriter(const std::filesystem::path& file, const std::vector<Column>& columns,
            std::int64_t period_ns, const std::vector<std::string>& patterns,
            std::int64_t every = 1);
  ~CsvWriter() override { file_.keep(); }
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  /// True also after a write has failed, so that the rest of the recording goes on: close() says
  /// why.
  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;
  void close();  ///< @throws OutputError

 private:
  OutputFile file_;
  const std::vector<std::size_t> columns_;
  const std::int64_t period_ns_, every_;
  std::string line_;
  std::exception_ptr failure_;
};

}  // namespace ventosa::record
