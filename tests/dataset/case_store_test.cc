// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/case_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "assay/internal/json.h"
#include "error_of.h"
#include "generated.h"
#include "sample.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

class CaseStoreTest : public testing::Test {
 protected:
  CaseStoreTest() {
    std::string name = testing::TempDir() + "assay_store_XXXXXX";
    folder = mkdtemp(name.data());
  }
  ~CaseStoreTest() override { fs::remove_all(folder); }

  fs::path file(const std::string& name, std::string_view text) const {
    write_file_atomically(folder / name, text);
    return folder / name;
  }

  fs::path folder;
};

TEST_F(CaseStoreTest, HasTheCasesThatReadingThemAllAtOnceGives) {
  for (const auto& text : {std::string(kSample), std::string(kGoldenSample), generated_dataset(1000)}) {
    const auto dataset = file("d.json", text);
    CaseStore store;
    const Dataset head = store.add(dataset);
    const Dataset expected = read_dataset(dataset);
    EXPECT_TRUE(head.cases.empty());
    EXPECT_EQ(head.name, expected.name);
    EXPECT_EQ(head.sha256, expected.sha256);
    EXPECT_EQ(store.all(), expected.cases);
  }
}

TEST_F(CaseStoreTest, HoldsDatasetsOneBehindTheOther) {
  CaseStore store;
  store.add(file("a.json", kSample));
  store.add(file("b.json", generated_dataset(3)));
  ASSERT_EQ(store.size(), 5u);
  EXPECT_EQ(store.at(1).dataset, "sample");
  EXPECT_EQ(store.at(1).where.file, (folder / "a.json").string());
  EXPECT_EQ(store.at(2).dataset, "generated");
  EXPECT_EQ(store.at(4).id, "generated-2");
}

TEST_F(CaseStoreTest, HasCasesAsTheyWereWhenTheyWereRead) {
  const auto dataset = file("d.json", generated_dataset(3));
  CaseStore store;
  store.add(dataset);
  const auto before = store.all();
  std::ofstream(dataset) << "something else";
  EXPECT_EQ(store.all(), before);
}

TEST_F(CaseStoreTest, KeepsThoseThatAreMeantInTheOrderThatIsMeant) {
  CaseStore store;
  store.add(file("a.json", kSample));
  store.add(file("b.json", generated_dataset(3)));
  store.keep(std::vector<std::size_t>{4, 0, 2});
  ASSERT_EQ(store.size(), 3u);
  EXPECT_EQ(store.at(0).id, "generated-2");
  EXPECT_EQ(store.at(1).id, "list-1");
  EXPECT_EQ(store.at(1).dataset, "sample");
  EXPECT_EQ(store.at(2).id, "generated-0");
}

TEST_F(CaseStoreTest, LetsEachCaseBeLookedAtByItsIndex) {
  CaseStore store;
  store.add(file("a.json", kSample));
  std::vector<std::pair<std::size_t, std::string>> seen;
  store.add(file("b.json", generated_dataset(2)),
            [&](std::size_t index, const Case& each) { seen.emplace_back(index, each.id); });
  EXPECT_THAT(seen, ElementsAre(std::pair(2u, "generated-0"), std::pair(3u, "generated-1")));
}

TEST_F(CaseStoreTest, TakesNothingOfADatasetWithAFault) {
  CaseStore store;
  store.add(file("a.json", kSample));
  const auto twice = file("b.json", replaced(generated_dataset(2), "\"generated-1\"", "\"generated-0\""));
  EXPECT_THAT(error_of([&] { store.add(twice); }),
              HasSubstr("id \"generated-0\" is that of the case in line"));
  EXPECT_EQ(store.size(), 2u);
  store.add(file("c.json", generated_dataset(1)));
  EXPECT_EQ(store.at(2).id, "generated-0");
  EXPECT_EQ(store.at(2).dataset, "generated");
}

}  // namespace
}  // namespace assay
