// SPDX-License-Identifier: Apache-2.0
// Documents whose long lists are delivered element by element.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/json.h"
#include "error_of.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Taken {
  std::vector<std::string> elements;  // "list index line bytes"
  JsonValue rest;
};

Taken taken_from(std::string_view text, const JsonLimits& limits = {}) {
  Taken taken;
  const auto take = [&](const JsonElement& element) {
    taken.elements.push_back(std::string(element.list) + " " + std::to_string(element.index) + " " +
                             std::to_string(element.value.line) + " " +
                             std::string(text.substr(element.offset, element.length)));
  };
  taken.rest = parse_json_lists(one_block(text), "f", {"cases", "queries"}, take, limits);
  return taken;
}

TEST(JsonLists, HandOverEachElementWithItsPlace) {
  EXPECT_THAT(
      taken_from(
          "{\"name\": \"x\",\n \"cases\": [{\"id\": 1},\n  {\"id\": [2]} , [3]],\n\"queries\": [ {} ]}")
          .elements,
      ElementsAre("cases 0 2 {\"id\": 1}", "cases 1 3 {\"id\": [2]}", "cases 2 3 [3]", "queries 0 4 {}"));
}

TEST(JsonLists, KeepTheFirstElementAndTheRestOfTheDocument) {
  const JsonValue rest =
      taken_from("{\"cases\": [{\"id\": 1}, {\"id\": 2}, {\"id\": 3}],\n\"name\": [{}, {}]}").rest;
  ASSERT_EQ(rest.find("cases")->array()->size(), 1u);
  EXPECT_EQ(*rest.at_pointer("/cases/0/id")->integer(), 1);
  EXPECT_EQ(rest.find("name")->line, 2);
  EXPECT_EQ(rest.find("name")->array()->size(), 2u);
}

TEST(JsonLists, ScalarsStayAndKeepTheirIndex) {
  const Taken taken = taken_from("{\"cases\": [7, {}, {}, 8, {}]}");
  EXPECT_THAT(taken.elements, ElementsAre("cases 1 1 {}", "cases 2 1 {}", "cases 4 1 {}"));
  EXPECT_EQ(taken.rest.find("cases")->array()->size(), 2u);
}

TEST(JsonLists, OfInnerObjectsAreLeftAlone) {
  EXPECT_THAT(taken_from("{\"inner\": {\"cases\": [{}, {}]}}").elements, ElementsAre());
  EXPECT_THAT(taken_from("[[{}, {}]]").elements, ElementsAre());
}

TEST(JsonLists, FaultsPastElementsThatAreGoneNameTheirPlace) {
  EXPECT_THAT(
      error_of([&] { taken_from("{\"cases\": [{}, {}, {},\n{\"a\": 1, \"a\": 2}]}"); }),
      testing::AllOf(HasSubstr("f:2: error: member \"a\" is given twice"), HasSubstr("(at /cases/3/a)")));
}

TEST(JsonLists, ElementsThatAreGoneDoNotCountAsValues) {
  std::string text = "{\"cases\": [{}";
  for (int i = 0; i < 1000; ++i) text += ",{\"a\": 1}";
  EXPECT_EQ(taken_from(text + "]}", {.values = 20}).elements.size(), 1001u);
  EXPECT_THROW(parse_json(text + "]}", "f", {.values = 20}), Error);
}

}  // namespace
}  // namespace assay
