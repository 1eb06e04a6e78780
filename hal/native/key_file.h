#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hal/native/key.h"

/// Key files of a robot's modules, one per module: 64 hexadecimal digits, readable by their owner
/// only.
namespace ventosa::hal::native {

/// Default folder of the key files: $XDG_CONFIG_HOME/ventosa/keys, or .config/ventosa/keys in the
/// home folder.
std::filesystem::path keys_folder();

/// Path of a device's key file: FOLDER/ROBOT/DEVICE.key
std::filesystem::path key_file(const std::filesystem::path& folder, const std::string& robot,
                               const std::string& device);

/// @throws models::InputError  no file, no valid key, or others may read or change it
Key read_key(const std::filesystem::path& file);

/// Writes a random key, unless there is one already.  @return true if it wrote one
/// @throws models::InputError  the file cannot be written
bool make_key(const std::filesystem::path& file);

}  // namespace ventosa::hal::native
