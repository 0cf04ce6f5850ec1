// SPDX-License-Identifier: Apache-2.0
// How a retrieval tool's output is read: hits, text, citations.
#include <gmock/gmock.h>

#include <cstdlib>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ProcessResult printing(std::string out, int exit_code = 0) {
  ProcessResult result;
  result.end = ProcessEnd::exited;
  result.exit_code = exit_code;
  result.out.total = out.size();
  result.out.head = std::move(out);
  return result;
}

Answer read_found(std::string out, RetrievalPointers pointers = {}, int exit_code = 0) {
  Program program;
  program.answer = std::move(pointers);
  program.refusal.exit_codes = {3};
  Answer answer = read_answer(program, printing(std::move(out), exit_code));
  EXPECT_EQ(answer.command, "");
  EXPECT_EQ(answer.detail, one_line(answer.detail)) << "one line, safe to print";
  return answer;
}

std::string ending(std::string out) {
  const Answer answer = read_found(std::move(out));
  return std::string(to_string(answer.ending)) + (answer.detail.empty() ? "" : ": " + answer.detail);
}

TEST(Retrieved, AToolThatAnswersInWordsSaidNothingIfItGaveNone) {
  EXPECT_EQ(read_found(R"({"hits": [{"doc_id": "a"}]})").retrieval->text, "");
  EXPECT_EQ(read_found(R"({"hits": []})").ending, Ending::empty);
  const Answer nothing = read_found("");
  EXPECT_EQ(nothing.ending, Ending::empty);
  EXPECT_EQ(nothing.retrieval->text, "") << "as if it had printed no hits and no words";
}

TEST(Retrieved, OfAToolThatOnlySearchesNoWordsAreRead) {
  RetrievalPointers pointers;
  pointers.speaks = false;
  const Answer answer =
      read_found(R"({"hits": [{"doc_id": "a"}], "answer": "30 s", "grounded": false})", pointers);
  EXPECT_EQ(answer.ending, Ending::answered);
  EXPECT_EQ(answer.retrieval->text, std::nullopt);
  EXPECT_EQ(answer.retrieval->grounded, std::nullopt);
  EXPECT_EQ(read_found("", pointers).retrieval, std::nullopt);
}

TEST(Retrieved, HitsInTheToolsOrder) {
  const Answer answer =
      read_found(R"({"hits": [{"chunk_id": "a#1", "doc_id": "a", "score": 0.5, "title": "x"},
                        {"chunk_id": "b#1", "doc_id": "b", "score": 7}, {"doc_id": "c"}]})");
  EXPECT_EQ(answer.ending, Ending::answered);
  EXPECT_THAT(answer.retrieval->hits,
              ElementsAre(Hit{"a#1", "a", 0.5}, Hit{"b#1", "b", 7.0}, Hit{"", "c", std::nullopt}));
  EXPECT_EQ(answer.retrieval->text, "");
  EXPECT_EQ(answer.retrieval->grounded, std::nullopt);
}

TEST(Retrieved, AnswerWithCitations) {
  const Answer answer = read_found(R"({"hits": [], "answer": "30 s", "grounded": true,
                                 "citations": [{"chunk_id": "a#1", "doc_id": "a"}, {}]})");
  EXPECT_EQ(answer.ending, Ending::answered);
  EXPECT_EQ(answer.retrieval->text, "30 s");
  EXPECT_EQ(answer.retrieval->grounded, true);
  EXPECT_THAT(answer.retrieval->citations,
              ElementsAre(Citation{"a", "a#1", std::nullopt}, Citation{"", "", std::nullopt}));
}

TEST(Retrieved, NotGroundedIsARefusalThatKeepsItsHits) {
  const Answer answer =
      read_found(R"({"hits": [{"doc_id": "a"}], "answer": "I do not know", "grounded": false})");
  EXPECT_EQ(answer.ending, Ending::refused);
  EXPECT_EQ(answer.detail, "/grounded is false: `I do not know`");
  EXPECT_EQ(answer.retrieval->hits.size(), 1u);
}

TEST(Retrieved, ARefusalByExitStatusKeepsItsHitsToo) {
  const Answer answer = read_found(R"({"hits": [{"doc_id": "a"}]})", {}, 3);
  EXPECT_EQ(answer.ending, Ending::refused);
  EXPECT_EQ(answer.retrieval->hits.size(), 1u);
  EXPECT_EQ(read_found("no JSON", {}, 3).ending, Ending::refused);
}

