#pragma once

#include <filesystem>

#include "record/run_log.h"

namespace ventosa::record {

/// Writes rows [first_row, n_rows) as CSV: a header `name[unit],...`, then numbers in the shortest
/// form that reads back to the same bits.
/// @throws OutputError; then no file is left
void write_csv(const std::filesystem::path& file, const RunLog& log, std::size_t first_row = 0);

}  // namespace ventosa::record
