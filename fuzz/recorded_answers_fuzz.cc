// SPDX-License-Identifier: Apache-2.0
// Whatever format the bytes are said to be in, answers_from makes as many lines of JSON as it says, lists
// each answer that it leaves out in the order of the source, or throws Error with at least one problem. The
// low five bits of the first byte are the format's number in answer_source_names(), its high three bits the
// file name's extension in kEndings; bytes with a number beyond either list are ignored.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include "assay/internal/answers.h"
#include "assay/internal/json.h"

namespace {

using namespace assay::convert;

constexpr const char* kEndings[] = {".json", ".jsonl"};

void require(bool condition, const char* what) {
  if (condition) return;
  std::cerr << what << '\n';
  std::abort();
}

void check(const Answers& answers) {
  require(answers.count > 0, "a file without an answer to a case");
  require(answers.left_out == answers.remarks.size(), "an answer is left out without a word");
  require(std::ranges::is_sorted(answers.remarks, {}, [](const Remark& each) { return each.where.line; }),
          "remarks in another order");
  std::size_t count = 0;
  for (std::string_view rest = answers.lines; !rest.empty(); ++count) {
    const std::size_t end = rest.find('\n');
    require(end != rest.npos, "a line without an end");
    assay::parse_json(rest.substr(0, end), "answers.jsonl");
    rest.remove_prefix(end + 1);
  }
  require(count == answers.count, "another number of answers");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const auto names = answer_source_names();
  static const std::vector<KnownCase> asked = {{"t0001", "list"}, {"t0002", "where"}, {"q1", "list"}};
  const std::size_t format = data[0] & 31, ending = data[0] >> 5;
  if (format >= names.size() || ending >= std::size(kEndings)) return 0;
  const AnswerSource source = *answer_source_from(names[format]);
  const std::string file = std::string("a") + kEndings[ending];
  try {
    check(answers_from(source, {file, {reinterpret_cast<const char*>(data) + 1, size - 1}}, {}, asked));
  } catch (const assay::Error& error) {
    require(!error.problems().empty(), "an error without a problem");
  }
  return 0;
}
