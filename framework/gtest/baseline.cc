#include "baseline.h"

#include <nlohmann/json.hpp>

#include "assay/json.h"
#include "assay/summary.h"
#include "case_index.h"

namespace assay {

Baseline read_baseline(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file))
    throw Error(Problem{
        .where = {file.string(), 0},
        .what = "the baseline does not exist",
        .next = "run the whole suite, then build the target <suite>_accept_baseline and commit the file"});
  const JsonValue json = read_json(file);
  const auto* passed = json.find("passed");
  if (!passed || !passed->array())
    throw Error(Problem{.where = {file.string(), json.line},
                        .pointer = "/passed",
                        .what = "a baseline must have an array \"passed\" of case names",
                        .next = "accept a new baseline"});
  Baseline baseline;
  for (const auto& name : *passed->array()) {
    if (!name.string())
      throw Error(Problem{.where = {file.string(), name.line},
                          .what = "a case name must be a string",
                          .next = "accept a new baseline"});
    baseline.insert(*name.string());
  }
  return baseline;
}

void write_baseline(const std::filesystem::path& file, const Run& run) {
  std::set<std::string> passed;
  for (const auto& result : run.results) {
    if (result.grade.status == Status::pass)
      passed.insert(full_name_of(result.asked));
    else
      passed.erase(full_name_of(result.asked));
  }
  nlohmann::ordered_json datasets = nlohmann::ordered_json::array();
  for (const auto& set : run.info.datasets) datasets.push_back({{"name", set.name}, {"sha256", set.sha256}});
  const nlohmann::ordered_json json = {
      {"suite", run.info.suite}, {"run_id", run.info.run_id}, {"datasets", datasets}, {"passed", passed}};
  write_file_atomically(file, json.dump(2) + "\n");
}

}  // namespace assay
