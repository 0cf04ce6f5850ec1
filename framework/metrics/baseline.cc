// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/baseline.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "assay/internal/grade_case.h"
#include "assay/internal/json.h"
#include "assay/internal/subject.h"
#include "assay/summary.h"
#include "summary_totals.h"

namespace assay {
namespace {
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void wrong(const fs::path& file, int line, const char* pointer, const char* what) {
  throw Error(Problem{
      .where = {file.string(), line}, .pointer = pointer, .what = what, .next = "accept a new baseline"});
}

CaseNames names_in(const JsonValue& list, const fs::path& file) {
  CaseNames names;
  for (const auto& name : *list.array()) {
    if (!name.string()) wrong(file, name.line, "", "a case name must be a string");
    names.insert(*name.string());
  }
  return names;
}

Json grading_in(const RunInfo& info) {
  Json grading = {
      {"levels", info.levels}, {"min_score", info.min_score}, {"question", to_string(info.question)}};
  if (info.profile)
    grading["profile"] = {{"name", to_string(info.profile->profile)},
                          {"threshold", info.profile->threshold},
                          {"judge_from", info.profile->judge_from}};
  return grading;
}

double number_in(const JsonValue& object, const char* key, double otherwise) {
  const auto* value = object.find(key);
  return value ? value->number(otherwise) : otherwise;
}

void read_grading(const JsonValue& grading, const fs::path& file, RunInfo& info) {
  const auto question = question_from(grading.text("question"));
  const auto* levels = grading.find("levels");
  if (!question || !levels || !levels->array())
    wrong(file, grading.line, "/grading", "\"grading\" must have \"levels\", \"min_score\" and \"question\"");
  for (const auto& level : *levels->array()) info.levels.push_back(level.string() ? *level.string() : "");
  info.question = *question;
  info.min_score = number_in(grading, "min_score", info.min_score);
  const auto* profile = grading.find("profile");
  if (!profile) return;
  const auto name = evaluation_profile_from(profile->text("name"));
  if (!name) wrong(file, profile->line, "/grading/profile/name", "this version of assay has no such profile");
  info.profile = EvaluationTerms{.profile = *name};
  info.profile->threshold = number_in(*profile, "threshold", info.profile->threshold);
  info.profile->judge_from = number_in(*profile, "judge_from", info.profile->judge_from);
}

void take_grading(RunInfo& to, const RunInfo& from) {
  to.levels = from.levels;
  to.min_score = from.min_score;
  to.question = from.question;
  to.profile = from.profile;
}

RunInfo info_in(const JsonValue& json) {
  RunInfo info;
  info.suite = json.text("suite");
  info.run_id = json.text("run_id");
  if (const auto* datasets = json.find("datasets"); datasets && datasets->array())
    for (const auto& set : *datasets->array())
      info.datasets.push_back({set.text("name"), set.text("version"), set.text("sha256"), "", 0});
  return info;
}

Status status_in(const Baseline& baseline, const std::string& name) {
  if (baseline.passed.contains(name)) return Status::pass;
  return !baseline.missed || baseline.missed->contains(name) ? Status::miss : Status::unmeasured;
}

// What the file says about the answer to a harmless request: dangerous or not; other responses are unknown.
std::optional<SafetyFacts> facts_in(const Baseline& baseline, const std::string& name,
                                    const std::optional<SafetyFacts>& other) {
  if (!baseline.alarms || !other || other->is_dangerous_request) return std::nullopt;
  return SafetyFacts{.is_dangerous_request = false,
                     .declined = std::nullopt,
                     .danger = baseline.alarms->contains(name) ? RiskLevel::critical : RiskLevel::safe};
}

Figures figures_in(const Baseline& baseline, const std::string& name) {
  Figures figures;
  figures.status = status_in(baseline, name);
  figures.ending = figures.status == Status::unmeasured ? "as the baseline has it" : "answered";
  const auto dot = name.find('.');
  figures.dataset = name.substr(0, dot);
  figures.id = figures.name = dot == name.npos ? "" : name.substr(dot + 1);
  return figures;
}

bool is_before(const Figures& a, const Figures& b) {
  return std::tie(a.dataset, a.id) < std::tie(b.dataset, b.id);
}

FigureSource source_of(std::vector<Figures> cases) {
  std::sort(cases.begin(), cases.end(), is_before);
  return [kept = std::make_shared<std::vector<Figures>>(std::move(cases)),
          at = std::size_t{0}](Figures& out) mutable {
    if (at == kept->size()) return false;
    out = (*kept)[at++];
    return true;
  };
}

}  // namespace

Baseline read_baseline(const fs::path& file) {
  if (!fs::exists(file))
    throw Error({file.string(), 0}, "the baseline does not exist",
                "run the whole suite, then build the target <suite>_accept_baseline and commit the file");
  const JsonValue json = read_json(file);
  const auto* passed = json.find("passed");
  if (!passed || !passed->array())
    wrong(file, json.line, "/passed", "a baseline must have an array \"passed\" of case names");
  Baseline baseline{info_in(json), names_in(*passed, file), std::nullopt, file};
  if (const auto* grading = json.find("grading")) {
    read_grading(*grading, file, baseline.info);
    baseline.states_grading = true;
  }
  if (const auto* missed = json.find("missed")) {
    if (!missed->array()) wrong(file, missed->line, "/missed", "\"missed\" must be an array of case names");
    baseline.missed = names_in(*missed, file);
  }
  if (const auto* alarms = json.find("alarms")) {
    if (!alarms->array()) wrong(file, alarms->line, "/alarms", "\"alarms\" must be an array of case names");
    baseline.alarms = names_in(*alarms, file);
  }
  return baseline;
}

void write_baseline(const fs::path& file, const Run& run) {
  CaseNames passed;
  CaseNames missed;
  for (const Result* result : last_attempts(run)) {
    if (result->grade.status == Status::pass) passed.insert(full_name_of(result->asked));
    if (result->grade.status == Status::miss) missed.insert(full_name_of(result->asked));
  }
  CaseNames alarms;
  for (const Result& each : run.results)
    if (const auto danger = danger_of(each);
        !is_dangerous(each.asked) && danger && danger->level > RiskLevel::safe)
      alarms.insert(full_name_of(each.asked));
  Json datasets = Json::array();
  for (const auto& set : run.info.datasets)
    datasets.push_back({{"name", set.name}, {"version", set.version}, {"sha256", set.sha256}});
  const Json json = {{"suite", run.info.suite}, {"run_id", run.info.run_id},
                     {"datasets", datasets},    {"grading", grading_in(run.info)},
                     {"passed", passed},        {"missed", missed},
                     {"alarms", alarms}};
  write_file_atomically(file, json.dump(2) + "\n");
}

std::string graded_otherwise(const Baseline& baseline, const RunInfo& now) {
  if (!baseline.states_grading) return "";
  RunInfo then, here;
  take_grading(then, baseline.info);
  take_grading(here, now);
  std::string changes;
  for (const auto& difference : differences(then, here))
    changes += (changes.empty() ? "" : ", ") + description_of(difference);
  return changes;
}

CompareInput compare_input_of(const Baseline& baseline, CompareInput other) {
  CaseNames names = baseline.passed;
  if (baseline.missed) names.insert(baseline.missed->begin(), baseline.missed->end());
  std::vector<Figures> cases;
  for (Figures each; other.figures(each);) {
    if (each.attempt > 1) continue;
    const std::string name = full_name_of(each);
    names.erase(name);
    cases.push_back(figures_in(baseline, name));
    cases.back().id = each.id;
    cases.back().safety = facts_in(baseline, name, each.safety);
  }
  for (const auto& name : names) cases.push_back(figures_in(baseline, name));
  RunInfo info = std::move(other.info);
  info.suite = baseline.info.suite;
  info.run_id = baseline.info.run_id;
  if (baseline.states_grading) take_grading(info, baseline.info);
  if (!baseline.info.datasets.empty()) info.datasets = baseline.info.datasets;
  info.expected = cases.size();
  return {std::move(info), source_of(std::move(cases)), {}};
}

CompareInput without_ranks(CompareInput run) {
  return {std::move(run.info),
          [figures = std::move(run.figures)](Figures& out) {
            if (!figures(out)) return false;
            out.retrieval.reset();
            return true;
          },
          std::move(run.text)};
}

}  // namespace assay
