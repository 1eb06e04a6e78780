#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hal/native/key.h"

/// The keys of a robot's modules, a file each: 64 hexadecimal digits that nobody but their owner
/// may read.
namespace ventosa::hal::native {

/// $XDG_CONFIG_HOME/ventosa/keys, or .config/ventosa/keys in the home folder.
std::filesystem::path keys_folder();

/// FOLDER/ROBOT/DEVICE.key
std::filesystem::path key_file(const std::filesystem::path& folder, const std::string& robot,
                               const std::string& device);

/// @throws models::InputError  no file, no key, or others may read or change it
Key read_key(const std::filesystem::path& file);

/// Writes a random key; keeps one that is there.  @return whether it wrote one
/// @throws models::InputError  it cannot be written
bool make_key(const std::filesystem::path& file);

}  // namespace ventosa::hal::native
