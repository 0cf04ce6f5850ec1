// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/json.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kSchema = R"({
  "type": "object",
  "additionalProperties": false,
  "required": ["name", "cases"],
  "properties": {
    "name": {"type": "string", "minLength": 1, "description": "what the set is called"},
    "cases": {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/case"}},
    "limit": {"type": ["number", "null"], "minimum": 0, "exclusiveMaximum": 10},
    "colour": {"oneOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}]},
    "mixed": {"allOf": [{"type": "string"}, {"minLength": 2}]},
    "kind": {"const": "set"},
    "place": {"type": "string", "format": "json-pointer"}
  },
  "definitions": {
    "case": {
      "type": "object",
      "additionalProperties": false,
      "required": ["id"],
      "properties": {
        "id": {"type": "string"},
        "risk_level": {"enum": ["safe", "low", "high"]},
        "count": {"type": "integer"}
      }
    }
  }
})";

std::vector<std::string> problems_of(std::string_view document) {
  std::vector<std::string> lines;
  for (const Problem& problem : JsonSchema(kSchema).check(parse_json(document, "f"), "f")) {
    lines.push_back(to_string(problem));
  }
  return lines;
}

TEST(Schema, ValidDocumentHasNoProblems) {
  EXPECT_THAT(
      problems_of(R"({"name": "x", "cases": [{"id": "a", "risk_level": "low", "count": 2}], "limit": null,
                              "colour": 3, "kind": "set", "place": "/a/0", "mixed": "ab"})"),
      IsEmpty());
}

TEST(Schema, WrongTypeNamesBoth) {
  EXPECT_THAT(problems_of("{\"name\": 7, \"cases\":\n {}}"),
              ElementsAre("f:1: error: expected a string, not the integer 7 (at /name)",
                          "f:2: error: expected an array, not an object (at /cases)"));
}

TEST(Schema, SeveralTypesAreAllNamed) {
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "limit": "1"})"),
              ElementsAre("f:1: error: expected a number or null, not the string \"1\" (at /limit)"));
}

TEST(Schema, UnknownMemberGetsTheNearestKnownOne) {
  EXPECT_THAT(problems_of("{\"name\": \"x\", \"cases\": [{\"id\": \"a\",\n\"risklevel\": \"low\"}]}"),
              ElementsAre("f:2: error: unknown member \"risklevel\" (at /cases/0/risklevel)\n"
                          "  next: did you mean \"risk_level\"?"));
}

TEST(Schema, UnknownMemberNearNothingGetsTheList) {
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a", "zebra": 1}]})"),
              ElementsAre("f:1: error: unknown member \"zebra\" (at /cases/0/zebra)\n"
                          "  next: remove it; the members here are id, risk_level, count"));
}

TEST(Schema, NearMeansNearForItsLength) {
  const auto advice = [](const std::string& given, const std::string& known) {
    const std::string schema = R"({"additionalProperties": false, "properties": {")" + known + R"(": {}}})";
    return to_string(JsonSchema(schema).check(parse_json("{\"" + given + "\": 1}", "f"), "f").at(0));
  };
  for (const auto& [given, known] : {std::pair{"nmae", "name"},
                                     {"NAME", "name"},
                                     {"nam", "name"},
                                     {"names", "name"},
                                     {"a", "ab"},
                                     {"timout_ms", "timeout_s"}})
    EXPECT_THAT(advice(given, known), HasSubstr("did you mean")) << given;
  for (const auto& [given, known] :
       {std::pair{"a", "xy"}, {"game", "none"}, {"name", "surname"}, {"ab", "ba1"}})
    EXPECT_THAT(advice(given, known), HasSubstr("remove it")) << given;
}

