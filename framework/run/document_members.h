// SPDX-License-Identifier: Apache-2.0
// Reads a whole document by its members; errors name their place.
#pragma once

#include "assay/error.h"
#include "json_members.h"

namespace assay::json_members {

// What the text should be, for messages.
struct Expected {
  SourceLine where;
  std::string what;  // "a result row"
  std::string next;  // the way out if it is not
};

// Calls `describe_all` with a Reader of the text's single object. Throws Error.
template <typename Describe>
void read_document(std::string_view text, const Expected& expected, Describe describe_all) {
  const auto wrong = [&](std::string pointer, const std::string& what, std::string next) {
    return Error(Problem{.where = expected.where,
                         .pointer = std::move(pointer),
                         .what = "not " + expected.what + ": " + what,
                         .next = std::move(next)});
  };
  try {
    const Json json = Json::parse(text);
    Reader reader(json);
    describe_all(reader);
  } catch (const Fault& fault) {
    throw wrong("/" + fault.member, fault.what, "fix or remove it, or run the suite again");
  } catch (const BadValue& bad) {
    throw wrong("", bad.what, expected.next);
  } catch (const Json::exception& error) {
    throw wrong("", error.what(), expected.next);
  }
}

}  // namespace assay::json_members
