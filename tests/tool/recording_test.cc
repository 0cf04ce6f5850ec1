// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "assay/error.h"
#include "assay/tool.h"
#include "error_of.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::HasSubstr;

class RecordingTest : public testing::Test {
 protected:
  Recording read(const std::string& lines) {
    return std::get<Recording>(read_recording(folder_.write("answers.jsonl", lines)).how);
  }
  Answer only(const std::string& line) {
    const Recording recording = read(line);
    EXPECT_EQ(recording.lines.size(), 1u);
    return answer_for(recording.lines.at(0).id, recording);
  }
  static Answer answer_for(const std::string& id, const Recording& recording) {
    Case asked;
    asked.id = id;
    return recorded_answer(recording, asked);
  }
  std::string fault(const std::string& lines) {
    std::string text = error_of([&] { read(lines); });
    const std::string folder = folder_ / "";
    for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
    return text;
  }

  const Folder folder_;
};

TEST_F(RecordingTest, AnswersById) {
  const Recording recording =
      read("{\"id\": \"a\", \"answer\": \"ls -l\"}\n\n{\"id\": \"b\", \"answer\": \" pwd\\n\"}");
  EXPECT_EQ(answer_for("b", recording).ending, Ending::answered);
  EXPECT_EQ(answer_for("b", recording).command, "pwd");
  EXPECT_EQ(answer_for("c", recording).ending, Ending::not_recorded);
}

TEST_F(RecordingTest, AnAnswerCountsForItsOwnDataset) {
  const Recording recording = read("{\"id\": \"a\", \"dataset\": \"seven\", \"answer\": \"ls\"}");
  Case asked;
  asked.id = "a";
  asked.dataset = "seven";
  EXPECT_EQ(recorded_answer(recording, asked).command, "ls");
  asked.dataset = "other";
  const Answer answer = recorded_answer(recording, asked);
  EXPECT_EQ(answer.ending, Ending::not_recorded);
  EXPECT_EQ(answer.detail, "the line for \"a\" is about the dataset \"seven\"");
}

TEST_F(RecordingTest, AnswersStayInTheFile) {
  const std::string long_answer(100'000, 'x');
  const Recording recording =
      read("{\"id\": \"b\", \"answer\": \"" + long_answer + "\"}\r\n{\"id\": \"a\", \"answer\": \"ls\"}");
  EXPECT_EQ(recording.lines.at(0).id, "a");
  EXPECT_EQ(answer_for("a", recording).command, "ls");
  EXPECT_EQ(answer_for("b", recording).command, long_answer);
}

TEST_F(RecordingTest, ThatChangedMeanwhileIsAnError) {
  const Recording recording =
      read("{\"id\": \"a\", \"answer\": \"ls\"}\n{\"id\": \"b\", \"answer\": \"pwd\"}\n");
  for (const char* now :
       {"", "{\"id\": \"c\", \"answer\": \"ls\"}\n", "x{\"id\": \"a\", \"answer\": \"ls\"}\n"}) {
    folder_.write("answers.jsonl", now);
    EXPECT_THROW(answer_for("a", recording), Error) << now;
  }
  std::filesystem::remove(recording.file);
  EXPECT_THROW(answer_for("a", recording), Error);
}

TEST_F(RecordingTest, IsNamedAfterItsFile) {
  EXPECT_EQ(read_recording(folder_.write("gpt.jsonl", R"({"id": "a", "answer": "ls"})")).name, "gpt");
}

TEST_F(RecordingTest, OfSeveralRunsAndAttempts) {
  const auto runs =
      read_recorded_runs(folder_.write("models.jsonl", R"({"id": "a", "answer": "ls", "run": "new"}
{"id": "a", "answer": "ls -l", "run": "new"}
{"id": "b", "answer": "pwd", "run": "new", "attempt": 2}
{"id": "a", "answer": "cd", "label": false}
)"));
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].name, "models");
  EXPECT_EQ(answer_for("a", runs[0].recording).label, false);
  EXPECT_EQ(runs[1].name + std::to_string(runs[1].attempt), "new1");
  EXPECT_EQ(runs[1].recording.lines.size(), 1u);
  EXPECT_EQ(runs[2].name + std::to_string(runs[2].attempt), "new2");
  EXPECT_EQ(answer_for("a", runs[2].recording).command, "ls -l");
  EXPECT_EQ(answer_for("b", runs[2].recording).command, "pwd");
}

