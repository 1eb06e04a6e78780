#include "app/text_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace ventosa::app::text_table_test {
namespace {

TEST(Digits, AreThoseOfAPerson) {
  EXPECT_EQ(digits(0.00213456), "0.00213");
  EXPECT_EQ(digits(12.345, 4), "12.35");
  EXPECT_EQ(digits(273912.4, 4), "273912");
  EXPECT_EQ(digits(1000), "1000");
  EXPECT_EQ(digits(-1234), "-1234");
  EXPECT_EQ(digits(0), "0");
  EXPECT_EQ(digits(-0.0), "0");
  EXPECT_EQ(digits(2.4e-7), "2.4e-7");
  EXPECT_EQ(digits(2.4e-12), "2.4e-12");
  EXPECT_EQ(digits(1e300, 3), "1e+300");
  EXPECT_EQ(digits(std::nan("")), "unknown");
}

TEST(TextTable, HasColumnsJustWideEnough) {
  TextTable table({{"name"}, {"value", true}});
  table.add({"für", "1"});
  table.add({"a long one", "20"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "name        value\nfür             1\na long one     20\n");
}

}  // namespace
}  // namespace ventosa::app::text_table_test