TEST(Retrieved, NothingFound) {
  EXPECT_EQ(ending(R"({"hits": []})"), "empty: /hits is empty");
  EXPECT_EQ(ending(R"({"hits": [], "answer": " "})"), "empty: /hits is empty");
  EXPECT_EQ(ending(""), "empty: stdout is empty");
}

TEST(Retrieved, BrokenContracts) {
  EXPECT_EQ(ending("oops"), "malformed_output: no JSON in stdout, which begins with `oops`");
  EXPECT_EQ(ending("{}"), "malformed_output: the JSON in stdout has no /hits");
  EXPECT_EQ(ending(R"({"hits": null})"), "malformed_output: /hits is null, not an array");
  EXPECT_EQ(ending(R"({"hits": [{"score": 1}]})"),
            "malformed_output: /hits/0 has neither /chunk_id nor /doc_id");
  EXPECT_EQ(ending(R"({"hits": [{"doc_id": "a"}, {"doc_id": true}]})"),
            "malformed_output: /hits/1/doc_id is a boolean, not an id");
  EXPECT_EQ(ending(R"({"hits": [{"doc_id": "a", "score": "high"}]})"),
            "malformed_output: /hits/0/score is a string, not a number");
  EXPECT_EQ(ending(R"({"hits": [true]})"), "malformed_output: /hits/0 is a boolean, not an object or an id");
  EXPECT_EQ(ending(R"({"hits": [], "answer": 3})"), "malformed_output: /answer is a number, not a string");
  EXPECT_EQ(ending(R"({"hits": [], "grounded": "yes"})"),
            "malformed_output: /grounded is a string, not a boolean");
  EXPECT_EQ(ending(R"({"hits": [], "citations": {}})"),
            "malformed_output: /citations is an object, not an array");
}

TEST(Retrieved, NumbersAreIdsAsTheyAreWritten) {
  EXPECT_THAT(read_found(R"({"hits": [{"doc_id": 17}]})").retrieval->hits,
              ElementsAre(Hit{"", "17", std::nullopt}));
}

TEST(Retrieved, PlainIds) {
  RetrievalPointers pointers;
  pointers.hits = "";
  pointers.hit_doc_id = "";
  EXPECT_THAT(read_found(R"(["a", "b"])", pointers).retrieval->hits,
              ElementsAre(Hit{"", "a", std::nullopt}, Hit{"", "b", std::nullopt}));
}

TEST(Retrieved, CitationsExistWhereTheCorpusHasAllThatTheyName) {
  RetrievalPointers pointers;
  pointers.corpus = std::make_shared<const std::set<std::string, std::less<>>>(
      std::set<std::string, std::less<>>{"a", "a#1"});
  const Answer answer = read_found(R"({"hits": [], "answer": "x", "citations": [
      {"chunk_id": "a#1", "doc_id": "a"}, {"chunk_id": "a#2", "doc_id": "a"}, {"doc_id": "a"}, {}]})",
                                   pointers);
  std::vector<std::optional<bool>> exist;
  for (const auto& citation : answer.retrieval->citations) exist.push_back(citation.exists);
  EXPECT_THAT(exist, ElementsAre(true, false, true, false));
}

class RetrievalToolTest : public testing::Test {
 protected:
  Program program_of(const std::string& answer) {
    return std::get<Program>(
        read_tool(folder_.write("tool.json",
                                R"({"name": "x", "argv": ["x", "{prompt}"], "answer": )" + answer + "}"))
            .how);
  }
  const Folder folder_;
};

TEST_F(RetrievalToolTest, TheLeast) {
  const auto pointers = std::get<RetrievalPointers>(program_of("\"retrieval\"").answer);
  EXPECT_EQ(pointers.hits, "/hits");
  EXPECT_EQ(pointers.text, "/answer");
  EXPECT_EQ(pointers.corpus, nullptr);
}

