// SPDX-License-Identifier: Apache-2.0
// Queries with judged documents, of TREC and BEIR.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Options options(int relevant = 1, bool refuse_unanswered = false) {
  return {.name = "set", .mapping = {}, .relevant = relevant, .refuse_unanswered = refuse_unanswered};
}

constexpr const char* kTopics = "q1\thow long?\nq2\twhat soup?\n";
constexpr const char* kJudged = "q1 0 limits.md 2\nq1 0 soup.md -1\nq1 0 other.md 1\nq9 0 a 1\n";

TEST(TrecTest, JudgementsSayWhichDocumentsAreExpected) {
  const auto made = converted(Source::trec, {{"topics", kTopics}, {"qrels", kJudged}}, options());
  EXPECT_EQ(made.dataset["queries"].at(0)["expected_doc_ids"], (Json{"limits.md", "other.md"}));
  EXPECT_EQ(made.dataset["queries"].at(0)["judgements"],
            (Json{{"limits.md", 2}, {"soup.md", -1}, {"other.md", 1}}));
  EXPECT_THAT(made.remarks(),
              ElementsAre("topics:2: left out: no document is judged for query q2",
                          "qrels:4: not carried over: judgements of query q9 that topics does not have"));
  EXPECT_THAT(
      converted(Source::trec,
                {{"topics", "q1\thow long?\n"}, {"qrels", "q1 0 a 1\nq9 0 a 1\nq8 0 a 1\nq7 0 a 1\n"}},
                options())
          .remarks(),
      ElementsAre("qrels:2: not carried over: judgements of query q9 and 2 other queries that topics does "
                  "not have"));
}

TEST(TrecTest, WhatIsRelevantAndWhatIsRefusedMayBeSaid) {
  const auto made = converted(Source::trec, {{"topics", kTopics}, {"qrels", kJudged}}, options(2, true));
  EXPECT_EQ(made.dataset["queries"].at(0)["expected_doc_ids"], Json{"limits.md"});
  EXPECT_EQ(made.dataset["queries"].at(1)["expected_doc_ids"], Json::array());
}

TEST(TrecTest, TopicsMayBeMarked) {
  const auto made = converted(Source::trec,
                              {{"topics",
                                "<top>\n<num> Number: 301\n<title> how long?\n\n<desc> "
                                "Description:\nmore\n</top>\n<top>\n<num>302\n<title>Topic: soup\n</top>\n"},
                               {"qrels", "301 0 a 1\n302 0 b 1\n"}},
                              options());
  EXPECT_EQ(made.dataset["queries"].at(0)["query"], "how long?");
  EXPECT_EQ(made.dataset["queries"].at(1)["id"], "302");
  EXPECT_EQ(made.dataset["queries"].at(1)["query"], "soup");
}

TEST(TrecTest, FieldsThatAQueryHasNoPlaceForAreListedOnce) {
  const auto made = converted(
      Source::trec,
      {{"topics",
        "<top>\n<num> 1\n<title> how long?\n\n<desc> more\n<narr> see <b> there\n<narr> again\n</top>\n"
        "<top><num>2<title>soup<desc>hot</top>\n<top>\n<num> 3\n<title> x\n <url> y\n</top>\n"},
       {"qrels", "1 0 a 1\n2 0 b 1\n3 0 c 1\n"}},
      options());
  EXPECT_EQ(made.dataset["queries"].size(), 3u);
  EXPECT_THAT(made.remarks(), ElementsAre("topics:5: not carried over: <desc> of 2 topics",
                                          "topics:6: not carried over: <narr> of a topic",
                                          "topics:13: not carried over: <url> of a topic"));
}

TEST(TrecTest, OnlyATagEndsATitle) {
  const auto query_of = [](const std::string& title) {
    const auto made =
        converted(Source::trec,
                  {{"t", "<top>\n<num> 1\n<title> " + title + "\n</top>\n"}, {"r", "1 0 a 1\n"}}, options());
    return made.dataset["queries"].at(0)["query"];
  };
  EXPECT_EQ(query_of("files < 5 MB & more <1"), "files < 5 MB & more <1");
  EXPECT_EQ(query_of("a title</title>"), "a title");
  EXPECT_EQ(query_of("a title<desc> more <b>"), "a title");
  EXPECT_EQ(query_of("two\nlines\n  <dom> law"), "two lines");
  for (const std::string text : {"<b>big</b> files", "</etc/passwd"})
    EXPECT_EQ(fault_of([&] { query_of("lines of " + text); }),
              "t:3: \"" + text + "\" is within the text of <title>\n");
}

