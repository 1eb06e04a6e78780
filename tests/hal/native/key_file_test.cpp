#include "hal/native/key_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "models/input_error.h"
#include "tests/scratch_folder.h"

namespace ventosa::hal::native::key_file_test {
namespace {

namespace fs = std::filesystem;

/// A folder of the test's own.
struct KeyFile : testing::Test {
  KeyFile() : folder(scratch.path() / "keys"), file(key_file(folder, "romerin4", "front_left")) {}

  void write(const std::string& text, fs::perms perms = fs::perms(0600)) const {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
    fs::permissions(file, perms);
  }
  std::string objection() const {
    try {
      static_cast<void>(read_key(file));
    } catch (const models::InputError& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder scratch;
  fs::path folder, file;
};

TEST_F(KeyFile, IsMadeOnceAndForItsOwnerAlone) {
  EXPECT_TRUE(make_key(file));
  const Key key = read_key(file);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600));
  EXPECT_FALSE(make_key(file));
  EXPECT_EQ(read_key(file), key);
  const fs::path other = key_file(folder, "romerin4", "rear_left");
  EXPECT_TRUE(make_key(other));
  EXPECT_NE(read_key(other), key);
}

TEST_F(KeyFile, IsReadWithOrWithoutLineBreak) {
  std::string digits(62, '0');
  digits += "af";
  for (const char* end : {"", "\n"}) {
    write(digits + end);
    EXPECT_EQ(read_key(file).back(), std::byte{0xAF});
  }
}

TEST_F(KeyFile, IsRefusedWhereOthersMayReadIt) {
  for (const int perms : {0640, 0604, 0660, 0601}) {
    write(std::string(64, '0'), fs::perms(perms));
    EXPECT_NE(objection().find("others may read or change it (chmod 600"), std::string::npos);
  }
}

TEST_F(KeyFile, IsRefusedUnlessItHoldsAKey) {
  const auto refuses = [&](std::size_t n, char digit, const char* end) {
    std::string text(n, digit);
    text += end;
    write(text);
    return objection().find("64 hexadecimal digits") != std::string::npos;
  };
  EXPECT_FALSE(refuses(64, '0', ""));
  EXPECT_TRUE(refuses(0, '0', ""));
  EXPECT_TRUE(refuses(63, '0', ""));
  EXPECT_TRUE(refuses(65, '0', ""));
  EXPECT_TRUE(refuses(64, 'g', ""));
  EXPECT_TRUE(refuses(64, 'A', ""));
  EXPECT_TRUE(refuses(64, '0', "\n\n"));
  EXPECT_TRUE(refuses(64, '\0', ""));
}

TEST_F(KeyFile, IsRefusedWhereThereIsNone) {
  EXPECT_NE(objection().find("--make-keys"), std::string::npos);
  fs::create_directories(file);
  EXPECT_NE(objection().find("must be a file"), std::string::npos);
}

TEST_F(KeyFile, IsNotMadeWhereItCannotBeWritten) {
  std::ofstream(folder) << "in the way";
  EXPECT_THROW(make_key(file), models::InputError);
}

}  // namespace
}  // namespace ventosa::hal::native::key_file_test
