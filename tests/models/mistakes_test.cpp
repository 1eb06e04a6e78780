#include "models/mistakes.h"

#include <gtest/gtest.h>

#include "models/yaml_fields.h"

namespace ventosa::models::mistakes_test {
namespace {

struct Options {
  double speed_m_s = 1;
  int n = 2;
};

void describe(auto& field, controller::Is<Options> auto& options) {
  field("speed_m_s", options.speed_m_s, "m/s", positive());
  field("n", options.n, {}, between(0, 5));
}

std::string refusal(const Mistakes& mistakes) {
  try {
    mistakes.refuse();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Mistakes, AreToldTogetherInTheOrderOfTheFile) {
  const Node root = Node::parse("b: x\na: y\nc: 1\n", "file.yaml");
  Mistakes mistakes;
  for (const char* key : {"c", "a", "b"})
    mistakes.collect(root, key, [&] { root.at(key).as_int(); });
  EXPECT_EQ(refusal(mistakes),
            "file.yaml:1:4: b = x: must be a whole number\n"
            "file.yaml:2:4: a = y: must be a whole number");
}

TEST(Mistakes, AreNoneWhereNothingIsWrong) {
  const Node root = Node::parse("a: 1\n", "file.yaml");
  Mistakes mistakes;
  EXPECT_TRUE(mistakes.collect(root, "a", [&] { root.at("a").as_int(); }));
  EXPECT_NO_THROW(mistakes.refuse());
}

TEST(Mistakes, OfAStructAreAllItsFieldsAndUnknownKeys) {
  const Node root = Node::parse("n: 9\nspeed_m_s: 0\nspeed_ms: 3\n", "file.yaml");
  Options options;
  try {
    read_optional(root, options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "file.yaml:1:4: n = 9: must be at most 5\n"
              "file.yaml:2:12: speed_m_s = 0: must be above 0\n"
              "file.yaml:3:1: speed_ms: unknown key (did you mean 'speed_m_s'? allowed: "
              "speed_m_s, n)");
  }
  EXPECT_EQ(options.speed_m_s, 1);
}

TEST(Mistakes, DoNotMakeUnknownKeysOfWhatWasNotRead) {
  const Node root = Node::parse("leg: {name: 3, type: x}\nother: 1\n", "file.yaml");
  Mistakes mistakes;
  mistakes.collect(root, "leg", [&] { root.at("leg").at("name").as_string(); });
  mistakes.collect(root, [&] { root.finish(); });
  const std::string message = refusal(mistakes);
  EXPECT_EQ(message.find("type"), std::string::npos) << message;
  EXPECT_NE(message.find("other: unknown key"), std::string::npos) << message;
}

TEST(Mistakes, AreToldOnce) {
  const Node root = Node::parse("a: 1\n", "file.yaml");
  Mistakes mistakes;
  for (int i = 0; i < 2; ++i) mistakes.collect(root, "b", [&] { root.at("b"); });
  EXPECT_EQ(refusal(mistakes), "file.yaml:1:1: b: missing key");
}

TEST(Mistakes, BeyondFiftyAreCounted) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "k" + std::to_string(i) + ": 1\n";
  try {
    const Node root = Node::parse(text, "file.yaml");
    root.find("a");
    root.finish();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("\nand 10 more"), std::string::npos);
  }
}

}  // namespace
}  // namespace ventosa::models::mistakes_test
