#include "record/csv.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "record/output_error.h"

namespace ventosa::record {
namespace {

namespace fs = std::filesystem;

class Csv : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("csv_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<std::string> lines() const {
    std::ifstream stream(folder_ / "run.csv");
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
  }

  fs::path folder_;
  RunLog log_{{{"a.x", "m"}, {"b", "N m"}}};
};

/// An independent reader: the C library's.
std::vector<double> numbers(const std::string& line) {
  std::vector<double> values;
  std::stringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');)
    values.push_back(std::strtod(field.c_str(), nullptr));
  return values;
}

TEST_F(Csv, NamesColumnsWithTheirUnits) {
  write_csv(folder_ / "run.csv", log_);
  EXPECT_EQ(lines(), std::vector<std::string>{"a.x[m],b[N m]"});
}

TEST_F(Csv, ReadsBackToTheSameBits) {
  std::mt19937_64 random(3);
  std::vector<double> written{0.1, -0.0, 1e300, 5e-324, std::numeric_limits<double>::infinity(), 1};
  while (written.size() < 600) {
    const double any = std::bit_cast<double>(random());
    if (!std::isnan(any)) written.push_back(any);
  }
  for (std::size_t i = 0; i < written.size(); i += 2) {
    const std::span<double> row = log_.append();
    row[0] = written[i];
    row[1] = written[i + 1];
  }
  write_csv(folder_ / "run.csv", log_);

  std::vector<double> read;
  const std::vector<std::string> text = lines();
  for (std::size_t i = 1; i < text.size(); ++i)
    for (const double value : numbers(text[i])) read.push_back(value);
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read[i]), std::bit_cast<std::uint64_t>(written[i]));
}

TEST_F(Csv, WritesTheLastRowsAlone) {
  for (int i = 0; i < 10; ++i) log_.append()[0] = i;
  write_csv(folder_ / "run.csv", log_, {.first = 8});
  ASSERT_EQ(lines().size(), 3u);
  EXPECT_EQ(numbers(lines()[1])[0], 8);
}

TEST_F(Csv, WritesEveryThirdRowFromTheFirst) {
  for (int i = 0; i < 8; ++i) log_.append()[0] = i;
  write_csv(folder_ / "run.csv", log_, {.step = 3});
  ASSERT_EQ(lines().size(), 4u);
  EXPECT_EQ(numbers(lines()[2])[0], 3);
  EXPECT_EQ(numbers(lines()[3])[0], 6);
}

TEST_F(Csv, SaysSoWhenTheDiskIsFull) {
  for (int i = 0; i < 1000; ++i) log_.append()[0] = i;
  try {
    write_csv("/dev/full", log_);
    FAIL() << "a full disk went unnoticed";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("/dev/full"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(fs::exists("/dev/full"));  // the device itself is left alone
}

TEST_F(Csv, SaysSoWhenTheFolderIsMissing) {
  EXPECT_THROW(write_csv(folder_ / "missing" / "run.csv", log_), OutputError);
}

}  // namespace
}  // namespace ventosa::record
