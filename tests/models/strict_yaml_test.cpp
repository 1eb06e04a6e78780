#include "models/strict_yaml.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "tests/scratch_folder.h"

namespace ventosa::models::strict_yaml_test {
namespace {

Node parse(const std::string& text) { return Node::parse(text, "f.yaml"); }

/// Error message; empty if the text is accepted.
std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string refusal(const std::string& text) {
  return refusal([&] { parse(text); });
}

template <class Read>
std::string refusal(const std::string& text, Read read) {
  return refusal([&] { read(parse(text)); });
}

std::string number_refusal(const std::string& number, Range range = any()) {
  return refusal("x: " + number, [&](const Node& root) { root.at("x").as_double(range); });
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' lacks '" << part << "'";
}

// ---- the YAML that is allowed

TEST(StrictYaml, ReadsEveryType) {
  const Node root = parse(
      "text: hello\nquoted: '12'\nyes: true\ncount: -3\nlength_m: 1.5e-3\ntilt_deg: 180\n"
      "p_m: [1, -2, .5]\nmode: fast\n");
  EXPECT_EQ(root.at("text").as_string(), "hello");
  EXPECT_EQ(root.at("quoted").as_string(), "12");
  EXPECT_TRUE(root.at("yes").as_bool());
  EXPECT_EQ(root.at("count").as_int(), -3);
  EXPECT_DOUBLE_EQ(root.at("length_m").as_double(), 1.5e-3);
  EXPECT_DOUBLE_EQ(root.at("tilt_deg").as_rad(), M_PI);
  EXPECT_EQ(root.at("p_m").as_vector<3>(), controller::Vector3d(1, -2, .5));
  EXPECT_EQ(root.at("mode").as_enum<int>({{"slow", 1}, {"fast", 2}}), 2);
  EXPECT_NO_THROW(root.finish());
}

TEST(StrictYaml, AcceptsEveryWayToWriteADecimal) {
  const std::vector<std::pair<std::string, double>> numbers{
      {"0", 0},  {"-0.0", 0},   {"+2", 2},      {"0.5", .5},        {".5", .5},
      {"5.", 5}, {"1e3", 1000}, {"1E+3", 1000}, {"2.5e-3", 2.5e-3}, {"-7", -7}};
  for (const auto& [text, value] : numbers)
    EXPECT_EQ(parse("x: " + text).at("x").as_double(), value) << text;
}

TEST(StrictYaml, ReadsListsOfMapsWithTheirKeyPaths) {
  const auto legs = parse("legs:\n  - {name: a}\n  - {name: b}\n").at("legs").elements(1, 2);
  ASSERT_EQ(legs.size(), 2U);
  EXPECT_EQ(legs[1].at("name").key_path(), "legs[1].name");
  EXPECT_EQ(legs[1].key(), "[1]");
}

TEST(StrictYaml, ReadsMapsWithNamesOfTheUserInFileOrder) {
  const auto members = parse("b: 1\na: 2\n").members();
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].first, "b");
  EXPECT_EQ(members[1].second.as_int(), 2);
}

// ---- the YAML that is refused

TEST(StrictYaml, RefusesDuplicateKeyAtItsPlace) {
  EXPECT_EQ(refusal("body:\n  mass_kg: 1\n  mass_kg: 2\n"),
            "f.yaml:3:3: body.mass_kg: duplicate key (keep one of them)");
  expect_contains(refusal("{a: 1, b: 2, 'a': 3}"), "f.yaml:1:14: a: duplicate key");
}

TEST(StrictYaml, RefusesAnchorAndAlias) {
  expect_contains(refusal("a: &x 1\n"), "f.yaml:1:4: a = &x: anchors are not allowed");
  expect_contains(refusal("a: &x {b: 1}\n"), "anchors are not allowed");
  expect_contains(refusal("a: *x\n"), "f.yaml:1:4:");
}

TEST(StrictYaml, RefusesTags) {
  for (const char* text :
       {"a: !!str 1", "a: !mine 1", "a: ! 1", "a: !!map {b: 1}", "a: ! [1]", "!!str a: 1", "! a: 1",
        "!<tag:x> {}", "a: !!null ~", "a: !!null", "é: ! 1", "a: 1\r\nb: ! 2", "a: !!seq\n  - 1",
        "a: !!map\n  b: 1", "? !!str a"})
    expect_contains(refusal(text), "tags are not allowed");
  EXPECT_EQ(refusal("a: '!!str'\nb: \"! x\"\n"), "");
}

TEST(StrictYaml, RefusesSecondDocument) {
  expect_contains(refusal("a: 1\n---\nb: 2\n"), "f.yaml:2:1: only one document is allowed");
  EXPECT_EQ(refusal("---\na: 1\n...\n"), "");
}

