// SPDX-License-Identifier: Apache-2.0
#include "runs.h"

#include <nlohmann/json.hpp>

namespace assay {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson asked(const std::string& id, const std::string& expected) {
  return {{"id", id},
          {"prompt", id},
          {"expected_command", expected},
          {"category", "c"},
          {"risk_level", "safe"},
          {"posix_compliant", expected != "whoami"},
          {"tags", OrderedJson::array()}};
}

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& further) {
  arguments.insert(arguments.end(), further.begin(), further.end());
  return arguments;
}

}  // namespace

Runs::Runs() {
  const OrderedJson cases = {asked("list", "ls"), asked("where", "pwd"), asked("when", "date"),
                             asked("who", "whoami")};
  const OrderedJson set = {{"name", "set"},
                           {"version", "1"},
                           {"description", "d"},
                           {"test_cases", cases},
                           {"created_at", "2026-01-01T00:00:00Z"}};
  program_.file("four.json", set.dump(1));
}

Ran Runs::recorded(const std::map<std::string, std::string>& answers,
                   const std::vector<std::string>& further) const {
  std::string lines;
  for (const auto& [id, answer] : answers) lines += OrderedJson{{"id", id}, {"answer", answer}}.dump() + "\n";
  program_.file("recorded.jsonl", lines);
  return run(with({"run", "--dataset", "four.json", "--recorded", "recorded.jsonl"}, further));
}

Ran Runs::scripted(const std::string& script, const std::vector<std::string>& further) const {
  program_.file("tool.sh", script);
  program_.file("tool.json", OrderedJson{{"name", "script"}, {"argv", {"sh", "tool.sh", "{prompt}"}}}.dump());
  return run(with({"run", "--dataset", "four.json", "--tool", "tool.json"}, further));
}

std::string Runs::id_in(const Ran& ran) {
  const auto at = ran.out.rfind("\nrun ");
  return at == std::string::npos ? "" : ran.out.substr(at + 5, 36);
}

}  // namespace assay
