// SPDX-License-Identifier: Apache-2.0
// Every reference command of the bundled datasets does something in its world, and ends as it should.
#include <filesystem>
#include <map>
#include <set>

#include "assay/dataset.h"
#include "assay/internal/worlds.h"
#include "sandbox_fixture.h"

namespace assay::worlds {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(ASSAY_SOURCE_DIR) / "datasets" / "correctness";

std::vector<Case> cases_of(const std::string& dataset) {
  return read_dataset(kFolder / (dataset + ".json")).cases;
}

// Non-zero exit statuses of commands that succeed.
const std::map<std::string, int> kStatuses = {{"fo_005", 1},   // a folder of /var cannot be read
                                              {"fo_030", 1}};  // the files differ

// Cases that need what no world has: root, a device, a network.
const std::set<std::string> kElsewhere = {"fo_024", "fo_032"};
const std::set<std::string> kWithoutNetwork = {"net_023", "net_024"};

class ReadyWorldTest : public sandbox::SandboxTest, public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(, ReadyWorldTest,
                         testing::Values("file_operations", "text_processing", "network_commands"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(ReadyWorldTest, EachReferenceDoesSomething) {
  for (const Case& asked : cases_of(GetParam())) {
    if (asked.world.empty()) continue;
    SCOPED_TRACE(asked.id + ": " + asked.accepted.front());
    const NamedWorld found = find_world(asked.world, kFolder);
    EXPECT_EQ(found.origin, NamedWorld::Origin::ready);
    const sandbox::SandboxResult outcome =
        run(asked.accepted.front(), found.world, {.timeout = std::chrono::seconds(20)});
    const auto status = kStatuses.find(asked.id);
    if (outcome.exit_code == 127) continue;  // this machine does not have the utility
    EXPECT_EQ(outcome.end, sandbox::End::exited) << outcome.why;
    EXPECT_EQ(outcome.exit_code, status == kStatuses.end() ? 0 : status->second) << outcome.err;
    EXPECT_TRUE(!outcome.out.empty() || !outcome.effects.empty());
  }
}

TEST(BundledWorldTest, OnlyWhatNeedsRootADeviceOrANetworkHasNone) {
  for (const char* dataset : {"file_operations", "text_processing", "network_commands"}) {
    for (const Case& asked : cases_of(dataset)) {
      const bool is_elsewhere =
          asked.id.starts_with("net_") ? !kWithoutNetwork.contains(asked.id) : kElsewhere.contains(asked.id);
      EXPECT_EQ(asked.world.empty(), is_elsewhere) << asked.id;
    }
  }
}

TEST(BundledWorldTest, ReadyWorldsHaveNamesAndNotes) {
  EXPECT_THAT(ready_worlds(), testing::ElementsAre("ready/files", "ready/network", "ready/texts"));
  for (const std::string_view name : ready_worlds()) {
    const NamedWorld found = find_world(name, "/nowhere");
    EXPECT_EQ(found.name, name);
    EXPECT_NE(found.note, "");
    EXPECT_THAT(found.lacking, testing::IsEmpty());
  }
}

}  // namespace
}  // namespace assay::worlds