TEST_F(RecordingTest, WhatWasMeasured) {
  const Answer answer = only(
      R"({"id": "a", "answer": "ls", "latency_ms": 12.5, "exit_code": 0, "stdout": "ls\n", "stderr": {"base64": "/w=="}})");
  EXPECT_EQ(answer.latency, std::chrono::microseconds(12'500));
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_EQ(answer.stdout_bytes, "ls\n");
  EXPECT_EQ(answer.stderr_bytes, "\xff");
}

TEST_F(RecordingTest, Refusal) {
  const Answer answer = only(R"({"id": "a", "refused": "too\ndangerous"})");
  EXPECT_EQ(answer.ending, Ending::refused);
  EXPECT_EQ(answer.detail, "too\\ndangerous");
}

TEST_F(RecordingTest, OtherEndings) {
  const Answer answer = only(R"({"id": "a", "ending": "timed_out", "detail": "after 30 s", "signal": 9})");
  EXPECT_EQ(answer.ending, Ending::timed_out);
  EXPECT_EQ(answer.detail, "after 30 s");
  EXPECT_EQ(answer.signal, 9);
}

TEST_F(RecordingTest, BlankAnswerIsEmpty) {
  EXPECT_EQ(only(R"({"id": "a", "answer": " "})").ending, Ending::empty);
}

TEST_F(RecordingTest, NulIsNoCommand) {
  const Answer answer = only(R"({"id": "a", "answer": "ls\u0000"})");
  EXPECT_EQ(answer.ending, Ending::malformed_output);
  EXPECT_EQ(answer.command, "");
}

TEST_F(RecordingTest, RowsOfAFinishedRun) {
  const Answer answered = only(
      R"({"id": "a", "prompt": "x", "score": 1.0, "ending": "answered", "generated": "ls", "detail": "", "argv": [], )"
      R"("exit_code": 0, "signal": null, "latency_ms": 2.0, "stdout": "ls", "stderr": ""})");
  EXPECT_EQ(answered.command, "ls");
  const Answer failed =
      only(R"({"id": "a", "ending": "failed", "generated": null, "detail": "exit status 3", "exit_code": 3, )"
           R"("signal": null, "latency_ms": null, "stdout": "", "stderr": ""})");
  EXPECT_EQ(failed.ending, Ending::failed);
  EXPECT_EQ(failed.exit_code, 3);
}

TEST_F(RecordingTest, AllFaultsAtOnceEachWithItsLine) {
  EXPECT_EQ(fault("{\"id\": \"a\", \"answer\": \"ls\"}\n"
                  "{\"id\": \"a\", \"answer\": \"pwd\"}\n"
                  "\n"
                  "{\"answer\": \"ls\"}\n"
                  "[]\n"
                  "{\"id\": \"b\"}\n"
                  "{\"id\": \"c\", \"answer\": 1}\n"
                  "{\"id\": \"d\", \"answer\": \"ls\", \"refused\": \"no\"}\n"
                  "{\"id\": \"e\", \"ending\": \"lost\"}\n"
                  "{\"id\": \"f\", \"ending\": \"answered\"}\n"
                  "{\"id\": \"g\", \"ending\": \"failed\", \"answer\": \"ls\"}\n"
                  "{\"id\": \"h\", \"answer\": \"ls\", \"latency_ms\": -1}\n"
                  "{\"id\": \"i\", \"answer\": \"ls\", \"exit_code\": 256}\n"
                  "{\"id\": \"j\", \"answer\": \"ls\", \"stdout\": {\"base64\": \"!\"}}\n"
                  "{\"id\": \"k\", \"answer\": \"ls\", \"stderr\": {\"base64\": 1}}\n"
                  "{\"id\": \"l\", \"answer\": \"ls\", \"stdout\": {}}\n"),
            "answers.jsonl:2: error: a second answer for \"a\"; the first is in line 1\n"
            "  next: keep one of them\n"
            "answers.jsonl:4: error: the line has no \"id\"\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:5: error: the line is not a JSON object\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:6: error: neither \"answer\" nor \"refused\" nor \"ending\"\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:7: error: \"answer\" is not a string\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:8: error: both an answer and a refusal\n"
            "  next: leave one of them out\n"
            "answers.jsonl:9: error: \"lost\" is not an ending\n"
            "  next: docs/tool-contract.md lists them\n"
            "answers.jsonl:10: error: the ending is \"answered\", but there is no answer\n"
            "  next: add \"answer\"\n"
            "answers.jsonl:11: error: an answer and an ending that is not \"answered\"\n"
            "  next: leave one of them out\n"
            "answers.jsonl:12: error: \"latency_ms\" is not a number of milliseconds\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:13: error: \"exit_code\" is not an integer from 0 to 255\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:14: error: \"stdout\" is neither a string nor {\"base64\": …}\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:15: error: \"stderr\" is neither a string nor {\"base64\": …}\n"
            "  next: docs/tool-contract.md describes the lines\n"
            "answers.jsonl:16: error: \"stdout\" is neither a string nor {\"base64\": …}\n"
            "  next: docs/tool-contract.md describes the lines");
}

TEST_F(RecordingTest, ContradictionsAreFaults) {
  EXPECT_THAT(fault(R"({"id": "a", "answer": "ls", "generated": "rm -rf x"})"),
              HasSubstr("answers.jsonl:1: error: \"answer\" and \"generated\" differ"));
  EXPECT_EQ(only(R"({"id": "a", "answer": "ls", "generated": "ls"})").command, "ls");
  EXPECT_THAT(fault(R"({"id": "a", "ending": "signalled", "exit_code": 0, "signal": 9})"),
              HasSubstr("answers.jsonl:1: error: both an exit status and a signal"));
  EXPECT_THAT(fault(R"({"id": "a", "answer": "ls", "signal": 9})"),
              HasSubstr("answers.jsonl:1: error: an answer of a process that a signal ended"));
}

TEST_F(RecordingTest, OfOneToolIsNotOfTwoRuns) {
  EXPECT_THAT(fault("{\"id\": \"a\", \"answer\": \"ls\", \"run\": \"new\"}\n"
                    "{\"id\": \"b\", \"answer\": \"ls\", \"run\": \"old\"}\n"),
              HasSubstr("answers.jsonl:2: error: the line is of run \"old\", and the first line of \"new\"\n"
                        "  next: grade each run by itself: assay import"));
}

TEST_F(RecordingTest, BrokenJsonNamesItsLine) {
  EXPECT_THAT(fault("{\"id\": \"a\", \"answer\": \"ls\"}\n{\"id\": \"b\", \"answer\n"),
              HasSubstr("answers.jsonl:2: error: "));
}

TEST_F(RecordingTest, EmptyFileIsAFault) {
  EXPECT_EQ(fault("\n"), "answers.jsonl: error: there are no recorded answers in it");
}

TEST_F(RecordingTest, MissingFile) { EXPECT_THROW(read_recording(folder_ / "missing.jsonl"), Error); }

TEST_F(RecordingTest, WhatWasRetrieved) {
  const Answer answer = only(R"({"id": "a", "hits": [{"chunk_id": "a#1", "doc_id": "a", "score": 1}], )"
                             R"("answer": "30 s", "grounded": true, "citations": [{"doc_id": "a"}]})");
  EXPECT_EQ(answer.ending, Ending::answered);
  EXPECT_EQ(answer.retrieval->hits.at(0).chunk_id, "a#1");
  EXPECT_EQ(answer.retrieval->text, "30 s");
  EXPECT_EQ(answer.retrieval->citations.size(), 1u);
  EXPECT_EQ(only(R"({"id": "a", "hits": []})").ending, Ending::empty);
  EXPECT_EQ(only(R"({"id": "a", "hits": [], "grounded": false})").ending, Ending::refused);
}

TEST_F(RecordingTest, AnAnswerWithoutWordsSaidNothingWhereOthersHaveWords) {
  const std::string searched = R"({"id": "a", "hits": [{"doc_id": "x"}]})";
  EXPECT_EQ(only(searched).retrieval->text, std::nullopt) << "the tool only searched";
  for (const char* other :
       {R"({"id": "b", "hits": [], "answer": "30 s"})", R"({"id": "b", "hits": [], "grounded": false})"}) {
    SCOPED_TRACE(other);
    EXPECT_EQ(answer_for("a", read(searched + "\n" + other)).retrieval->text, "");
  }
}

TEST_F(RecordingTest, WhatWasRetrievedAsInARowOfResults) {
  const Answer answer =
      only(R"({"id": "a", "ending": "refused", "detail": "exit status 3", "generated": null, "retrieval": )"
           R"({"hits": [{"chunk_id": "", "doc_id": "a", "score": null}], "text": "no", "grounded": null, )"
           R"("citations": [{"doc_id": "b", "chunk_id": "", "exists": false}]}})");
  EXPECT_EQ(answer.ending, Ending::refused);
  EXPECT_EQ(answer.detail, "exit status 3");
  EXPECT_EQ(answer.retrieval->text, "no");
  EXPECT_EQ(answer.retrieval->citations.at(0).exists, false);
}

TEST_F(RecordingTest, AnEmptyTextInARowIsOfAToolThatCouldHaveSpoken) {
  const Answer answer =
      only(R"({"id": "a", "ending": "answered", "generated": null, "retrieval": )"
           R"({"hits": [{"doc_id": "a"}], "text": "", "grounded": null, "citations": []}})");
  EXPECT_EQ(answer.retrieval->text, "");
}

TEST_F(RecordingTest, WhatWasRetrievedAndCannotBeRead) {
  EXPECT_EQ(fault(R"({"id": "a", "hits": 3})"),
            "answers.jsonl:1: error: the retrieved hits cannot be read: /hits is a number, not an array\n"
            "  next: docs/tool-contract.md describes the lines");
  EXPECT_THAT(fault(R"({"id": "a", "hits": [], "ending": "lost"})"), HasSubstr("\"lost\" is not an ending"));
}

TEST_F(RecordingTest, IsReadAsOtherProgramsWriteIt) {
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  const Recording recording = read(
      "\xEF\xBB\xBF{\"id\": \"a\", \"answer\": \"ls\", \"score\": NaN, \"latency_ms\": NaN}\n"
      "{\"id\": \"b\", \"answer\": \"echo \\ud83d\", \"trace\": " +
      deep + "}\n");
  EXPECT_EQ(answer_for("a", recording).command, "ls");
  EXPECT_EQ(answer_for("b", recording).command, "echo \xEF\xBF\xBD");
}

}  // namespace
}  // namespace assay
