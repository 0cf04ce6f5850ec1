// SPDX-License-Identifier: Apache-2.0
// The tool under test: how to call it, and how to read its answer.
//
// docs/tool-contract.md describes the format of a tool description; its schema is
// datasets/schema/tool.schema.json.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/dataset.h"
#include "assay/model_usage.h"
#include "assay/process.h"

namespace assay {

// A model on a server, used as a tool: the model and its messages. Uses OpenAI's API, /chat/completions,
// which Ollama, llama.cpp's server, vLLM and others also offer.
struct Chat {
  std::string base_url;  // without /chat/completions: "http://localhost:11434/v1"
  std::string model;
  std::string system;             // the system message; empty: none
  std::string user = "{prompt}";  // each "{prompt}" is replaced textually, in one pass
  std::optional<double> temperature = {};
  std::optional<std::int64_t> max_tokens = {};
  std::optional<std::int64_t> seed = {};
  std::string parameters = {};  // further members of the request: the text of a JSON object; may be empty
  // The environment variable that holds the server's key. Empty: no key is sent. If the variable is unset,
  // the server is not asked and cases end as unavailable.
  std::string key_variable = {};
  double requests_per_minute = 0;        // of this process; 0: no limit
  std::optional<TokenPrice> price = {};  // none: costs are unknown
};

// Replaces each "{prompt}" in `text`; one inside the prompt is left as text.
std::string with_prompt(std::string_view text, std::string_view prompt);

// How an answer ended. The list is closed, and each ending names exactly one event.
enum class Ending {
  answered,
  refused,           // the tool declined
  empty,             // success, but no command in it
  not_utf8,          // an answer that is not text
  malformed_output,  // the contract was broken: no JSON where JSON was promised, no match of the pattern
  failed,            // a non-zero exit status that is not a refusal
  signalled,
  timed_out,
  output_limit,
  not_found,       // no such program
  not_executable,  // a program that may not or cannot be executed: permission, a folder, a wrong architecture
  spawn_error,     // the system refused for another reason: argument list too long, no memory, …
  io_error,        // a pipe broke
  cancelled,       // the run was stopped before this case ended
  unavailable,     // infrastructure was missing: a rate limit, no network, no key, no complete message
  not_recorded,    // the recorded answers have none for this case
};
std::string_view to_string(Ending ending);
std::optional<Ending> ending_from(std::string_view text);

// Whether the tool can be blamed. False if it could not be started or asked to the end (not_found,
// not_executable, spawn_error, io_error, cancelled, not_recorded), or if infrastructure was missing
// (unavailable): the case is then unmeasured.
bool is_measured(Ending ending);

// One hit of a retrieval tool; its rank is its position in the list of hits.
struct Hit {
  std::string chunk_id;
  std::string doc_id;
  std::optional<double> score;  // finite; none if the tool gave no number
  bool operator==(const Hit&) const = default;
};

// A reference in the text of an answer. Either id may be empty.
struct Citation {
  std::string doc_id;
  std::string chunk_id;
  std::optional<bool> exists;  // in the corpus; none if the corpus is unknown
  bool operator==(const Citation&) const = default;
};

struct RetrievalAnswer {
  std::vector<Hit> hits;            // best first, in the tool's own order
  std::optional<std::string> text;  // none: the tool only searched
  std::vector<Citation> citations;
  std::optional<bool> grounded;  // as the tool says; false is a refusal
  bool operator==(const RetrievalAnswer&) const = default;
};

// A try that ended as unavailable, after which the tool was asked again (Retry).
struct EarlierTry {
  std::string detail;  // as Answer::detail
  std::chrono::nanoseconds latency{0};
  bool operator==(const EarlierTry&) const = default;
};

struct Answer {
  Ending ending = Ending::cancelled;
  std::string command;  // if answered: valid UTF-8, trimmed, not empty
  // For a retrieval tool that answered, refused or found nothing, or the hits of one that failed; `command`
  // is empty then.
  std::optional<RetrievalAnswer> retrieval;
  std::string
      detail;  // one line: the reason for any ending but answered ("exit status 3", "no JSON in stdout: …")
  // If answered: why the tool marks its command as blocked, one line; none: it does not.
  std::optional<std::string> blocked = {};
  std::vector<std::string> argv;  // what was run; empty for recorded answers and for models on servers
  std::string stdout_bytes;       // Captured::text(): with a note on dropped bytes; not UTF-8
  std::string stderr_bytes;
  bool truncated = false;
  std::optional<int> exit_code;
  std::optional<int> signal;
  std::chrono::nanoseconds latency{0};
  std::chrono::microseconds user_time{0};
  std::chrono::microseconds system_time{0};
  std::int64_t max_rss_kib = 0;
  std::vector<EarlierTry> earlier_tries;  // the figures above are those of the last try
  // Whether people labelled it as right, if a recording says so. Grading ignores it.
  std::optional<bool> label;
  // The usage as reported by the tool, in the tool's unit; finite and not negative.
  std::optional<double> tokens;
  std::optional<double> cost;
};

// How the command, or the hits, are found in the tool's output.
struct WholeStdout {};
struct JsonPointer {
  std::string pointer;  // RFC 6901, to a string in the JSON document in stdout
  // With JsonDocument::lines: only lines with these values, by pointer, have the answer.
  std::vector<std::pair<std::string, std::string>> where = {};
};
struct Pattern {
  enum class Match { first, last, only };  // only: several matches break the contract
  std::string regex;  // RE2's syntax, multi-line; group 1, or the whole match if it has no group
  Match match = Match::first;
};
// Pointers (RFC 6901) into the JSON document in stdout, to hits, text and citations; those of a hit or
// citation are relative to it.
struct RetrievalPointers {
  std::string hits = "/hits";  // an array, best first
  std::string hit_chunk_id = "/chunk_id";
  std::string hit_doc_id = "/doc_id";
  std::string hit_score = "/score";
  std::string text = "/answer";
  std::string grounded = "/grounded";
  std::string citations = "/citations";
  std::string cited_chunk_id = "/chunk_id";
  std::string cited_doc_id = "/doc_id";
  // It answers in words, so an answer without any said nothing. False: it only searches, and neither its
  // words nor `grounded` are read. Whether a query is measured must not depend on what an answer leaves out.
  bool speaks = true;
  std::string cited_exists;  // empty: the tool's own claim is ignored
  // Ids of all existing chunks and documents; null: unknown.
  std::shared_ptr<const std::set<std::string, std::less<>>> corpus;
};
using AnswerFormat = std::variant<WholeStdout, JsonPointer, Pattern, RetrievalPointers>;

// What a tool prints around its answer, in the order of removal.
enum class Strip {
  ansi,         // escape sequences of terminals, everywhere in stdout
  think,        // <think>…</think>, everywhere in stdout
  fences,       // everything except the contents of the answer's single fenced block
  prompt_sign,  // "$ " before the answer's lines
  inline_code,  // back quotes around the whole answer
};
std::string_view to_string(Strip what);

enum class JsonDocument {
  only,   // stdout is one document
  last,   // the last document of stdout, beginning at a line start; anything before it is ignored
  lines,  // each line that is an object is a document; a pointer leads into the last one that has it
};

// The markers of a refusal; any one of them suffices. Checked before the exit status counts as a failure.
struct RefusalMarkers {
  std::string pointer;            // JSON pointer to a value that is neither null, false nor empty
  std::vector<int> exit_codes;    // exit statuses
  std::string regex;              // found in stdout
  std::string stderr_regex = {};  // found in stderr
  std::string answer_regex = {};  // found in the command that was extracted
};

// Markers of a command that the tool would not run itself. A marked answer without a command is a refusal.
using BlockedMarkers = RefusalMarkers;

// The markers of missing infrastructure; any one of them suffices. An exit status,
// stdout and its JSON are checked first. stderr is checked if there is neither an answer nor a
// refusal: tools that succeed in the end may have complained there before.
struct UnavailableMarkers {
  std::vector<int> exit_codes;
  std::string stdout_regex;
  std::string stderr_regex;
  std::string pointer = {};  // as RefusalMarkers::pointer
};

// Asking again after an answer that ended as unavailable.
struct Retry {
  unsigned times = 0;                    // in addition to the first
  std::chrono::milliseconds wait{1000};  // before each
};

// Which of this program's environment variables a tool gets; Program::env is set on top.
struct Inheritance {
  enum class What { all, none, named } what = What::all;  // none: only PATH, so that programs are found
  std::vector<std::string> names = {};                    // for `named`; PATH is always included
};

// A tool's HOME. With an empty folder, the XDG variables are unset too, and TMPDIR is that folder.
enum class Home {
  inherited,
  per_case,  // an empty one for each request
  per_run,   // empty when a run begins; setup and server share it
};

// Pointers (RFC 6901) to numbers in the JSON document in stdout; empty: the tool reports none.
struct UsagePointers {
  std::vector<std::string> tokens;  // the sum of those that are there
  std::string cost;
};

// A server that runs while the tool is asked.
struct Server {
  std::vector<std::string> argv;
  // It is ready when something listens on this port, or when it has printed a matching line.
  int port = 0;
  std::string line;  // RE2's syntax, multi-line; used if there is no port
};

// The environment that a tool needs. Everything runs in the tool's folder and environment, with its limits
// except for the time limit below.
struct Fixture {
  std::vector<std::string> setup;     // run to its end before anything is asked; may be empty
  std::optional<Server> server;       // started after setup, ended with the run
  std::vector<std::string> teardown;  // run after the server has ended
  // Applies separately to setup, to the server's start until it is ready, to its end, and to teardown.
  std::chrono::milliseconds limit{60'000};

  bool empty() const { return setup.empty() && !server && teardown.empty(); }
};

// A process per prompt, or a model on a server, whose message is read like a process's stdout.
struct Program {
  std::vector<std::string> argv;  // "{prompt}" in any element is replaced textually, in one pass
  std::optional<Chat> chat = {};  // then `argv` is empty, and `limits.timeout` applies to one try
  std::vector<std::pair<std::string, std::string>> env;
  std::string cwd;
  bool prompt_on_stdin = false;  // stdin is the prompt; otherwise `input`, or /dev/null
  std::string input = {};        // each "{prompt}" in it is replaced; empty: nothing
  Inheritance inherit = {};
  Home home = Home::inherited;
  // What an empty home has when the tool is asked first: relative paths without "..", and contents.
  std::vector<std::pair<std::string, std::string>> files = {};
  AnswerFormat answer = WholeStdout{};
  JsonDocument document = JsonDocument::only;
  std::vector<Strip> strip = {};
  RefusalMarkers refusal;
  BlockedMarkers blocked = {};
  UnavailableMarkers unavailable = {};
  Retry retry = {};
  std::vector<int> success_codes = {0};
  UsagePointers usage = {};
  ProcessLimits limits;
  Fixture fixture = {};
};

// Answers collected elsewhere or earlier. They stay in their file, which must not change meanwhile.
struct RecordedLine {
  std::string id;            // of the case
  std::uint64_t offset = 0;  // in bytes
  std::size_t length = 0;
};
struct Recording {
  std::filesystem::path file;
  std::vector<RecordedLine> lines;  // by id, each once
  // Some of its answers to queries have words, or say whether they are grounded. Those that do not said
  // nothing; where none does, the tool only searched.
  bool speaks = false;
  // Null if there is none.
  const RecordedLine* find(std::string_view id) const;
};

struct Tool {
  std::string name;
  std::variant<Program, Recording> how;
  // Versions of its parts, as the description states them: "chunker", "embedding", "prompt", ….
  std::map<std::string, std::string> parts = {};
  std::filesystem::path description = {};  // the file that it was read from; empty: none
};

// Reads a tool description (JSON), or recorded answers (JSONL). known_tool() returns a ready description
// ("caro", "kebab"). Throws Error naming file and line.
Tool read_tool(const std::filesystem::path& file);
Tool read_recording(const std::filesystem::path& file);
// Recorded answers of several models, possibly with several attempts per case, from lines with `run` and
// `attempt`. Ordered by run, then by attempt.
struct RecordedRun {
  std::string name;  // the file's if its lines have no `run`
  int attempt = 1;
  Recording recording;
};
std::vector<RecordedRun> read_recorded_runs(const std::filesystem::path& file);
std::optional<Tool> known_tool(std::string_view name);
// The ready descriptions, and the text of one for copying into a file; empty for an unknown name.
struct ReadyTool {
  std::string name;
  std::string description;  // for display
};
std::vector<ReadyTool> ready_tools();
std::string ready_tool_text(std::string_view name);

// The process for a case: a pure function of both. The case's own timeout and variables override the
// tool's. REQUIRES: the tool is not a model.
ProcessSpec invocation(const Program& program, const Case& asked);
// The process for a command of the tool's fixture.
ProcessSpec fixture_invocation(const Program& program, const std::vector<std::string>& command);
// Gives a process an empty home, which also takes its temporary files.
void set_home(ProcessSpec& spec, const std::filesystem::path& home);
// Writes the tool's files into a home, except those that are there. Throws Error if one cannot be written.
void furnish_home(const Program& program, const std::filesystem::path& home);

// The result of the tool's process, as an answer: a pure function.
Answer read_answer(const Program& program, ProcessResult result);

// The recorded answer for a case, read from the file, or one that ended as not_recorded. Throws Error if
// the file has changed since it was read.
Answer recorded_answer(const Recording& recording, const Case& asked);

}  // namespace assay
