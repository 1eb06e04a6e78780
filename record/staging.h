#pragma once

#include <filesystem>

/// Staging folders, named after their target and located next to it or in it.
namespace ventosa::record {

/// Creates a staging folder: next to the target if files can be renamed from there to the target,
/// otherwise in the target (a mount point, or a folder whose parent is read-only).
/// @throws std::filesystem::filesystem_error
std::filesystem::path make_staging(const std::filesystem::path& target);

/// Completes commits to this target that were killed, and removes other staging folders of killed
/// processes. Folders with the log of a session, without a mark, or locked by another process are
/// not changed.
void settle_leftovers(const std::filesystem::path& target);

/// True if results may be written there: it has earlier results, or only staging folders of its
/// own.
bool may_be_filled(const std::filesystem::path& target);

/// Lists the files of a staging folder in its mark; from then on an interrupted move is completed.
/// @throws OutputError
void list_files(const std::filesystem::path& staging);

/// Moves all listed files into the target, replacing its earlier results, and removes the staging
/// folder. If one file cannot be moved, none is.
/// @throws std::filesystem::filesystem_error
/// @throws OutputError  a file of the same name does not belong to earlier results
void move_files(const std::filesystem::path& staging, const std::filesystem::path& target);

}  // namespace ventosa::record
