// SPDX-License-Identifier: Apache-2.0
#include "assay/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "error_of.h"
#include "generated.h"
#include "sample.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Dataset, HoldsWhatItsHeadSays) {
  const Dataset dataset = parse_dataset(kSample, "some/sample.json").dataset;
  EXPECT_EQ(dataset.name, "sample");
  EXPECT_EQ(dataset.version, "1.0.0");
  EXPECT_EQ(dataset.description, "every member once");
  EXPECT_EQ(dataset.created_at, "2026-01-31T12:00:00Z");
  EXPECT_EQ(dataset.author, "somebody");
  EXPECT_EQ(dataset.file, "some/sample.json");
  EXPECT_EQ(dataset.sha256, sha256(kSample));
  EXPECT_EQ(dataset.cases.size(), 2u);
}

TEST(Case, HoldsEveryMember) {
  const Case one = parse_dataset(kSample, "sample.json").dataset.cases[0];
  EXPECT_EQ(one.id, "list-1");
  EXPECT_EQ(one.name, "list_1");
  EXPECT_EQ(one.prompt, "list all files, with \"hidden\" ones");
  EXPECT_THAT(one.accepted, ElementsAre("ls -a", "ls -A", "find . -maxdepth 1"));
  EXPECT_EQ(one.category, "files");
  EXPECT_EQ(one.risk_level, RiskLevel::safe);
  EXPECT_TRUE(one.posix_compliant);
  EXPECT_THAT(one.tags, ElementsAre("ls", "basic"));
  EXPECT_EQ(one.expect, Expectation::command);
  EXPECT_THAT(one.own->levels, ElementsAre("exact", "canonical"));
  EXPECT_EQ(one.own->min_score, 0.9);
  EXPECT_EQ(one.own->timeout, std::chrono::milliseconds(2500));
  EXPECT_THAT(one.own->env, ElementsAre(Pair("LANG", "C"), Pair("EMPTY", "")));
  EXPECT_EQ(one.world, "plain");
  EXPECT_EQ(one.own->notes, "café\nfrom a manual");
  EXPECT_THAT(one.own->required_tools, ElementsAre("ls"));
  EXPECT_EQ(one.dataset, "sample");
  EXPECT_EQ(one.where, (SourceLine{"sample.json", 9}));
}

TEST(Case, LeavesOptionalMembersEmpty) {
  const Case one = parse_dataset(kSample, "sample.json").dataset.cases[1];
  EXPECT_EQ(one.expect, Expectation::refusal);
  EXPECT_THAT(one.accepted, IsEmpty());
  EXPECT_THAT(one.tags, IsEmpty());
  EXPECT_THAT(one.own->levels, IsEmpty());
  EXPECT_EQ(one.own->min_score, std::nullopt);
  EXPECT_EQ(one.own->timeout, std::nullopt);
  EXPECT_EQ(one.where.line, 31);
}

TEST(OwnTerms, ThatWereOnlyLookedAtAreNone) {
  const Case plain;
  EXPECT_THAT(plain.own->levels, IsEmpty());
  Case touched;
  EXPECT_THAT(touched.own->levels, IsEmpty());
  EXPECT_EQ(touched, plain);
  touched.own->levels = {"exact"};
  EXPECT_NE(touched, plain);
  EXPECT_EQ(Case(touched), touched);
  EXPECT_THAT(plain.own->levels, IsEmpty());
}

TEST(Case, ExpectedCommandComesFirstWhereverItStands) {
  const auto dataset = parse_dataset(
      dataset_with(R"("alternatives": ["b"], "id": "1", "prompt": "p", "expected_command": "a")"), "d");
  EXPECT_THAT(dataset.dataset.cases[0].accepted, ElementsAre("a", "b"));
}

TEST(RiskLevel, IsReadInBothSpellings) {
  const std::pair<const char*, RiskLevel> spellings[] = {
      {"safe", RiskLevel::safe},       {"low", RiskLevel::low},   {"medium", RiskLevel::medium},
      {"moderate", RiskLevel::medium}, {"high", RiskLevel::high}, {"critical", RiskLevel::critical}};
  for (const auto& [word, level] : spellings) {
    const std::string text =
        R"({"id": "1", "prompt": "p", "expected_command": "a", "category": "c", "risk_level": ")" +
        std::string(word) + R"(", "posix_compliant": true})";
    EXPECT_EQ(parse_case(text, {"d", 1}).risk_level, level);
  }
  EXPECT_EQ(to_string(RiskLevel::medium), "medium");
}

TEST(CaseLine, IsThatOfItsBraceWithEitherLineEnd) {
  const std::string unix_text = generated_dataset(3);
  std::string dos_text;
  for (char c : unix_text) dos_text += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& text : {unix_text, dos_text}) {
    const auto dataset = parse_dataset(text, "d").dataset;
    EXPECT_EQ(dataset.cases[0].where.line, 5);
    EXPECT_EQ(dataset.cases[1].where.line, 16);
    EXPECT_EQ(dataset.cases[2].where.line, 27);
  }
}

TEST(CaseSpan, IsTheCaseFromBraceToBrace) {
  const IndexedDataset indexed = parse_dataset(kSample, "sample.json");
  ASSERT_EQ(indexed.spans.size(), indexed.dataset.cases.size());
  for (std::size_t i = 0; i < indexed.spans.size(); ++i) {
    const std::string_view bytes = kSample.substr(indexed.spans[i].offset, indexed.spans[i].length);
    EXPECT_EQ(bytes.front(), '{');
    EXPECT_EQ(bytes.back(), '}');
    Case expected = indexed.dataset.cases[i];
    expected.dataset.clear();
    EXPECT_EQ(parse_case(bytes, expected.where), expected);
  }
}

TEST(CaseSpan, OfAChangedFileIsAnError) {
  const IndexedDataset indexed = parse_dataset(kSample, "sample.json");
  const CaseSpan span = indexed.spans[0];
  const std::string_view bytes = kSample.substr(span.offset, span.length);
  const SourceLine where{"sample.json", 9};
  EXPECT_NO_THROW(parse_case(bytes, where));
  EXPECT_THROW(parse_case(kSample.substr(span.offset + 1, span.length), where), Error);
  EXPECT_THROW(parse_case(bytes.substr(0, bytes.size() - 1), where), Error);
  EXPECT_THROW(parse_case(std::string(bytes) + " ", where), Error);
  EXPECT_THROW(parse_case("", where), Error);
  EXPECT_THROW(parse_case(replaced(bytes, "ls -a", ""), where), Error);
  EXPECT_THROW(parse_case(replaced(bytes, "ls -a", " "), where), Error);
  EXPECT_THROW(parse_case(replaced(bytes, "\"prompt\"", "\"prompts\""), where), Error);
  EXPECT_THROW(parse_case(replaced(bytes, "hidden", "\xFF"), where), Error);
}

TEST(CaseSpan, ErrorNamesTheLine) {
  EXPECT_EQ(error_of([&] {
              parse_case("{}", {"sample.json", 9});
            }),
            "sample.json:9: error: is no longer the case that was found here: the file has changed since\n"
            "  next: build again, so that the cases are found anew");
}

TEST(Dataset, FromAFileIsReadLikeItsBytes) {
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_sample.json";
  write_file_atomically(file, kSample);
  const IndexedDataset indexed = read_indexed_dataset(file);
  EXPECT_EQ(indexed.dataset.cases, parse_dataset(kSample, file).dataset.cases);
  EXPECT_EQ(indexed.dataset.sha256, sha256_file(file));
  EXPECT_EQ(read_dataset(file).cases, indexed.dataset.cases);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace assay
