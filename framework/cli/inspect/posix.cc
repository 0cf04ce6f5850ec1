// SPDX-License-Identifier: Apache-2.0
// `assay posix`: reports what in a command is not POSIX, and what to write instead.
#include "assay/internal/posix.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "inspect/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void print_facts(const std::string& command, const PosixFacts& facts) {
  std::cout << one_line(command) << "\n";
  for (const Departure& each : facts.departures)
    std::cout << "  " << one_line(departure_text(each, command)) << " [" << to_string(each.departs) << "]\n";
  if (facts.not_understood) std::cout << "  not understood: " << one_line(*facts.not_understood) << "\n";
  if (facts.is_compliant()) std::cout << "  POSIX's shell, utilities and options\n";
}

// Positions are byte offsets, from 0.
void print_as_json(const std::string& command, const PosixFacts& facts) {
  auto departures = nlohmann::ordered_json::array();
  for (const Departure& each : facts.departures)
    departures.push_back({{"departs", to_string(each.departs)},
                          {"what", each.what},
                          {"instead", each.instead},
                          {"begin", each.span.begin},
                          {"end", each.span.end}});
  nlohmann::ordered_json row = {
      {"command", command}, {"compliant", nullptr}, {"departures", std::move(departures)}};
  if (!facts.not_understood || !facts.departures.empty()) row["compliant"] = facts.is_compliant();
  if (facts.not_understood) row["not_understood"] = *facts.not_understood;
  print_json(row);
}

int exit_status(const PosixFacts& facts) {
  if (!facts.departures.empty()) return kFailed;
  return facts.not_understood ? kError : kPassed;
}

}  // namespace

int perform(const CheckPosix& options) {
  UtilityTables tables;
  tables.add_all(options.tables);
  int status = kPassed;
  for (const std::string& command : options.commands) {
    const PosixFacts facts = posix_facts(command, tables);
    options.json ? print_as_json(command, facts) : print_facts(command, facts);
    status = std::max(status, exit_status(facts));
  }
  return status;
}

}  // namespace assay::cli