TEST_F(RetrievalToolTest, EveryPointer) {
  folder_.write("ids.txt", "a\n\n a#1 \r\n");
  const auto pointers = std::get<RetrievalPointers>(
      program_of(
          R"({"retrieval": {"hits": "/h", "chunk_id": "/c", "doc_id": "/d", "score": "/s", "text": "/t",
                     "grounded": "/g", "citations": "/z", "cited_chunk_id": "/zc", "cited_doc_id": "/zd",
                     "corpus": "ids.txt"}})")
          .answer);
  EXPECT_EQ(pointers.hits + pointers.hit_chunk_id + pointers.hit_doc_id + pointers.hit_score, "/h/c/d/s");
  EXPECT_EQ(pointers.text + pointers.grounded, "/t/g");
  EXPECT_EQ(pointers.citations + pointers.cited_chunk_id + pointers.cited_doc_id, "/z/zc/zd");
  EXPECT_THAT(*pointers.corpus, ElementsAre("a", "a#1"));
}

TEST_F(RetrievalToolTest, OnlySearchesWhereItSaysSo) {
  const auto speaks = [this](const std::string& answer) {
    return std::get<RetrievalPointers>(program_of(answer).answer).speaks;
  };
  EXPECT_TRUE(speaks("\"retrieval\""));
  EXPECT_TRUE(speaks(R"({"retrieval": {"hits": "/h"}})"));
  EXPECT_FALSE(speaks(R"({"retrieval": {"text": null}})"));
}

TEST_F(RetrievalToolTest, Faults) {
  EXPECT_THROW(program_of(R"({"retrieval": {"hit": "/h"}})"), Error);
  EXPECT_THROW(program_of(R"({"retrieval": {"hits": "h"}})"), Error);
  EXPECT_THROW(program_of(R"({"retrieval": {"corpus": "missing.txt"}})"), Error);
  EXPECT_THROW(program_of(R"({"retrieval": {"text": null, "grounded": "/g"}})"), Error);
}

// kebab as assay sees it: the output of `kebab search --json` and `kebab ask --json`, reduced to the parts
// that are read.
class KebabTest : public testing::Test {
 protected:
  Answer asked(const std::string& script, const std::string& name = "kebab") {
    std::filesystem::permissions(folder_.write("kebab", "#!/bin/sh\n" + script),
                                 std::filesystem::perms::owner_all);
    Program program = std::get<Program>(known_tool(name)->how);
    program.env.emplace_back("PATH", (folder_ / "") + ":" + std::getenv("PATH"));
    Case query;
    query.prompt = "it's \"quoted\" -- $HOME";
    return read_answer(program, run_process(invocation(program, query)));
  }
  const Folder folder_;
};

constexpr const char* kKebab = R"sh(
[ "$2 $3" = '--json --' ] && [ "$4" = "it's \"quoted\" -- \$HOME" ] || exit 2
case $1 in
  search) echo '{"schema_version":"search_response.v1","hits":[{"rank":1,"score":0.5,"chunk_id":"c1","doc_id":"d1",
    "doc_path":"a.md"}],"next_cursor":null,"truncated":false}';;
  ask) echo '{"schema_version":"answer.v1","answer":"said","grounded":GROUNDED,"citations":[{"marker":"[1]",
    "citation":{"kind":"line","path":"a.md","uri":"a.md#L1"}}]}'; exit STATUS;;
esac)sh";

std::string kebab(const char* grounded, const char* status) {
  std::string script = kKebab;
  script.replace(script.find("GROUNDED"), 8, grounded);
  return script.replace(script.find("STATUS"), 6, status);
}

TEST_F(KebabTest, SearchesAndAnswers) {
  const Answer answer = asked(kebab("true", "0"));
  ASSERT_EQ(answer.ending, Ending::answered) << answer.detail;
  EXPECT_THAT(answer.retrieval->hits, ElementsAre(Hit{"c1", "d1", 0.5}));
  EXPECT_EQ(answer.retrieval->text, "said");
  EXPECT_THAT(answer.retrieval->citations, ElementsAre(Citation{"a.md", "", std::nullopt}));
}

TEST_F(KebabTest, RefusesWithExitStatusOne) {
  const Answer answer = asked(kebab("false", "1"));
  EXPECT_EQ(answer.ending, Ending::refused) << answer.detail;
  EXPECT_EQ(answer.retrieval->hits.size(), 1u);
}

TEST_F(KebabTest, ErrorsAreFailures) { EXPECT_EQ(asked(kebab("true", "2")).ending, Ending::failed); }

TEST_F(KebabTest, SearchesAlone) {
  const Answer answer = asked(kebab("true", "0"), "kebab-search");
  ASSERT_EQ(answer.ending, Ending::answered) << answer.detail;
  EXPECT_EQ(answer.retrieval->text, std::nullopt);
}

}  // namespace
}  // namespace assay
