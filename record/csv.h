#pragma once

#include <filesystem>

#include "record/run_log.h"

namespace ventosa::record {

/// Which rows: first, first + step, first + 2 step, ...
struct Rows {
  std::size_t first = 0;
  std::size_t step = 1;  ///< at least 1
};

/// Writes them as CSV: a header `name[unit],...`, then numbers in the shortest form that reads back
/// to the same bits.
/// @throws OutputError; then no file is left
void write_csv(const std::filesystem::path& file, const RunLog& log, Rows rows = {});

}  // namespace ventosa::record
