// SPDX-License-Identifier: Apache-2.0
#include "suite.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "assay/internal/json.h"

namespace assay {
namespace {

// ASSAY_STORE overrides the project's setting, as it does for the assay program.
std::filesystem::path store_of(const std::string& named) {
  const char* preferred = std::getenv("ASSAY_STORE");
  return named.empty() || preferred == nullptr || *preferred == '\0' ? named : preferred;
}

ToolSource tool_source(const std::string& file, const std::string& known) {
  using Kind = ToolSource::Kind;
  if (file.empty()) return {Kind::known, known};
  return {file.ends_with(".jsonl") ? Kind::recording : Kind::description, file};
}

Granularity granularity_of(const SuiteMembers& members) {
  const std::string word = members.text("granularity");
  if (word == "CASE") return Granularity::each_case;
  if (word == "SHARDS") return Granularity::shards;
  if (word == "DATASET") return Granularity::dataset;
  members.wrong("granularity", "CASE, SHARDS or DATASET");
}

unsigned shards_of(const SuiteMembers& members) {
  const double shards = members.number("shards");
  if (shards < 1 || shards > std::numeric_limits<unsigned>::max() || shards != std::floor(shards))
    members.wrong("shards", "a whole number from 1 on");
  return static_cast<unsigned>(shards);
}

}  // namespace

BuiltSuite read_suite(const std::filesystem::path& file) {
  const JsonValue json = read_json(file);
  const SuiteMembers members(json, file.string());
  const std::string name = members.text("suite");
  const std::filesystem::path store = store_of(members.text("store"));
  const ToolSource tool = tool_source(members.text("tool"), members.text("tool_name"));
  const bool is_recorded = tool.kind == ToolSource::Kind::recording;
  BuiltSuite suite{
      suite_of(read_settings(members), store, is_recorded ? Trusts::itself : Trusts::no_program)};
  suite.name = name;
  suite.file = file;
  suite.folder = file.parent_path();
  suite.output = members.text("output_dir");
  suite.store = store;
  suite.project = members.text("project_dir");
  for (const auto& path : members.texts("datasets")) suite.datasets.emplace_back(path);
  suite.tool = tool;
  suite.labels = members.texts("labels");
  suite.granularity = granularity_of(members);
  suite.shards = shards_of(members);
  members.expect_no_others();
  return suite;
}

}  // namespace assay
