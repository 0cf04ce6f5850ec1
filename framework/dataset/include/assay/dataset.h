// SPDX-License-Identifier: Apache-2.0
// Datasets: prompts with the commands accepted as answers, or golden queries with the documents they should
// return.
//
// The format is described in docs/dataset-format.md; the schemas are datasets/schema/command.schema.json and
// retrieval.schema.json (compiled in). All functions are re-entrant. One Error reports all faults of a file,
// each with file, line and JSON pointer.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"

namespace assay {

// What must hold after the answer to a case ran in its world: the member `outcome` of
// docs/dataset-format.md#outcomes, which the level `outcome` checks.

// Conditions on standard output; members that are not set are not checked.
struct WantedOutput {
  std::optional<std::string> bytes;
  std::optional<std::string> tokens;              // the same words in the same order
  std::optional<std::vector<std::string>> lines;  // the same lines in any order, each by its words
  std::string pattern;                            // RE2 syntax, found anywhere; empty: none
  bool operator==(const WantedOutput&) const = default;
};

// Conditions on a path. Unless it must be absent, it must exist and meet all of them.
struct WantedFile {
  enum class Kind { any, file, folder, link, pipe, absent } kind = Kind::any;
  std::string path;  // relative to the world's folder, or absolute; symbolic links in it are not followed
  std::optional<std::string> content;  // of a file: its bytes
  std::string pattern;                 // of a file: RE2 syntax, found in it; empty: none
  std::optional<unsigned> mode;        // permissions
  std::optional<std::string> target;   // of a link
  bool operator==(const WantedFile&) const = default;
};

struct WantedOutcome {
  WantedOutput output;
  std::optional<int> exit_status;  // none: any, but not killed by a signal
  std::vector<WantedFile> files;
  std::string check;  // a script that exits with 0 if everything is as expected; empty: none
  bool operator==(const WantedOutcome&) const = default;
};

enum class RiskLevel { safe, low, medium, high, critical };
// "moderate", the other spelling in use, is read as medium.
std::string_view to_string(RiskLevel level);

// The prefix of the names of worlds that come with assay.
inline constexpr std::string_view kReadyWorlds = "ready/";

enum class Expectation {
  command,    // one of the accepted commands; a mark as blocked is ignored
  refusal,    // the tool declines, and gives no command
  blocked,    // a refusal, or a command that the tool marks as blocked
  unblocked,  // a command that is not marked; one of the accepted ones if the case has any
};
std::string_view to_string(Expectation expected);
std::optional<Expectation> expectation_from(std::string_view word);

// What a correct answer must do.
enum class Question {
  equivalent,  // it does the same as an accepted command, in every world
  fulfils      // it does what the prompt asks for, as a person would judge it
};
std::string_view to_string(Question question);
std::optional<Question> question_from(std::string_view text);

// Whether an answer must keep to POSIX's shell, utilities and options.
enum class PosixDemand { none, required };
std::string_view to_string(PosixDemand demand);
std::optional<PosixDemand> posix_demand_from(std::string_view text);

// How relevant a document is to a query: 0 is judged and not relevant, larger is more relevant. Below 0 it is
// in the pool of documents to be judged, but was not: bpref and infAP skip it, all others take it for 0.
struct Judgement {
  std::string doc_id;
  int grade = 0;
  bool operator==(const Judgement&) const = default;
};

// What a query of a retrieval dataset should return.
struct RetrievalExpectation {
  // If empty, the tool should refuse if Case::expect says so; otherwise it is unknown which documents hold
  // the answer, and only the text is graded.
  std::vector<std::string> expected_doc_ids;
  std::vector<std::string> expected_chunk_ids;
  std::vector<std::string> must_contain;  // in the text of the answer: all of them
  std::vector<std::string> forbidden;     // in the text of the answer: none of them
  // Graded relevance. Empty: the expected documents have grade 1, and no other document is judged.
  std::vector<Judgement> judgements;
  // Without expected documents: the lowest grade that counts as relevant, as `trec_eval -l`. There may be
  // none.
  int relevant = 1;
  std::string lang;
  std::string difficulty;
  std::string group;  // the queries of a group are rewordings of one question
  bool operator==(const RetrievalExpectation&) const = default;
};

// An optional value of a large type that is rarely present. One pointer in size.
template <typename T>
class BoxedOptional {
 public:
  BoxedOptional() = default;
  BoxedOptional(T value) : value_(std::make_unique<T>(std::move(value))) {}
  BoxedOptional(const BoxedOptional& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  BoxedOptional(BoxedOptional&&) noexcept = default;
  BoxedOptional& operator=(BoxedOptional other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~BoxedOptional() = default;

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  // REQUIRES: there is a value.
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  T& emplace() { return *(value_ = std::make_unique<T>()); }
  void reset() { value_.reset(); }
  bool operator==(const BoxedOptional& other) const {
    return has_value() == other.has_value() && (!has_value() || **this == *other);
  }

 private:
  std::unique_ptr<T> value_;
};

// A part of a value that is rarely present and has its default value when absent. One pointer in size.
template <typename T>
class BoxedDefault {
 public:
  BoxedDefault() = default;
  BoxedDefault(T value) {
    if (value != none()) value_ = std::move(value);
  }

  // The default if there is no value.
  const T& operator*() const { return value_ ? *value_ : none(); }
  const T* operator->() const { return &**this; }
  // For modification; creates the value if there is none.
  T& operator*() { return value_ ? *value_ : value_.emplace(); }
  T* operator->() { return &**this; }
  bool operator==(const BoxedDefault& other) const { return **this == *other; }

 private:
  static const T& none() {
    static const T value;
    return value;
  }
  BoxedOptional<T> value_;
};

template <typename T>
using Rare [[deprecated("use BoxedOptional")]] = BoxedOptional<T>;
template <typename T>
using Seldom [[deprecated("use BoxedDefault")]] = BoxedDefault<T>;

// Settings that few cases have.
struct CaseTerms {
  // Regular expressions (RE2 syntax): an answer that an accept pattern matches as a whole is accepted; an
  // answer in which a reject pattern is found is a miss, even if other evidence supports it.
  std::vector<std::string> accept_patterns;
  std::vector<std::string> reject_patterns;
  std::vector<std::string> levels;                       // grading levels in order; empty: the suite's levels
  std::optional<double> min_score;                       // none: the suite's
  std::optional<Question> question;                      // none: the suite's
  std::optional<PosixDemand> posix;                      // of the answer; none: the suite's levels decide
  std::optional<std::chrono::milliseconds> timeout;      // none: the tool's
  std::vector<std::pair<std::string, std::string>> env;  // set for the tool, overriding its own
  BoxedOptional<WantedOutcome> outcome;  // what must hold after the answer ran; none: no conditions
  std::vector<std::string> required_tools;
  // Of its worlds, unless they name one: what commands find in /usr; empty: the suite's. A folder is relative
  // to the dataset's.
  std::string userland = {};
  std::chrono::milliseconds world_timeout{0};  // of the accepted command there; 0: the suite's
  std::string notes;
  bool operator==(const CaseTerms&) const = default;
};

// One prompt and how its answer is graded.
struct Case {
  std::string id;    // as written; unique in its dataset
  std::string name;  // the id as a test name: [A-Za-z0-9_], at most 120 bytes, unique in its dataset
  std::string prompt;
  std::vector<std::string> accepted;  // expected_command first, then alternatives; may be empty
  std::string category;
  std::vector<std::string> tags;
  RiskLevel risk_level = RiskLevel::safe;
  bool posix_compliant = true;
  Expectation expect = Expectation::command;
  BoxedDefault<CaseTerms> own;  // settings that add to the suite's, or replace them
  // The world to run commands in, or a bare word shared by cases that are not independent: statistics
  // are clustered by both, but not by the worlds that come with assay. Empty: none.
  std::string world;
  BoxedOptional<RetrievalExpectation> retrieval;  // none: a command is asked for
  SourceLine where;                               // the line of the case's `{`
  std::string dataset;                            // the dataset's name
  bool operator==(const Case&) const = default;
};

enum class DatasetKind { commands, queries };
inline DatasetKind kind_of(const Case& asked) {
  return asked.retrieval ? DatasetKind::queries : DatasetKind::commands;
}

struct Dataset {
  std::string name;  // [A-Za-z0-9_]+
  std::string version;
  std::string description;
  std::string created_at;
  std::string author;
  std::vector<Case> cases;  // never empty, all of one kind
  std::filesystem::path file;
  std::string sha256;  // of the file's bytes
};

// The position of a case in its file, so that one case can be read without the others.
struct CaseSpan {
  std::uint64_t offset = 0;  // of the case's `{`, in bytes
  std::uint64_t length = 0;  // up to and including its `}`
};

struct IndexedDataset {
  Dataset dataset;
  std::vector<CaseSpan> spans;  // parallel to dataset.cases
};

struct ReadOptions {
  std::size_t limit_bytes = 256u << 20;
};

// Reads and checks a dataset. Throws Error listing the faults (at most 100, then how many more): bad JSON,
// wrong types, unknown members (with the nearest known one), duplicate ids, an empty or missing list of
// cases, an unreadable file.
Dataset read_dataset(const std::filesystem::path& file, const ReadOptions& options = {});
IndexedDataset read_indexed_dataset(const std::filesystem::path& file, const ReadOptions& options = {});

// The same from bytes already in memory; `file` is used for messages and Case::where.
IndexedDataset parse_dataset(std::string_view text, const std::filesystem::path& file);

// Reads one case from the bytes of its span. `where` comes from the index that held the span; Case::dataset
// is left empty, since the bytes do not hold it. Throws Error if the bytes are no longer a case because the
// file has changed since it was indexed. They were checked against the schema at that time and are not
// checked again: for a single case, reading the schema would cost more than everything else.
Case parse_case(std::string_view bytes, const SourceLine& where);

// The id as a test name: every byte outside [A-Za-z0-9] becomes '_'. A name of more than 120 bytes is cut and
// ends in a hash of the id. A name that would begin with DISABLED_ gets the prefix "id_", because GoogleTest
// would skip such a test.
std::string test_name(std::string_view id);

}  // namespace assay
