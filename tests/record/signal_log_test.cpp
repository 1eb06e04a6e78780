#include "record/signal_log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "record/mcap_reader.h"
#include "record/message_definition.h"
#include "tests/scratch_folder.h"

namespace ventosa::record::signal_log_test {
namespace {

namespace fs = std::filesystem;

enum class Mode : std::uint8_t { kHold, kPullOff };
constexpr auto enumerators(Mode) { return controller::words("hold", "pull-off"); }

struct Joint {
  double q_rad = 0;
  Mode mode = Mode::kHold;
};
void describe(auto& field, controller::Is<Joint> auto& joint) {
  field("q", joint.q_rad, "rad");
  field("mode", joint.mode);
}

struct Leg {
  controller::PerJoint<Joint> joint{};
  std::array<double, 3> distance_m{};
  std::optional<Mode> wanted{};
};
void describe(auto& field, controller::Is<Leg> auto& leg) {
  field.per_joint("joint", leg.joint);
  field.list("distance", leg.distance_m, "m");
  field("wanted", leg.wanted);
}

struct Row {
  bool on = true;
  int count = -7;
  controller::PerLeg<Leg> leg{};
  controller::Vector3d p{1, 2, 3};
};
void describe(auto& field, controller::Is<Row> auto& row) {
  field.group("seen", [&](auto& seen) {
    seen("on", row.on);
    seen.per_leg("leg", row.leg);
    seen("count", row.count);
  });
  field.group("true_state", [&](auto& truth) { truth("p", row.p, "m/s2"); });
}

/// legs of 2 and 3 joints
controller::Shape shape() {
  controller::RobotModel robot;
  for (const int n : {2, 3}) robot.leg.emplace_back().n_joints = n;
  return controller::Shape(robot);
}

std::vector<double> numbers_of(const Row& row) {
  std::vector<double> numbers(columns_of(schema_of(shape(), row)).size());
  RowWriter writer{numbers};
  controller::visit_numbers(writer, shape(), row);
  return numbers;
}

/// Bit patterns that rounding would change: NaN, infinities, subnormal numbers and others.
Row random_row(std::mt19937_64& random) {
  const auto any_double = [&] { return std::bit_cast<double>(random()); };
  Row row;
  row.on = random() % 2 == 0;
  row.count = static_cast<int>(random());
  for (Leg& leg : row.leg) {
    for (Joint& joint : leg.joint) joint = {any_double(), static_cast<Mode>(random() % 2)};
    for (double& d : leg.distance_m) d = any_double();
    if (random() % 2 == 0) leg.wanted = Mode::kPullOff;
  }
  row.p = {any_double(), -0.0, std::numeric_limits<double>::denorm_min()};
  return row;
}

class SignalLogTest : public testing::Test {
 protected:
  /// @return the rows
  std::vector<std::vector<double>> write(std::size_t n_rows, std::int64_t every = 1) {
    SignalLogWriter writer(file_, schema_of(shape(), Row{}), 10'000'000, {{"seed", "7"}}, every);
    std::mt19937_64 random{1};
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < n_rows; ++i) {
      rows.push_back(numbers_of(random_row(random)));
      EXPECT_TRUE(writer.take(static_cast<std::int64_t>(i), rows.back()));
    }
    writer.close();
    return rows;
  }

  static bool same_bits(std::span<const double> a, std::span<const double> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
      return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
  }