TEST(TrecTest, AByteOrderMarkIsNoPartOfAnId) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const auto source : {Source::trec, Source::beir}) {
    const bool is_trec = source == Source::trec;
    const auto made = converted(
        source,
        {{"t", mark + (is_trec ? "q1\thow long?\n" : "{\"_id\": \"q1\", \"text\": \"how long?\"}\n")},
         {"r", mark + (is_trec ? "q1 0 a 1\n" : "q1\ta\t1\n")}},
        options());
    EXPECT_EQ(made.dataset["queries"].at(0)["id"], "q1");
    EXPECT_THAT(made.remarks(), IsEmpty());
  }
}

TEST(TrecTest, ATopicThatIsNotMarkedAmongMarkedOnesIsNotLost) {
  const auto fault = [](const std::string& topics) {
    return fault_of([&] { converted(Source::trec, {{"t", topics}, {"r", "1 0 a 1\n"}}, options()); });
  };
  const std::string marked = "<top>\n<num> 1\n<title> x\n</top>\n";
  EXPECT_EQ(fault(marked + "2\thello\n"), "t:5: \"2\\thello\" is outside <top>…</top>\n");
  EXPECT_EQ(fault("2\thello\n" + marked), "t:1: \"2\\thello\" is outside <top>…</top>\n");
  EXPECT_EQ(fault(marked + "\n2\thello\n" + marked), "t:6: \"2\\thello\" is outside <top>…</top>\n");
  EXPECT_EQ(fault("<top>\n<num> 1\n" + marked), "t:1: the topic that begins here has no end\n");
  EXPECT_EQ(fault("<topics>\n" + marked + "</topics>\n"), "");
}

TEST(TrecTest, ATopicInCapitalsIsNotLost) {
  const auto fault = [](const std::string& topics) {
    return fault_of([&] { converted(Source::trec, {{"t", topics}, {"r", "1 0 a 1\n"}}, options()); });
  };
  const std::string marked = "<top>\n<num> 1\n<title> x\n</top>\n";
  EXPECT_EQ(fault(marked + "<TOP>\n<num> 2\n<title> y\n</TOP>\n"),
            "t:5: \"<TOP>\" is outside <top>…</top>\n");
  EXPECT_EQ(fault("<num> 1\n" + marked), "t:1: \"<num> 1\" is outside <top>…</top>\n");
  EXPECT_EQ(fault("<top>\n<num> 1\n<title> x\n<title> y\n</top>\n"), "t:4: a topic has a second <title>\n");
}

TEST(TrecTest, FaultsHaveTheirLine) {
  const auto fault = [](const std::string& topics, const std::string& judged) {
    return fault_of([&] { converted(Source::trec, {{"t", topics}, {"r", judged}}, options()); });
  };
  EXPECT_EQ(fault("a\n", ""), "t:1: has no tab\n");
  EXPECT_EQ(fault(kTopics, "q1 0 a\n"), "r:1: has 3 fields\n");
  EXPECT_EQ(fault(kTopics, "q1 0 a 1\nq1 0 b 0.5\n"), "r:2: \"0.5\" is not a grade\n");
  EXPECT_EQ(fault(kTopics, "q1 0 a 1\nq1 0 a 2\n"),
            "r:2: judges \"a\" for query q1 again, as 2; it is judged 1 in line 1\n");
  EXPECT_EQ(fault("q1\tx\n", "q1 0 a 1\nq1 0 a 1\n"), "") << "said twice, but not differently";
  EXPECT_EQ(fault("q1 0 a 1\n", "q1 0 a 1\n"), "t:1: is a judgement, not a topic\n");
  EXPECT_EQ(fault("q1\tx\n", "\n"), "r: has no judgement\n");
  EXPECT_EQ(fault("<top>\n<num> 1\n", ""), "t:1: the topic that begins here has no end\n");
  EXPECT_EQ(fault("<top>\n<title> x\n</top>", ""), "t:1: a topic has no number\n");
}

TEST(TrecTest, TagsMayHaveAttributesAndTextMayHaveLines) {
  const auto made = converted(
      Source::trec,
      {{"t", "<top lang='en'>\n<num id=\"x\"> Number: 051\n<title lang=\"en\"> how\n  long?\n</top>\n"},
       {"r", "051 0 a 1\n"}},
      options());
  EXPECT_EQ(made.dataset["queries"].at(0)["id"], "051");
  EXPECT_EQ(made.dataset["queries"].at(0)["query"], "how long?");
}

