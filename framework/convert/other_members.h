// SPDX-License-Identifier: Apache-2.0
// Members of objects that no part of a case takes.
#pragma once

#include <map>
#include <string>

#include "draft.h"
#include "node.h"

namespace assay::convert {

// "--map tags=NAME keeps it as a tag", with the column as a shell and --map read it.
std::string how_to_keep_as_tag(const std::string& column);

class OtherMembers {
 public:
  // The pairs must outlive this object.
  explicit OtherMembers(const std::vector<Mapping::Pair>& taken) : taken_(taken) {}

  // Of the members of an object, and of what a JSON pointer of a pair leads through.
  void take(const Node& object) { look_into(object, ""); }
  // Reports each once, with its first line.
  void report(Draft& draft) const;

 private:
  struct Other {
    int line = 0;
    bool can_be_tag = true;  // in every object
  };

  bool is_taken(const std::string& column) const;
  bool leads_deeper(const std::string& pointer) const;
  void look_into(const Node& node, const std::string& pointer);
  void look_at(const std::string& column, const std::string& pointer, const Node& value, bool can_be_named);

  const std::vector<Mapping::Pair>& taken_;
  std::map<std::string, Other> others_;  // by the column that --map would name
};

}  // namespace assay::convert
