#include "record/csv.h"

#include <gtest/gtest.h>

#include <array>
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
#include "tests/scratch_folder.h"

namespace ventosa::record::csv_test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kPeriod_ns = 10'000'000;

class Csv : public testing::Test {
 protected:
  std::vector<std::string> lines() const {
    std::ifstream stream(folder_ / "run.csv");
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  /// Rows of two columns.
  void write(const fs::path& file, const std::vector<std::array<double, 2>>& rows,
             std::int64_t every = 1) const {
    CsvWriter writer(file, {{"a.x", "m"}, {"b", "N m"}}, kPeriod_ns, {"*"}, every);
    std::int64_t tick = 0;
    for (const auto& row : rows)
      if (!writer.take(tick++, row)) break;
    writer.close();
  }
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
  write(folder_ / "run.csv", {});
  EXPECT_EQ(lines(), std::vector<std::string>{"time[s],a.x[m],b[N m]"});
}

TEST_F(Csv, ReadsBackToTheSameBits) {
  std::mt19937_64 random(3);
  std::vector<double> written{0.1, -0.0, 1e300, 5e-324, std::numeric_limits<double>::infinity(), 1};
  while (written.size() < 600) {
    const double any = std::bit_cast<double>(random());
    if (!std::isnan(any)) written.push_back(any);
  }
  std::vector<std::array<double, 2>> rows;
  for (std::size_t i = 0; i < written.size(); i += 2) rows.push_back({written[i], written[i + 1]});
  write(folder_ / "run.csv", rows);

  std::vector<double> read;
  const std::vector<std::string> text = lines();
  for (std::size_t i = 1; i < text.size(); ++i) {
    const std::vector<double> row = numbers(text[i]);
    read.insert(read.end(), row.begin() + 1, row.end());
  }
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read[i]), std::bit_cast<std::uint64_t>(written[i]));
}

TEST_F(Csv, WritesEveryThirdRowFromTheFirst) {
  std::vector<std::array<double, 2>> rows;
  for (int i = 0; i < 8; ++i) rows.push_back({static_cast<double>(i), 0});
  write(folder_ / "run.csv", rows, 3);
  ASSERT_EQ(lines().size(), 4u);
  EXPECT_EQ(numbers(lines()[2]), (std::vector<double>{0.03, 3, 0}));
  EXPECT_EQ(numbers(lines()[3]), (std::vector<double>{0.06, 6, 0}));
}

TEST_F(Csv, WritesTheColumnsOfItsPatternsAlone) {
  CsvWriter writer(folder_ / "run.csv", {{"a.x", "m"}, {"ab.y", "m"}, {"b.z", "m"}}, kPeriod_ns,
                   {"b", "a.*"});
  const std::array<double, 3> row{1, 2, 3};
  EXPECT_TRUE(writer.take(0, row));
  writer.close();
  EXPECT_EQ(lines(), (std::vector<std::string>{"time[s],a.x[m],b.z[m]", "0,1,3"}));
}

TEST_F(Csv, SaysSoWhenTheDiskIsFull) {
  const std::vector<std::array<double, 2>> rows(10000);
  try {
    write("/dev/full", rows);
    FAIL() << "a full disk went unnoticed";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("/dev/full"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(fs::exists("/dev/full"));  // the device file itself is not replaced
}

TEST_F(Csv, SaysSoWhenTheFolderIsMissing) {
  EXPECT_THROW(write(folder_ / "missing" / "run.csv", {}), OutputError);
}

TEST(Patterns, NameSignalsAndGroups) {
  EXPECT_TRUE(is_of("truth.body.x", "truth.body.x"));
  EXPECT_TRUE(is_of("truth.body.x", "truth.body"));
  EXPECT_TRUE(is_of("truth.body.x", "truth"));
  EXPECT_TRUE(is_of("truth.body.x", "truth.b*"));
  EXPECT_TRUE(is_of("truth.leg3.joint2.q", "truth.leg*.joint*.q"));
  EXPECT_TRUE(is_of("truth.leg3.joint2.q", "*.leg3"));
  EXPECT_FALSE(is_of("truth.body.x", "truth.bo"));
  EXPECT_FALSE(is_of("truth.body.x", "truth.*.y"));
  EXPECT_FALSE(is_of("truth.leg0.joint1.q", "truth.*.q"));  // a star matches up to the next dot
  EXPECT_FALSE(is_of("truth.body.x", "body"));
  EXPECT_FALSE(is_of("truth.body.x", ""));
}

}  // namespace
}  // namespace ventosa::record::csv_test