  std::string bytes() const {
    std::ifstream stream(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

  const ScratchFolder scratch_;
  const fs::path file_ = scratch_.path() / "log.mcap";
};

TEST_F(SignalLogTest, GivesBackEveryBitOfManyChunks) {
  const auto rows = write(20000);
  const SignalLog log = read_signal_log(file_);
  EXPECT_TRUE(log.is_complete);
  EXPECT_EQ(log.about.at("seed"), "7");
  ASSERT_EQ(log.rows.n_rows(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_TRUE(same_bits(log.rows.row(i), rows[i])) << i;
    ASSERT_EQ(log.time_ns[i], static_cast<std::int64_t>(i) * 10'000'000);
  }
}

TEST_F(SignalLogTest, GivesBackNamesUnitsAndEnumerators) {
  write(2);
  const SignalLog log = read_signal_log(file_);
  const std::vector<Column> written = columns_of(schema_of(shape(), Row{}));
  ASSERT_EQ(log.rows.columns().size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ(log.rows.columns()[i].name, written[i].name);
    EXPECT_EQ(log.rows.columns()[i].unit, written[i].unit);
    EXPECT_EQ(log.rows.columns()[i].kind, written[i].kind);
    EXPECT_EQ(log.rows.columns()[i].enumerators, written[i].enumerators);
  }
}

TEST_F(SignalLogTest, KeepsOneOfSoManyTicks) {
  const auto rows = write(11, 5);
  const SignalLog log = read_signal_log(file_);
  ASSERT_EQ(log.rows.n_rows(), 3u);
  EXPECT_TRUE(same_bits(log.rows.row(2), rows[10]));
}

TEST_F(SignalLogTest, IsReadableUpToTheLastWholeChunkAndRow) {
  const auto rows = write(20000);
  const std::string all = bytes();
  for (const double share : {0.95, 0.5, 0.26}) {
    replace(all.substr(0, static_cast<std::size_t>(share * static_cast<double>(all.size()))));
    const SignalLog log = read_signal_log(file_);
    EXPECT_FALSE(log.is_complete);
    EXPECT_GT(log.rows.n_rows(), (share - 0.2) * 20000);
    EXPECT_LT(log.rows.n_rows(), (share + 0.05) * 20000);
    for (std::size_t i = 0; i < log.rows.n_rows(); ++i)
      ASSERT_TRUE(same_bits(log.rows.row(i), rows[i])) << i;
  }
}

TEST_F(SignalLogTest, OfOneRowAndOfNoneCanBeRead) {
  write(1);
  EXPECT_EQ(read_signal_log(file_).rows.n_rows(), 1u);
  write(0);
  EXPECT_EQ(read_signal_log(file_).rows.n_rows(), 0u);
}

TEST_F(SignalLogTest, WithAnyByteChangedIsReadOrRefusedAndNothingElse) {
  write(300);
  const std::string all = bytes();
  std::mt19937_64 random{3};
  int n_refused = 0;
  for (int n = 0; n < 500; ++n) {
    std::string damaged = all;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    if (random() % 4 == 0) damaged.resize(random() % damaged.size());
    replace(damaged);
    try {
      read_signal_log(file_);
    } catch (const mcap::ReadError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(file_.string())) << error.what();
      ++n_refused;
    }
  }
  EXPECT_GT(n_refused, 100);
}

TEST_F(SignalLogTest, SaysWhatIsNotOne) {
  replace("time,q\n0,1\n");
  EXPECT_THROW(read_signal_log(file_), mcap::ReadError);
  fs::remove(file_);
  EXPECT_THROW(read_signal_log(file_), mcap::ReadError);
}

TEST_F(SignalLogTest, LeavesItsWholeChunksWithoutClose) {
  {
    SignalLogWriter writer(file_, schema_of(shape(), Row{}), 10'000'000, {});
    for (int i = 0; i < 10000; ++i) ASSERT_TRUE(writer.take(i, numbers_of(Row{})));
  }
  const SignalLog log = read_signal_log(file_);
  EXPECT_FALSE(log.is_complete);
  EXPECT_GT(log.rows.n_rows(), 1000u);
}

TEST(SignalLog, ThatCannotBeWrittenSaysSo) {
  SignalLogWriter writer("/dev/full", schema_of(shape(), Row{}), 10'000'000, {});
  const std::vector<double> row = numbers_of(Row{});
  bool kept = true;
  for (int i = 0; i < 100000 && kept; ++i) kept = writer.take(i, row);
  EXPECT_FALSE(kept);
  EXPECT_THROW(writer.close(), OutputError);
}

TEST(MessageDefinition, HasTypesByTheirWayUnitsAndConstants) {
  const Field schema = schema_of(shape(), Row{});
  EXPECT_EQ(message_type(schema.fields[0]), "ventosa_msgs/msg/Seen");
  EXPECT_EQ(message_type(schema.fields[1]), "ventosa_msgs/msg/TrueState");
  const std::string line(80, '=');
  EXPECT_EQ(message_definition(schema.fields[0]),
            "bool on  # [bool]\n"
            "SeenLeg[] leg\n"
            "int32 count  # [1]\n" +
                line +
                "\nMSG: ventosa_msgs/SeenLeg\n"
                "SeenLegJoint[] joint\n"
                "float64[3] distance  # [m]\n"
                "int8 WANTED_HOLD=0  # hold\n"
                "int8 WANTED_PULL_OFF=1  # pull-off\n"
                "int8 wanted  # [enum]\n" +
                line +
                "\nMSG: ventosa_msgs/SeenLegJoint\n"
                "float64 q  # [rad]\n"
                "int8 MODE_HOLD=0  # hold\n"
                "int8 MODE_PULL_OFF=1  # pull-off\n"
                "int8 mode  # [enum]\n");
}

TEST(MessageLayout, IsThatOfCdr) {
  Row row;
  row.leg[0].joint[0] = {1.5, Mode::kPullOff};
  const Field schema = schema_of(shape(), row).fields[0];
  const MessageLayout layout(schema);
  std::vector<std::byte> message(layout.size());
  const std::vector<double> numbers = numbers_of(row);
  layout.write(std::span(numbers).first(layout.n_numbers()), message);
  const auto at = [&](std::size_t i) { return static_cast<int>(message[4 + i]); };
  EXPECT_EQ(static_cast<int>(message[1]), 1);  // little endian
  EXPECT_EQ(at(0), 1);                         // on
  EXPECT_EQ(at(4), 2);                         // legs
  EXPECT_EQ(at(8), 2);                         // joints of the first
  double q = 0;
  std::memcpy(&q, &message[4 + 16], sizeof q);  // aligned to 8
  EXPECT_EQ(q, 1.5);
  EXPECT_EQ(at(24), 1);  // mode
}

}  // namespace
}  // namespace ventosa::record::signal_log_test
