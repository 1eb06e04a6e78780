#pragma once

#include <filesystem>

/// Staging folders: named after their target, beside it or in it.
namespace ventosa::record {

/// A new one. It is beside the target if files can be renamed from there to the target, else in the
/// target: a mount point, or a folder whose parent may not be written.
/// @throws std::filesystem::filesystem_error
std::filesystem::path make_staging(const std::filesystem::path& target);

/// Ends what processes that were killed have left of this target. Folders that are not marked, or
/// that another process has locked, are not touched.
void settle_leftovers(const std::filesystem::path& target);

/// Nothing is in it but staging folders of its own, or earlier results.
bool may_be_filled(const std::filesystem::path& target);

/// Lists the files of a staging folder in its mark: from now on they can be moved.
/// @throws OutputError
void list_files(const std::filesystem::path& staging);

/// Moves all listed files into the target in place of those of its earlier results, and removes
/// the staging folder; nothing is moved if one cannot be.
/// @throws std::filesystem::filesystem_error
/// @throws OutputError  a file that is not of earlier results has the name of one of them
void move_files(const std::filesystem::path& staging, const std::filesystem::path& target);

}  // namespace ventosa::record
