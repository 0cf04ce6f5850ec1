// SPDX-License-Identifier: Apache-2.0
// `assay convert`: writes the converted dataset as a whole or not at all, and lists what was not carried
// over.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/dataset_lint.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "dataset/commands.h"
#include "findings.h"
#include "terminal.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using convert::Conversion;
using convert::Remark;
using Json = nlohmann::ordered_json;

void expect_free(const ConvertTests& options) {
  std::error_code unknown;
  for (const auto& file : options.files)
    if (fs::equivalent(file, options.output, unknown))
      throw Error({options.output.string(), 0}, "is the file to be converted",
                  "name another file: --output dataset.json");
  if (options.force || fs::symlink_status(options.output, unknown).type() == fs::file_type::not_found) return;
  throw Error({options.output.string(), 0}, "exists already",
              "name another file, or write over it with --force");
}

// Letters, digits and _ of the file's name.
std::string dataset_name(const ConvertTests& options) {
  if (!options.name.empty()) {
    if (test_name(options.name) != options.name || options.name.size() > 100)
      throw convert::UsageError(
          Problem{.where = {},
                  .what = "--name: \"" + one_line(options.name) + "\" cannot be a dataset's name",
                  .next = "use letters, digits and _ only, at most 100"});
    return options.name;
  }
  std::string name = test_name(options.output.stem().string()).substr(0, 100);
  return name.empty() ? "converted" : name;
}

convert::Options convert_options(const ConvertTests& arguments) {
  convert::Options options{.name = dataset_name(arguments), .mapping = {}};
  if (!arguments.mapping.empty())
    options.mapping = convert::mapping_from(fmt::format("{}", fmt::join(arguments.mapping, ",")));
  options.mapping.rows = arguments.rows;
  if (!arguments.category.empty()) options.category = arguments.category;
  options.relevant = arguments.relevant;
  options.refuse_unanswered = arguments.refuse_unanswered;
  using enum RiskLevel;
  for (const RiskLevel level : {safe, low, medium, high, critical})
    if (arguments.risk == to_string(level)) options.risk = level;
  return options;
}

// As `assay lint` would report them for the written file.
std::vector<LintFinding> findings_of(Dataset dataset, const fs::path& output, const UtilityTables& tables) {
  dataset.file = output;
  for (Case& each : dataset.cases) each.where.file = output.string();
  return lint(dataset, tables);
}

std::size_t errors_in(const std::vector<LintFinding>& findings) {
  return static_cast<std::size_t>(std::ranges::count(findings, Severity::error, &LintFinding::severity));
}

void print_text(const ConvertTests& options, const Conversion& made,
                const std::vector<LintFinding>& findings) {
  std::size_t parts = 0;
  for (const Remark& each : made.remarks) {
    parts += each.kind != Remark::Kind::left_out;
    std::cout << fmt::format("{}: {}: {}\n", one_line(to_string(each.where)), to_string(each.kind),
                             one_line(each.what));
    if (!each.next.empty()) std::cout << "  next: " << one_line(each.next) << "\n";
  }
  for (const LintFinding& each : findings)
    if (each.severity == Severity::error) std::cout << to_string(each);
  const std::size_t errors = errors_in(findings);
  std::cout << fmt::format("{}: {}, {} left out, {} not as in the source; lint: {}, {}\n",
                           made.cases ? one_line(options.output.string()) : "nothing written",
                           counted(made.cases, "case"), made.left_out, counted(parts, "part"),
                           counted(errors, "error"), counted(findings.size() - errors, "warning"));
  for (const std::string& filled_in : describe(made.supplement))
    std::cout << "  " << filled_in << "; review them\n";
}

void print_object(const ConvertTests& options, const Conversion& made,
                  const std::vector<LintFinding>& findings) {
  Json remarks = Json::array(), found = Json::array();
  for (const Remark& each : made.remarks) {
    Json row = {{"file", each.where.file},
                {"line", each.where.line},
                {"kind", to_string(each.kind)},
                {"what", each.what}};
    if (!each.next.empty()) row["next"] = each.next;
    remarks.push_back(std::move(row));
  }
  for (const LintFinding& each : findings) found.push_back(json_of(each));
  Json default_risks = Json::object();
  for (const auto& [level, count] : made.supplement.default_risks) default_risks[to_string(level)] = count;
  print_json({{"output", made.cases ? Json(options.output.string()) : Json(nullptr)},
              {"cases", made.cases},
              {"left_out", made.left_out},
              {"computed_risk_level", made.supplement.computed_risks},
              {"computed_posix_compliant", made.supplement.computed_posix},
              {"default_risk_level", std::move(default_risks)},
              {"default_posix_compliant", made.supplement.default_posix},
              {"remarks", std::move(remarks)},
              {"findings", std::move(found)}});
}

}  // namespace

int perform(const ConvertTests& arguments) try {
  const convert::Options options = convert_options(arguments);
  expect_free(arguments);
  UtilityTables tables;
  tables.add_all(arguments.tables);
  std::vector<std::string> bytes;
  for (const auto& file : arguments.files) bytes.push_back(read_file(file, 256u << 20));
  std::vector<convert::Text> texts;
  for (std::size_t i = 0; i < bytes.size(); ++i) texts.push_back({arguments.files[i].string(), bytes[i]});
  Conversion made = convert::convert(arguments.source, texts, options, tables);
  std::vector<LintFinding> findings;
  if (made.cases > 0) {
    findings = findings_of(std::move(made.dataset), arguments.output, tables);
    write_file_atomically(arguments.output, made.text);
  }
  arguments.json ? print_object(arguments, made, findings) : print_text(arguments, made, findings);
  if (made.cases == 0) return kError;
  return made.left_out > 0 || errors_in(findings) > 0 ? kFailed : kPassed;
} catch (const convert::UsageError& error) {
  std::cerr << error.what() << "\n";
  return kUsage;
}

}  // namespace assay::cli