TEST(TrecTest, TopicsOfXml) {
  const auto made = converted(
      Source::trec,
      {{"t",
        "<?xml version=\"1.0\"?>\n<topics task=\"x\">\n<topic number=\"1\" type=\"y\">\n<query>files "
        "&lt; 5 &amp;\nmore &#39;it&#x2019;s&#39; &#x; "
        "&#xD800;</query>\n<narrative>no</narrative>\n</topic>\n<topic "
        "number='2'>soup</topic>\n</topics>\n"},
       {"r", "1 0 a 1\n2 0 b 1\n"}},
      options());
  EXPECT_EQ(made.dataset["queries"].at(0)["query"], "files < 5 & more 'it’s' &#x; &#xD800;");
  EXPECT_EQ(made.dataset["queries"].at(1)["query"], "soup");
  EXPECT_THAT(made.remarks(), ElementsAre("t:6: not carried over: <narrative> of a topic"));
  const auto fault = [](const std::string& topics) {
    return fault_of([&] { converted(Source::trec, {{"t", topics}, {"r", "1 0 a 1\n"}}, options()); });
  };
  EXPECT_EQ(fault("<queries>\n<q>x</q>\n</queries>\n"), "t:1: is markup of <queries>, and has no topic\n");
  EXPECT_EQ(fault("<topics>\n<topic>x</topic>\n</topics>\n"), "t:2: a topic has no number\n");
  EXPECT_EQ(fault("<topic number=\"1\"><abstract>x</abstract></topic>\n"),
            "t:1: topic 1 has neither <query> nor <title>\n");
}

TEST(TrecTest, ANumberMayBeWrittenDifferently) {
  const auto made =
      converted(Source::trec, {{"t", "051\tx\n52\ty\n"}, {"r", "51 0 a 1\n0052 0 b 1\n"}}, options());
  EXPECT_EQ(made.dataset["queries"].at(0)["expected_doc_ids"], Json{"a"});
  EXPECT_EQ(made.dataset["queries"].at(1)["expected_doc_ids"], Json{"b"});
  const auto both =
      converted(Source::trec, {{"t", "051\tx\n51\ty\n"}, {"r", "051 0 a 1\n51 0 b 1\n"}}, options());
  EXPECT_EQ(both.dataset["queries"].at(0)["expected_doc_ids"], Json{"a"}) << "two queries of their own";
}

TEST(TrecTest, JudgementsOfOtherQueriesAreNotTakenForRefusals) {
  const std::string expected =
      "r:1: judges query \"101\", which t lacks; none of its 2 queries is judged, the first is \"1\"\n";
  for (const bool refuse : {false, true})
    EXPECT_EQ(fault_of([&] {
                converted(Source::trec, {{"t", "1\tx\n2\ty\n"}, {"r", "101 0 a 1\n"}}, options(1, refuse));
              }),
              expected);
  EXPECT_THAT(
      fault_of([] {
        converted(Source::trec, {{"t", "1\tx\n2\ty\n3\tz\n"}, {"r", "1 0 a 1\n9 0 a 1\n"}}, options(1, true));
      }),
      testing::HasSubstr("only 1 of its 3 queries"));
}

TEST(TrecTest, AQueryWhoseJudgedDocumentsAreNotRelevantIsKept) {
  const auto made = converted(Source::trec, {{"t", "1\tx\n2\ty\n"}, {"r", "1 0 a 0\n2 0 b 1\n"}}, options());
  EXPECT_FALSE(made.dataset["queries"].at(0).contains("expected_doc_ids")) << "it is not to be refused";
  EXPECT_EQ(made.dataset["queries"].at(0)["judgements"], (Json{{"a", 0}}));
  const auto strict = converted(Source::trec, {{"t", "1\tx\n"}, {"r", "1 0 a 1\n"}}, options(2));
  EXPECT_EQ(strict.dataset["queries"].at(0)["judgements"], (Json{{"a", 1}}));
  EXPECT_EQ(strict.dataset["queries"].at(0)["relevant"], 2);
}

TEST(BeirTest, FieldsMayBeQuotedAndGradesLarge) {
  const auto made = converted(
      Source::beir,
      {{"q.jsonl", "{\"_id\": \"7\", \"text\": \"soup\"}\n"},
       {"r.tsv", "\"query-id\"\t\"corpus-id\"\t\"score\"\n\"7\"\t\"8\"\t\"250\"\n7\t\"a\"\"b\"\t1\n"}},
      options());
  EXPECT_EQ(made.dataset["queries"].at(0)["judgements"], (Json{{"8", 250}, {"a\"b", 1}}));
  EXPECT_EQ(fault_of([] {
              converted(Source::beir, {{"q", "{\"_id\": \"7\", \"text\": \"soup\"}\n"}, {"r", "\"7\t8\t1\n"}},
                        options());
            }),
            "r:1: a quoted field is never closed\n");
}