TEST(Schema, ElementsMayHaveASchemaEach) {
  const JsonSchema pair(R"({"type": "array", "items": [{"type": "string"}, {"type": "integer"}],
                            "additionalItems": {"type": "boolean"}})");
  const auto said = [&](const char* text) {
    std::string all;
    for (const auto& problem : pair.check(parse_json(text, "f"), "f")) all += to_string(problem) + "\n";
    return all;
  };
  EXPECT_EQ(said(R"(["a", 1, true])"), "");
  EXPECT_EQ(said(R"([1, "a"])"),
            "f:1: error: expected a string, not the integer 1 (at /0)\n"
            "f:1: error: expected an integer, not the string \"a\" (at /1)\n");
  EXPECT_EQ(said(R"(["a", 1, 2])"), "f:1: error: expected a boolean, not the integer 2 (at /2)\n");
}

TEST(Schema, MissingMemberIsNamedAtTheObjectsLine) {
  EXPECT_THAT(
      problems_of("{\n\"cases\": [\n{\n\"risk_level\": \"low\"}]}"),
      ElementsAre("f:1: error: member \"name\" is missing\n  next: add \"name\": what the set is called",
                  "f:3: error: member \"id\" is missing (at /cases/0)\n  next: add \"id\""));
}

TEST(Schema, EnumListsItsValuesAndTheNearest) {
  EXPECT_THAT(
      problems_of(R"({"name": "x", "cases": [{"id": "a", "risk_level": "hihg"}]})"),
      ElementsAre(
          "f:1: error: expected \"safe\", \"low\" or \"high\", not \"hihg\" (at /cases/0/risk_level)\n"
          "  next: did you mean \"high\"?"));
}

TEST(Schema, ConstNamesItsValue) {
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "kind": 1})"),
              ElementsAre("f:1: error: expected \"set\", not 1 (at /kind)"));
}

TEST(Schema, EmptyTextAndEmptyListAreSaidSo) {
  EXPECT_THAT(
      problems_of(R"({"name": "", "cases": []})"),
      ElementsAre("f:1: error: must not be empty (at /cases)", "f:1: error: must not be empty (at /name)"));
}

TEST(Schema, BoundsOfNumbers) {
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "limit": -1})"),
              ElementsAre("f:1: error: must be at least 0, not -1 (at /limit)"));
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "limit": 10})"),
              ElementsAre("f:1: error: must be less than 10, not 10 (at /limit)"));
}

TEST(Schema, OneOfNamesTheTypesOfItsBranches) {
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "colour": true})"),
              ElementsAre("f:1: error: expected a string or an integer, not a boolean (at /colour)"));
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "colour": "green"})"),
              ElementsAre("f:1: error: must have at most 3 characters, not 5 (at /colour)"));
}

TEST(Schema, AllOfIsFollowed) {
  EXPECT_THAT(problems_of(R"({"name": "x", "cases": [{"id": "a"}], "mixed": "a"})"),
              ElementsAre("f:1: error: must have at least 2 characters, not 1 (at /mixed)"));
}

TEST(Schema, PointersAreOnesOfJson) {
  for (const char* pointer : {"", "/a", "/a/0/b~0c~1d", "/"})
    EXPECT_THAT(
        problems_of(R"({"name": "x", "cases": [{"id": "a"}], "place": ")" + std::string(pointer) + "\"}"),
        IsEmpty());
  for (const char* pointer : {"a", "a/b", "/a~", "/a~2"})
    EXPECT_THAT(
        problems_of(R"({"name": "x", "cases": [{"id": "a"}], "place": ")" + std::string(pointer) + "\"}"),
        ElementsAre("f:1: error: expected a JSON pointer, not \"" + std::string(pointer) +
                    "\" (at /place)\n  next: write it as /member/0/member, with a slash before every step"));
}

TEST(Schema, OfTheBranchesTheNearestSaysWhatIsWrong) {
  const JsonSchema schema(R"({"oneOf": [
    {"enum": ["stdout", "retrieval"]},
    {"type": "object", "required": ["json"], "additionalProperties": false, "properties": {"json": {"type": "string"}}},
    {"type": "object", "required": ["regex", "group"], "additionalProperties": false,
     "properties": {"regex": {"type": "string"}, "group": {"type": "integer"}}}]})");
  const auto said = [&](const char* text) {
    std::string all;
    for (const auto& problem : schema.check(parse_json(text, "f"), "f")) all += problem.what + ";";
    return all;
  };
  EXPECT_EQ(said(R"({"json": "/a"})"), "");
  EXPECT_EQ(said(R"({"json": 1})"), "expected a string, not the integer 1;");
  EXPECT_EQ(said(R"({"regex": "a"})"), "member \"group\" is missing;");
  EXPECT_EQ(said(R"("stdot")"), "expected \"stdout\" or \"retrieval\", not \"stdot\";");
}