TEST(StrictYaml, RefusesNulByte) {
  using namespace std::string_literals;
  expect_contains(refusal("a: 1\nb: \0\n"s), "f.yaml:2:4: NUL byte");
}

TEST(StrictYaml, RefusesKeysThatAreNoWords) {
  for (const char* text : {"[1, 2]: 3", "{a: 1}: 3", ": 3", "~: 3"})
    expect_contains(refusal(text), "a key must be a word");
}

TEST(StrictYaml, RefusesTextThatIsNoYamlWithItsPlace) {
  expect_contains(refusal("a: 1\nb: [1, 2\nc: 3\n"), "f.yaml:3:");
  expect_contains(refusal("a: 1\n\tb: 2\n"), "not valid YAML");
}

TEST(StrictYaml, SurvivesDeepNesting) {
  expect_contains(refusal("a: " + std::string(100000, '[')), "f.yaml:1:");
  EXPECT_NE(refusal(std::string(100000, '{')), "");
}

TEST(StrictYaml, IgnoresByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(parse(mark + "a: 1").at("a").as_int(), 1);
  expect_contains(refusal(mark + "a: ! 1"), "f.yaml:1:4: a: tags are not allowed");
}

TEST(StrictYaml, RefusesWhatIsNoPrintableUtf8AtItsPlace) {
  expect_contains(refusal("a: 1\nb: 'caf\xe9'\n"), "2:8: neither UTF-8 nor");
  expect_contains(refusal("a: 'b\x1b[31m'\n"), "1:6: neither UTF-8 nor");
  expect_contains(refusal("a: \"\\e[31m\"\n"), "must be printable text");
  expect_contains(refusal("\"\\x07\": 1\n"), "must be printable text");
}

TEST(StrictYaml, NamesASpaceThatIsNoneOfYamlsAtItsPlace) {
  const auto message = [](const std::string& text) {
    return refusal([&] { Node::parse(text, "file.yaml"); });
  };
  expect_contains(message("a: 1\nb:\u00a02\n"), "file.yaml:2:3: not a YAML space: U+00A0");
  expect_contains(message("a:\n\u2003b: 2\n"), "file.yaml:2:1: not a YAML space: U+2003");
  expect_contains(message("a: it's 5\u00a0m\n"), "file.yaml:1:10: ");
  for (const char* good : {"a: \"5\u00a0m\"\n", "a: '5\u00a0m'\n", "a: 1  # 5\u00a0m\n"})
    EXPECT_EQ(message(good), "") << good;
}

TEST(StrictYaml, TakesTextOfOneLine) {
  expect_contains(refusal("a: \"b\\nc\"\n", [](const Node& root) { root.at("a").as_string(); }),
                  "must be one line of text");
}

class YamlFile : public testing::Test {
 protected:
  const ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
};

TEST_F(YamlFile, IsRefusedIfMissingOrNoFile) {
  expect_contains(refusal([&] { Node::load(folder_ / "none.yaml"); }), "none.yaml: no such file");
  expect_contains(refusal([&] { Node::load(folder_); }), "is a folder");
}

TEST_F(YamlFile, IsRefusedAboveSixteenMebibytes) {
  const auto write = [&](std::size_t size) {
    const std::string start = "a: 1\n#";
    std::ofstream(folder_ / "big.yaml") << start << std::string(size - start.size(), 'x');
  };
  write(16 << 20);
  EXPECT_EQ(Node::load(folder_ / "big.yaml").at("a").as_int(), 1);
  write((16 << 20) + 1);
  expect_contains(refusal([&] { Node::load(folder_ / "big.yaml"); }), "larger than 16 MiB");
}

/// The end of the file would close the quote, and all lines up to there would belong to its text.
TEST(StrictYaml, RefusesAQuoteThatDoesNotEndOnItsLine) {
  for (const char* text :
       {"a: \"x\nb: 1\n", "a: 'x\nb: 1\n", "a: \"x\\\"\nb: 1\n", "a: \"x\nb: \"y\"\n",
        "\"a: 1\nb: 2\n", "- 'it''s\n", "a: \"x\\\n  y\"\n", "a: {b: \"x, c: 1}\n"}) {
    const std::string message = refusal([&] { Node::parse(text, "file.yaml"); });
    EXPECT_NE(message.find("file.yaml:1:"), std::string::npos) << text << message;
    EXPECT_NE(message.find("must end on its line"), std::string::npos) << text << message;
  }
  const Node good = Node::parse(
      "\xc3\xa9: '\xc3\xa9''s \"'  # it's\r\n\"b\": \"it's \\\\\\\" #\"\nc: it's\nd: [\"x\", "
      "'y']\n",
      "file.yaml");
  EXPECT_EQ(good.at("\xc3\xa9").as_string(), "\xc3\xa9's \"");
  EXPECT_EQ(good.at("b").as_string(), "it's \\\" #");
  EXPECT_EQ(good.at("c").as_string(), "it's");
}

