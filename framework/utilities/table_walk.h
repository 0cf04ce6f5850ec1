// SPDX-License-Identifier: Apache-2.0
// The reader of one table and, recursively, of its subcommands' tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table_fields.h"
#include "table_reader.h"

namespace assay {

class TableReader {
 public:
  TableReader(const std::string& file, const FindTable& find_table, std::vector<Problem>& problems)
      : file_(file), find_table_(find_table), problems_(problems) {}

  Utility read(const JsonValue& table, const Utility* above);

 private:
  void read_traits(const JsonValue& table, Utility& utility);
  // With `above`, the words of `same_as` name a subcommand of it that was read before.
  void take_over(const JsonValue& table, const Utility* above, Utility& utility);
  void inherit(const Utility& above, Utility& utility);
  void read_groups(const JsonValue& table, Utility& utility);
  void read_options(const JsonValue& table, Utility& utility);
  Option read_option(const JsonValue& entry, const Utility& utility);
  void check_option(const JsonValue& entry, const Option& option);
  void resolve_options(const JsonValue& table, Utility& utility);
  std::vector<OptionSetting> read_says(const JsonValue& entry, const Utility& utility);
  void check_names(const JsonValue& table, const Utility& utility);
  void read_facts(const JsonValue& table, Utility& utility);
  Fact read_fact(const JsonValue& value, const Utility& utility);
  void read_operands(const JsonValue& table, Utility& utility);
  void read_numeric(const JsonValue& table, Utility& utility);
  void read_inner(const JsonValue& table, Utility& utility);
  void read_inner_use(const JsonValue& inner, Utility& utility);
  void read_primaries(const JsonValue& table, Utility& utility);
  void read_subcommands(const JsonValue& table, Utility& utility);

  void complain(const JsonValue& at, std::string what) {
    problems_.push_back(
        {{file_, at.line}, "", std::move(what), "docs/utility-tables.md explains the members"});
  }

  std::vector<OptionId> option_ids(const JsonValue* names, const Utility& utility);
  OptionSetting setting(const JsonValue& text, const Utility& utility);
  OptionId option_id(const JsonValue& name, std::string_view text, const Utility& utility);

  const std::string& file_;
  const FindTable& find_table_;
  std::vector<Problem>& problems_;
};

}  // namespace assay