TEST(Schema, ThatTwoBranchesFitIsAFault) {
  const JsonSchema either(R"({"oneOf": [{"type": "integer"}, {"minimum": 2}]})");
  EXPECT_THAT(either.check(parse_json("1", "f"), "f"), IsEmpty());
  EXPECT_EQ(either.check(parse_json("3", "f"), "f").size(), 1u);
  const JsonSchema any(R"({"anyOf": [{"type": "integer"}, {"minimum": 2}]})");
  EXPECT_THAT(any.check(parse_json("3", "f"), "f"), IsEmpty());
}

TEST(Schema, ThatRefersToItselfFollowsTheDocument) {
  const JsonSchema tree(R"({"$ref": "#/definitions/node", "definitions": {"node": {
    "type": "object", "properties": {"inner": {"$ref": "#/definitions/node"}, "name": {"type": "string"}}}}})");
  EXPECT_THAT(tree.check(parse_json(R"({"inner": {"inner": {"name": "x"}}})", "f"), "f"), IsEmpty());
  const auto problems = tree.check(parse_json(R"({"inner": {"inner": {"name": 1}}})", "f"), "f");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/inner/inner/name");
}

TEST(Schema, ChecksOneElementAsIfItStoodInItsDocument) {
  const JsonSchema schema(kSchema);
  EXPECT_THAT(schema.check_at("/cases/7", parse_json(R"({"id": "a"})", "f"), "f"), IsEmpty());
  const auto problems = schema.check_at("/cases/7", parse_json("{\n\"id\": 1}", "f"), "f");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(to_string(problems[0]), "f:2: error: expected a string, not the integer 1 (at /cases/7/id)");
}

TEST(Schema, FaultInAParentAndInItsChildAreBothReported) {
  EXPECT_THAT(problems_of("{\"name\": \"x\", \"cases\": [{\n\"count\": \"a\"}]}"),
              ElementsAre(HasSubstr("f:1: error: member \"id\" is missing"),
                          HasSubstr("f:2: error: expected an integer, not the string \"a\"")));
}

TEST(Schema, ThousandsOfFaultsAreReportedInReasonableTime) {
  std::string text = "{\"name\": \"x\", \"cases\": [{}";
  for (int i = 1; i < 5000; ++i) text += ",\n{}";
  EXPECT_EQ(problems_of(text + "]}").size(), 5000u);
}

TEST(Schema, KeysWithOddCharactersKeepTheirPointers) {
  const JsonSchema schema(R"({"type": "object", "additionalProperties": {"type": "integer"}})");
  const auto problems = schema.check(parse_json("{\n\"a/b]~[\": \"x\"}", "f"), "f");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(to_string(problems[0]), "f:2: error: expected an integer, not the string \"x\" (at /a~1b]~0[)");
}

TEST(Schema, ThatIsNoneIsAnError) {
  EXPECT_THROW(JsonSchema(R"({"type": 7})"), Error);
  EXPECT_THROW(JsonSchema("{"), Error);
  EXPECT_THROW(JsonSchema(R"({"type": "text"})"), Error);
  EXPECT_THROW(JsonSchema(R"({"$ref": "#/definitions/nowhere"})"), Error);
  EXPECT_THROW(JsonSchema(R"({"properties": {"a": {"pattern": "^a"}}})"), Error) << "would not be checked";
}

TEST(Schema, CanBeMoved) {
  JsonSchema first(kSchema);
  JsonSchema second = std::move(first);
  EXPECT_FALSE(second.check(parse_json("{}", "f"), "f").empty());
}

}  // namespace
}  // namespace assay
