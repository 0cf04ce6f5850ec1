// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/grading.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "assay/internal/workers.h"
#include "assay/process.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestReply = 1u << 16;

Json json_of(const RetrievalExpectation& expected) {
  return {{"expected_doc_ids", expected.expected_doc_ids},
          {"expected_chunk_ids", expected.expected_chunk_ids},
          {"must_contain", expected.must_contain},
          {"forbidden", expected.forbidden}};
}

Json json_of(const Case& asked) {
  Json json = {{"id", asked.id},
               {"dataset", asked.dataset},
               {"prompt", asked.prompt},
               {"expect", to_string(asked.expect)},
               {"accepted", asked.accepted},
               {"category", asked.category},
               {"tags", asked.tags},
               {"risk_level", to_string(asked.risk_level)},
               {"posix_compliant", asked.posix_compliant},
               {"notes", asked.own->notes}};
  if (asked.retrieval) json["retrieval"] = json_of(*asked.retrieval);
  return json;
}

Json json_of(const RetrievalAnswer& found) {
  Json hits = Json::array();
  for (const Hit& hit : found.hits) hits.push_back({{"chunk_id", hit.chunk_id}, {"doc_id", hit.doc_id}});
  return {{"hits", std::move(hits)}, {"text", found.text ? Json(*found.text) : Json()}};
}

Json json_of(const Answer& answer) {
  Json json = {{"text", answer.command}};
  json["blocked"] = answer.blocked ? Json(*answer.blocked) : Json();
  json["exit_code"] = answer.exit_code ? Json(*answer.exit_code) : Json();
  if (answer.retrieval) json["retrieval"] = json_of(*answer.retrieval);
  return json;
}

std::string question(const Case& asked, const Answer& answer) {
  const Json json = {{"case", json_of(asked)}, {"answer", json_of(answer)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Thrown within this file for an invalid reply.
struct BadReply {
  std::string why;
};

std::string reply_text(const JsonValue& value, std::string_view name) {
  if (const std::string* text = value.string()) return *text;
  throw BadReply{fmt::format("its \"{}\" is not a string", name)};
}

Verdict reply_verdict(const JsonValue& reply) {
  if (!reply.object()) throw BadReply{"its answer is not a JSON object"};
  std::optional<VerdictKind> outcome;
  std::optional<double> score;
  Verdict verdict;
  for (const auto& [name, value] : *reply.object()) {
    if (name == "verdict") {
      outcome = outcome_from(reply_text(value, name));
    } else if (name == "score") {
      score = value.number(-1);
    } else if (name == "why") {
      verdict.why = one_line(reply_text(value, name));
    } else {
      throw BadReply{fmt::format("its answer has an unknown member \"{}\"", one_line(name))};
    }
  }
  if (!outcome || *outcome == VerdictKind::error)
    throw BadReply{"its \"verdict\" is not match, mismatch, undecided or unavailable"};
  if (*outcome == VerdictKind::match && !score) throw BadReply{"it says match without a \"score\""};
  verdict.outcome = *outcome;
  verdict.score = *outcome == VerdictKind::match ? *score : 0.0;
  return verdict;
}

std::string ending_of(const ProcessResult& result, const ExecLevel& level) {
  switch (result.end) {
    case ProcessEnd::exited: return fmt::format("ended with status {}", result.exit_code);
    case ProcessEnd::signalled: return fmt::format("was ended by signal {}", result.signal);
    case ProcessEnd::timed_out: return fmt::format("took longer than {} ms", level.timeout.count());
    case ProcessEnd::output_limit: return fmt::format("printed more than {} bytes", kLongestReply);
    case ProcessEnd::spawn_failed: return "cannot be started: " + result.error_what;
    case ProcessEnd::io_error: return "cannot be spoken with: " + result.error_what;
    case ProcessEnd::cancelled: return "was stopped";
  }
  return {};
}

Verdict faulty_program(const ExecLevel& level, std::string_view why, const ProcessResult& result) {
  const std::string_view said = last_line(result.err.truncated() ? result.err.tail : result.err.head);
  return {.outcome = VerdictKind::error,
          .why = one_line(fmt::format("{} {}{}{}", level.argv.front(), why, said.empty() ? "" : ": ", said))};
}

Verdict read_reply(const ExecLevel& level, const ProcessResult& result) {
  if (result.end != ProcessEnd::exited || result.exit_code != 0)
    return faulty_program(level, ending_of(result, level), result);
  if (result.out.truncated())
    return faulty_program(level, fmt::format("printed more than {} bytes", kLongestReply), result);
  try {
    return reply_verdict(parse_json(result.out.head, "stdout"));
  } catch (const BadReply& bad) {
    return faulty_program(level, "cannot be understood: " + bad.why, result);
  } catch (const Error& error) {
    return faulty_program(level, "did not answer with one JSON object: " + error.problems().front().what,
                          result);
  }
}

ProcessSpec spec_of(const ExecLevel& level, std::string input) {
  return {.argv = level.argv,
          .input = std::move(input),
          .limits = {.timeout = level.timeout,
                     .stdout_bytes = kLongestReply,
                     .stderr_bytes = kLongestReply,
                     .flood_bytes = kLongestReply * 16}};
}

Verdict ask_program(const ExecLevel& level, std::string input, std::stop_token stop) {
  Executor executor({.max_in_flight = 1});
  ProcessResult result;
  executor.start(spec_of(level, std::move(input)),
                 [&result](ProcessResult ended) { result = std::move(ended); });
  const std::stop_callback cancel(stop, [&executor] { executor.cancel_all(); });
  executor.run();
  return read_reply(level, result);
}

// A digest of the words and of the files they name: a program, or a script that an interpreter reads.
std::string version_of(const ExecLevel& level) {
  constexpr std::uintmax_t kLargest = 1u << 20;
  std::string text;
  for (const std::string& word : level.argv) {
    (text += word) += '\0';
    std::error_code fault;
    if (std::filesystem::is_regular_file(word, fault) && std::filesystem::file_size(word, fault) <= kLargest)
      text += sha256_file(word);
  }
  return sha256(text).substr(0, 16);
}

}  // namespace

Level level_of(const ExecLevel& described) {
  const auto level = std::make_shared<const ExecLevel>(described);
  const auto workers = std::make_shared<Workers>(described.at_once);
  AsyncGrader grader = [level, workers](const Case& asked, const Answer& answer,
                                        const GradingContext& context, VerdictCallback deliver) {
    workers->add(
        [level, input = question(asked, answer), stop = context.stop,
         deliver = std::move(deliver)]() mutable { deliver(ask_program(*level, std::move(input), stop)); });
  };
  return {.name = described.name, .grade = std::move(grader), .version = version_of(described)};
}

}  // namespace assay