TEST(BeirTest, QueriesAndTheirGrades) {
  const std::string queries = "{\"_id\": \"1\", \"text\": \"how long?\", \"metadata\": {}}\n";
  const auto by_table = converted(
      Source::beir, {{"queries.jsonl", queries}, {"test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n"}},
      options());
  EXPECT_EQ(by_table.dataset["queries"].at(0)["expected_doc_ids"], Json{"a"});
  EXPECT_FALSE(by_table.dataset["queries"].at(0).contains("judgements")) << "they say no more";
  const auto by_lines =
      converted(Source::beir,
                {{"queries.jsonl", queries},
                 {"test.jsonl", "{\"query-id\": \"1\", \"corpus-id\": \"a\", \"score\": 1.0}\n"}},
                options());
  EXPECT_EQ(by_lines.dataset["queries"], by_table.dataset["queries"]);
}

TEST(BeirTest, MembersOfAQueryThatHaveNoPlaceAreListed) {
  EXPECT_THAT(
      converted(Source::beir,
                {{"q.jsonl",
                  "{\"_id\": 1, \"text\": \"q\", \"metadata\": {}, \"title\": null}\n"
                  "{\"_id\": 2, \"text\": \"p\", \"metadata\": {\"a\": 1}, \"forbidden\": [\"x\"]}\n"},
                 {"r", "1\ta\t1\n2\ta\t1\n"}},
                options())
          .remarks(),
      ElementsAre("q.jsonl:2: not carried over: the member \"metadata\"",
                  "q.jsonl:2: not carried over: the member \"forbidden\""));
}

TEST(BeirTest, FieldsEndAtTabsAndMembersAreNamed) {
  const std::string queries = "{\"_id\": \"q 1\", \"text\": \"how long?\"}\n";
  const auto judged = [&](const std::string& file, const std::string& text) {
    return converted(Source::beir, {{"queries.jsonl", queries}, {file, text}}, options());
  };
  const auto fault = [&](const std::string& file, const std::string& text) {
    return fault_of([&] { judged(file, text); });
  };
  EXPECT_EQ(judged("q.tsv", "query-id\tcorpus-id\tscore\r\nq 1\ta b.md\t1\r\n")
                .dataset["queries"]
                .at(0)["expected_doc_ids"],
            Json{"a b.md"});
  EXPECT_EQ(fault("q.tsv", "q1 a 1\n"), "q.tsv:1: has 1 field\n");
  EXPECT_EQ(fault("q.tsv", "q1\t\t1\n"), "q.tsv:1: has a blank field\n");
  EXPECT_EQ(fault("q.jsonl", "\n{\"query_id\": \"q1\", \"corpus-id\": \"a\", \"score\": 1}\n"),
            "q.jsonl:2: has no \"query-id\"\n");
  EXPECT_EQ(fault("q.jsonl", "{\"query-id\": \"q1\", \"corpus-id\": \"\", \"score\": 1}\n"),
            "q.jsonl:1: has no \"corpus-id\"\n");
}

TEST(BeirTest, OtherMembersOfJudgementsAreListedOnce) {
  const auto made =
      converted(Source::beir,
                {{"q.jsonl", "{\"_id\": \"1\", \"text\": \"soup\"}\n"},
                 {"test.jsonl",
                  "{\"query-id\": \"1\", \"corpus-id\": \"a\", \"score\": 1}\n"
                  "{\"query-id\": \"1\", \"corpus-id\": \"b\", \"score\": 1, \"by\": \"me\"}\n"
                  "{\"query-id\": \"1\", \"corpus-id\": \"c\", \"score\": 1, \"by\": \"me\"}\n"}},
                options());
  EXPECT_THAT(made.remarks(), ElementsAre("test.jsonl:2: not carried over: the member \"by\""));
}

TEST(BeirTest, IdsWhoseDigitsAreLostAreRefused) {
  EXPECT_EQ(fault_of([] {
              converted(Source::beir,
                        {{"q.jsonl", "{\"_id\": \"1\", \"text\": \"soup\"}\n"},
                         {"test.jsonl", "{\"query-id\": 1, \"corpus-id\": 1e20, \"score\": 1}\n"}},
                        options());
            }),
            "test.jsonl:1: the id is a number too large to keep its digits: 1e+20\n");
}

}  // namespace
}  // namespace assay::convert
