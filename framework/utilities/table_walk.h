// The reader of one table and of its sub-commands, which are tables again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table_fields.h"
#include "table_reader.h"

namespace assay {

class TableReader : TableFields {
 public:
  TableReader(const std::string& file, const FindTable& find_table, std::vector<Problem>& problems)
      : TableFields(file, problems), find_table_(find_table) {}

  Utility read(const JsonValue& table, const Utility* above);

 private:
  void read_traits(const JsonValue& table, Utility& utility);
  void take_over(const JsonValue& table, Utility& utility);
  void inherit(const Utility& above, Utility& utility);
  void read_groups(const JsonValue& table, Utility& utility);
  void read_options(const JsonValue& table, Utility& utility);
  Option read_option(const JsonValue& entry, const Utility& utility);
  void check_option(const JsonValue& entry, const Option& option);
  void resolve_options(const JsonValue& table, Utility& utility);
  void check_names(const JsonValue& table, const Utility& utility);
  void read_operands(const JsonValue& table, Utility& utility);
  void read_numeric(const JsonValue& table, Utility& utility);
  void read_inner(const JsonValue& table, Utility& utility);
  void read_primaries(const JsonValue& table, Utility& utility);
  void read_subcommands(const JsonValue& table, Utility& utility);

  std::vector<OptionId> option_ids(const JsonValue* names, const Utility& utility);
  OptionSetting setting(const JsonValue& text, const Utility& utility);
  OptionId option_id(const JsonValue& name, std::string_view text, const Utility& utility);

  const FindTable& find_table_;
};

}  // namespace assay