/// On one line, and equal after reading.
TEST(StrictYaml, WritesAValueThatReadsBack) {
  const char* text =
      "a: [1, -2.5e-3, 010, true, \"7\", plain text, 'it''s, [so]', \"\\\"q\\\" \\\\\"]\n"
      "\"b c\": {d: null, e: {}, f: []}\n"
      "g: |\n  two\n  lines\n";
  const std::string flow = Node::parse(text, "file.yaml").as_flow();
  EXPECT_EQ(flow.find('\n'), std::string::npos);
  const Node again = Node::parse(flow, "file.yaml");
  EXPECT_EQ(again.as_flow(), flow);
  const auto list = again.at("a").elements();
  EXPECT_EQ(list[0].as_int(), 1);
  EXPECT_EQ(list[1].as_double(), -2.5e-3);
  EXPECT_THROW(list[2].as_int(), InputError);
  EXPECT_TRUE(list[3].as_bool());
  EXPECT_EQ(list[4].as_string(), "7");
  EXPECT_EQ(list[5].as_string(), "plain text");
  EXPECT_EQ(list[6].as_string(), "it's, [so]");
  EXPECT_EQ(list[7].as_string(), "\"q\" \\");
  EXPECT_TRUE(again.at("b c").at("d").is_null());
}

// ---- typed reading

TEST(StrictYaml, RefusesNumbersThatAreNotFiniteDecimals) {
  for (const char* text :
       {".nan", ".NaN",  "nan", ".inf",  "-.inf", "inf", "1e999", "010",   "-007", "0x1F",
        "0o17", "1_000", "1,5", "1.5.2", "1e",    "e3",  ".",     "+",     "--1",  "1 2",
        "12kg", "yes",   "abc", "'1'",   "\"1\"", "",    "[1]",   "{a: 1}"})
    expect_contains(number_refusal(text), "number");
  expect_contains(number_refusal("010"),
                  "x = 010: must be a finite decimal number (no leading zero");
  expect_contains(number_refusal("'1'"), "without quotes");
}

TEST(StrictYaml, RefusesNumbersOutsideTheirRange) {
  EXPECT_EQ(number_refusal("-1", positive()), "f.yaml:1:4: x = -1: must be above 0");
  expect_contains(number_refusal("0", positive()), "must be above 0");
  EXPECT_EQ(number_refusal("0", not_negative()), "");
  expect_contains(number_refusal("7", between(0, 5)), "must be at least 0 and at most 5");
  EXPECT_EQ(number_refusal("5", between(0, 5)), "");
  expect_contains(number_refusal("1.01", above(0, 1)), "must be above 0 and at most 1");
}

TEST(StrictYaml, RefusesWholeNumbersThatAreNot) {
  for (const char* text : {"1.0", "1e3", "010", "0x10", "'1'", "99999999999999999999", "a", "[]"})
    expect_contains(
        refusal(std::string("x: ") + text, [](const Node& root) { root.at("x").as_int64(); }),
        "must be a whole number");
  expect_contains(refusal("x: 3000000000", [](const Node& root) { root.at("x").as_int(); }),
                  "must be at most 2147483647");
}

TEST(StrictYaml, RefusesBoolsThatAreNotTrueOrFalse) {
  for (const char* text : {"yes", "no", "on", "off", "True", "1", "'true'", "y", "~", "[true]"})
    expect_contains(
        refusal(std::string("x: ") + text, [](const Node& root) { root.at("x").as_bool(); }),
        "must be true or false");
}

TEST(StrictYaml, RefusesTextsThatReadAsAnotherType) {
  for (const char* text :
       {"12", "1e3", "true", "Yes", "off", ".inf", "0x1F", "010", "[a]", "", "~"})
    expect_contains(
        refusal(std::string("x: ") + text, [](const Node& root) { root.at("x").as_string(); }),
        "must be a text");
  expect_contains(refusal("x: ''", [](const Node& root) { root.at("x").as_string(); }),
                  "not empty");
}

