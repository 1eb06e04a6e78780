#pragma once

#include <filesystem>

/// Staging folders: named after their target, beside it or in it.
namespace ventosa::record {

/// Makes a new staging folder. It is beside the target if files can be renamed from there to the
/// target, else in the target: a mount point, or a folder whose parent may not be written.
/// @throws std::filesystem::filesystem_error
std::filesystem::path make_staging(const std::filesystem::path& target);

/// Removes the staging folders of this target that killed processes have left; a commit that was
/// killed is completed. Folders without a mark, or locked by another process, are not touched.
void settle_leftovers(const std::filesystem::path& target);

/// True if results may be put there: it holds earlier ones, or nothing but staging folders of it.
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
