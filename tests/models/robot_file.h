#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "models/input_error.h"
#include "models/robot.h"
#include "tests/models/shipped_robot.h"
#include "tests/scratch_folder.h"

/// Robot files from text, for tests of what they may say.
namespace ventosa::models {

/// `text` with the first `from` replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "the shipped file has no '" << from << "'";
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class RobotText : public testing::Test {
 protected:
  Robot load_text(const std::string& text) {
    std::ofstream(file_) << text;
    return load(file_);
  }

  /// Text of the refusal; "": accepted.
  std::string refusal(const std::string& text) {
    try {
      load_text(text);
    } catch (const InputError& error) {
      EXPECT_TRUE(error.has_place());
      return error.what();
    }
    return "";
  }

  const ScratchFolder scratch_;
  const std::filesystem::path file_ = scratch_.path() / "robot.yaml";
};

/// The shipped quadruped with one mistake.
class RobotFile : public RobotText {
 protected:
  static std::string spoilt(const std::string& from, const std::string& to) {
    return replaced(quadruped_text(), from, to);
  }

  void expect_refused(const std::string& from, const std::string& to, const std::string& message) {
    const std::string what = refusal(spoilt(from, to));
    EXPECT_NE(what.find(message), std::string::npos) << to << "\n'" << what << "'\n" << message;
    EXPECT_NE(what.find(".yaml:"), std::string::npos) << what;
  }
};

}  // namespace ventosa::models
