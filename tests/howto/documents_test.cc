// howto search and howto ask: how documents are taken apart, found and quoted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "docs/markdown.h"
#include "docs/reply.h"

namespace assay::howto {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> ids_of(const std::vector<Chunk>& chunks) {
  std::vector<std::string> ids;
  for (const auto& chunk : chunks) ids.push_back(chunk.chunk_id);
  return ids;
}

TEST(Chunks, AreHeadingsWithTheTextUnderThem) {
  const auto chunks = chunks_of("a.md", "# Top\ntext\n## Left, right\n\nmore\n## Empty\n# Other\nlast\n");
  EXPECT_THAT(ids_of(chunks), ElementsAre("a.md#top", "a.md#left-right", "a.md#other"));
  EXPECT_EQ(chunks[1].title, "Top > Left, right");
  EXPECT_EQ(chunks[1].body, "\nmore\n");
  EXPECT_EQ(chunks[1].doc_id, "a.md");
  EXPECT_EQ(chunks[2].title, "Other");
}

TEST(Chunks, BeforeTheFirstHeading) {
  EXPECT_THAT(ids_of(chunks_of("a.md", "text\n")), ElementsAre("a.md#"));
}

TEST(Chunks, OfTheSameNameAreNumbered) {
  EXPECT_THAT(ids_of(chunks_of("a.md", "# A\nx\n# A\nx\n# A\nx\n")),
              ElementsAre("a.md#a", "a.md#a-1", "a.md#a-2"));
}

TEST(Chunks, CodeHasNoHeadings) {
  EXPECT_THAT(ids_of(chunks_of("a.md", "# A\n```sh\n# no heading\n```\n")), ElementsAre("a.md#a"));
}

TEST(Anchor, IsWhatLinksUse) {
  EXPECT_EQ(anchor_of("results.jsonl"), "resultsjsonl");
  EXPECT_EQ(anchor_of("Do the tests notice?"), "do-the-tests-notice");
  EXPECT_EQ(anchor_of("runs, show, report"), "runs-show-report");
}

TEST(Passages, AreParagraphsItemsRowsAndCode) {
  EXPECT_THAT(passages_of("one\ntwo\n\n- item\n  goes on\n- next\n\n```\na\n\nb\n```\n1. first\n"),
              ElementsAre("one two", "- item goes on", "- next", "a\n\nb", "1. first"));
}

TEST(Passages, RowsNameTheirColumns) {
  EXPECT_THAT(passages_of("| limit | meaning | default |\n|---|---|--:|\n| `time` | from the start | 30 |\n| "
                          "a\\|b | | 1 |\n"),
              ElementsAre("`time`; meaning: from the start; default: 30", "a|b; default: 1"));
}

class DocumentsTest : public testing::Test {
 protected:
  DocumentsTest() {
    std::vector<Chunk> chunks =
        chunks_of("limits.md",
                  "# Limits\nEvery tool has them.\n## Time\nA tool that runs longer than 30 seconds is "
                  "stopped.\n## Output\n"
                  "A stream past 1 MiB is cut in the middle; a tool is never stopped by it.\n");
    for (auto& chunk : chunks_of("cooking.md", "# Cooking\nStir the soup for 30 seconds.\n"))
      chunks.push_back(std::move(chunk));
    bytes = compile_docs(chunks);
    index.emplace(bytes);
  }
  std::string bytes;
  std::optional<DocIndex> index;
};

TEST_F(DocumentsTest, TheChunkThatSpeaksOfMostComesFirst) {
  const auto hits = index->search(index->terms_of("after how many seconds is a tool stopped?"), 10);
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front().chunk.chunk_id, "limits.md#time");
  EXPECT_EQ(hits.front().terms, 3u);
}

TEST_F(DocumentsTest, WordsThatEveryQuestionHasCountForNothing) {
  EXPECT_THAT(index->terms_of("what is the which of it?"), IsEmpty());
  EXPECT_THAT(index->search({}, 10), IsEmpty());
}

TEST_F(DocumentsTest, AnAnswerQuotesAndCites) {
  const Reply answer = reply("after how many seconds is a tool stopped?", *index);
  EXPECT_TRUE(answer.grounded);
  EXPECT_THAT(answer.text, HasSubstr("A tool that runs longer than 30 seconds is stopped."));
  EXPECT_EQ(answer.citations.front(), "limits.md#time");
}

TEST_F(DocumentsTest, OneWordInCommonIsNoAnswer) {
  const Reply answer = reply("which tool brews coffee?", *index);
  EXPECT_FALSE(answer.grounded);
  EXPECT_THAT(answer.citations, IsEmpty());
  EXPECT_FALSE(answer.hits.empty()) << "what was found is shown all the same";
  EXPECT_FALSE(reply("?", *index).grounded);
}

TEST_F(DocumentsTest, TheSameQuestionGivesTheSameAnswer) {
  const Reply a = reply("a tool of 30 seconds", *index), b = reply("a tool of 30 seconds", *index);
  EXPECT_EQ(a.text, b.text);
  EXPECT_EQ(a.hits.front().score, b.hits.front().score);
}

// Headings come and go: a golden query must not wait for a chunk that is not there any more.
TEST(GoldenQueries, ExpectWhatTheDocumentsHave) {
  std::set<std::string> ids;
  std::ifstream lines(HOWTO_DOCS_IDS);
  for (std::string line; std::getline(lines, line);) ids.insert(line);
  ASSERT_FALSE(ids.empty());
  std::ifstream file(ASSAY_SOURCE_DIR "/datasets/retrieval/project_docs.json");
  const auto golden = nlohmann::json::parse(file);
  std::size_t refusals = 0;
  for (const auto& query : golden.at("queries")) {
    refusals += query.at("expected_doc_ids").empty();
    for (const char* member : {"expected_doc_ids", "expected_chunk_ids"})
      for (const auto& id : query.value(member, nlohmann::json::array()))
        EXPECT_TRUE(ids.contains(id.get<std::string>())) << query.at("id") << " expects " << id;
  }
  EXPECT_GE(golden.at("queries").size(), 40u);
  EXPECT_GE(refusals, 8u);
}

}  // namespace
}  // namespace assay::howto
