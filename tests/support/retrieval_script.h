// SPDX-License-Identifier: Apache-2.0
// A notation for retrieval runs in tests: `RetrievalScript().query("q1").expects({"c1"}, {"d1"}).finds({"x",
// "c1"})`.
//
// A chunk "d1#2" lies in document "d1"; one without '#' lies in the document of the same name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "assay/result.h"

namespace assay {

class RetrievalScript {
 public:
  RetrievalScript& query(const std::string& id) {
    Result result;
    result.asked = a_case(id, {});
    result.asked.dataset = "docs";
    result.asked.retrieval.emplace();
    result.asked.expect = Expectation::refusal;
    result.answer = answered("");
    result.answer.retrieval.emplace();
    result.grade.status = Status::miss;
    run_.results.push_back(std::move(result));
    return *this;
  }
  RetrievalScript& expects(std::vector<std::string> chunks, std::vector<std::string> documents) {
    last().asked.expect = documents.empty() ? Expectation::refusal : Expectation::command;
    last().asked.retrieval->expected_chunk_ids = std::move(chunks);
    last().asked.retrieval->expected_doc_ids = std::move(documents);
    return *this;
  }
  RetrievalScript& finds(const std::vector<std::string>& chunks) {
    for (const auto& chunk : chunks)
      last().answer.retrieval->hits.push_back({chunk, chunk.substr(0, chunk.find('#')), std::nullopt});
    return *this;
  }
  RetrievalScript& says(std::string text, bool grounded = true) {
    last().answer.retrieval->text = std::move(text);
    last().answer.retrieval->grounded = grounded;
    return *this;
  }
  RetrievalScript& cites(std::vector<Citation> citations) {
    last().answer.retrieval->citations = std::move(citations);
    return *this;
  }
  RetrievalScript& must_contain(std::vector<std::string> parts) {
    last().asked.retrieval->must_contain = std::move(parts);
    return *this;
  }
  RetrievalScript& forbids(std::vector<std::string> parts) {
    last().asked.retrieval->forbidden = std::move(parts);
    return *this;
  }
  RetrievalScript& judged(std::vector<Judgement> judgements) {
    last().asked.retrieval->judgements = std::move(judgements);
    return *this;
  }
  RetrievalScript& in_group(std::string group, std::string difficulty = "") {
    last().asked.retrieval->group = std::move(group);
    last().asked.retrieval->difficulty = std::move(difficulty);
    return *this;
  }
  RetrievalScript& tagged(std::vector<std::string> tags) {
    last().asked.tags = std::move(tags);
    return *this;
  }
  RetrievalScript& ends(Ending ending) {
    last().answer.ending = ending;
    return *this;
  }
  // A query without one of these calls has missed. `by` is the level that decided.
  RetrievalScript& passes(std::string by = "hit@10") { return graded(Status::pass, std::move(by)); }
  RetrievalScript& misses(std::string by = "hit@10") { return graded(Status::miss, std::move(by)); }
  RetrievalScript& is_unmeasured(std::string by) { return graded(Status::unmeasured, std::move(by)); }
  // The tool could not be asked.
  RetrievalScript& is_not_asked(Ending why = Ending::not_found) {
    return ends(why).is_unmeasured(std::string(to_string(why)));
  }
  RetrievalScript& attempt(int number) {
    last().attempt = number;
    return *this;
  }
  Result& last() { return run_.results.back(); }
  const Run& run() {
    run_.info.suite = "retrieval";
    return run_;
  }

 private:
  RetrievalScript& graded(Status status, std::string by) {
    last().grade.status = status;
    last().grade.method = std::move(by);
    return *this;
  }
  Run run_;
};

}  // namespace assay