TEST(StrictYaml, RefusesVectorsOfAnotherSize) {
  EXPECT_EQ(refusal("p: [1, 2]", [](const Node& root) { root.at("p").as_vector<3>(); }),
            "f.yaml:1:1: p = [...]: must have 3 elements, has 2");
  EXPECT_EQ(refusal("p: [1, 2, a]", [](const Node& root) { root.at("p").as_vector<3>(); }),
            "f.yaml:1:11: p[2] = a: must be a finite decimal number");
}

TEST(StrictYaml, NamesTheChoicesAndTheLikelyOne) {
  EXPECT_EQ(refusal("mode: fsat",
                    [](const Node& root) {
                      root.at("mode").as_enum<int>({{"slow", 1}, {"fast", 2}});
                    }),
            "f.yaml:1:7: mode = fsat: must be one of: slow, fast (did you mean 'fast'?)");
}

TEST(StrictYaml, RefusesCollectionsOfAnotherKind) {
  expect_contains(refusal("a: 1", [](const Node& root) { root.at("a").at("b"); }), "must be a map");
  expect_contains(refusal("a: {}", [](const Node& root) { root.at("a").elements(); }),
                  "must be a list");
  expect_contains(refusal("", [](const Node& root) { root.at("a"); }), "must be a map");
  expect_contains(refusal("a: []", [](const Node& root) { root.at("a").elements(1); }),
                  "must have at least 1 elements, has 0");
}

// ---- keys

TEST(StrictYaml, RefusesUnknownKeyWithAllowedKeysAndHint) {
  const auto read = [](const Node& root) {
    root.at("body").find("com_m");
    root.at("body").at("mass_kg");
    root.finish();
  };
  EXPECT_EQ(refusal("body:\n  mass_kg: 1\n  con_m: 2\n", read),
            "f.yaml:3:3: body.con_m: unknown key (did you mean 'com_m'? allowed: com_m, mass_kg)");
  EXPECT_EQ(refusal("body:\n  mass_kg: 1\n  colour: 2\n", read),
            "f.yaml:3:3: body.colour: unknown key (allowed: com_m, mass_kg)");
}

TEST(StrictYaml, RefusesUnknownKeyInsideLists) {
  expect_contains(refusal("a:\n  - {b: 1}\n  - {b: 1, c: 2}\n",
                          [](const Node& root) {
                            for (const Node& item : root.at("a").elements()) item.at("b");
                            root.finish();
                          }),
                  "f.yaml:3:12: a[1].c: unknown key");
}

TEST(StrictYaml, ReportsMissingKeyAtItsParentsPlace) {
  const auto read = [](const Node& root) { root.at("body").at("mass_kg"); };
  EXPECT_EQ(refusal("a: 1\nbody:\n  com_m: 1\n", read), "f.yaml:2:1: body.mass_kg: missing key");
  expect_contains(refusal("a: 1\nbody:\n  mas_kg: 1\n", read), "is 'mas_kg' meant to be it?");
  expect_contains(refusal("a: 1\n", read), "f.yaml:1:1: body: missing key");
}

// ---- errors thrown later

TEST(StrictYaml, LocatesKeyPathAtItsNearestParent) {
  const Node root = parse("a: 1\nplacement:\n  feet:\n    - {x_m: 1}\n    - {x_m: 2}\n");
  const auto place = [&](const std::string& path) {
    return std::string(root.locate(InputError(path, "", "bad", "")).what());
  };
  EXPECT_EQ(place("placement.feet[1].x_m"), "f.yaml:5:13: placement.feet[1].x_m: bad");
  EXPECT_EQ(place("placement.feet[1]"), "f.yaml:5:7: placement.feet[1]: bad");
  EXPECT_EQ(place("placement.feet[2].x_m"), "f.yaml:3:3: placement.feet[2].x_m: bad");
  EXPECT_EQ(place("placement.height_m"), "f.yaml:2:1: placement.height_m: bad");
  EXPECT_EQ(place("nothing"), "f.yaml:1:1: nothing: bad");
  EXPECT_EQ(place(""), "f.yaml:1:1: bad");
}

TEST(StrictYaml, LocatesOnlyOnce) {
  const Node root = parse("a: 1\n");
  const InputError located = root.locate(InputError("a", "1", "bad", "mend"));
  EXPECT_TRUE(located.has_place());
  EXPECT_STREQ(located.what(), "f.yaml:1:4: a = 1: bad (mend)");
  EXPECT_STREQ(root.locate(located).what(), located.what());
}

TEST(StrictYaml, ShowsNoControlCharactersAndNoEndlessValues) {
  const std::string text = refusal("a: \"\\e[31m" + std::string(500, 'x') + "\"",
                                   [](const Node& root) { root.at("a").as_int(); });
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_LT(text.size(), 200U);
}

}  // namespace
}  // namespace ventosa::models::strict_yaml_test
