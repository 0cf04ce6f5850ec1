// SPDX-License-Identifier: Apache-2.0
// The protocol between assay and the program that runs ONNX Runtime. The first frame names library and model;
// the reply describes the model's inputs and outputs. Each later frame holds inputs; its reply holds an
// output. Any reply may be a problem instead.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "assay/error.h"
#include "assay/internal/stream_worker.h"
#include "assay/internal/wire.h"

namespace assay::onnx {

struct Input {
  std::string name;
  std::vector<std::int64_t> values;  // for one text: the shape is 1 × length
};
struct Question {
  std::vector<Input> inputs;
  std::string output;  // the name of the wanted output
};
struct Output {
  std::vector<std::int64_t> shape;
  std::vector<float> values;
};
struct Opening {
  std::string library, model;
};
struct Description {
  std::string version;  // of the library
  std::vector<std::string> inputs, outputs;
};
template <class T>
using OrProblem = std::variant<T, Problem>;

using process::Reader;
using process::Writer;

inline void put(Writer& to, const std::vector<std::string>& names) {
  to.number(names.size());
  for (const auto& name : names) to.text(name);
}
inline std::vector<std::string> names_of(Reader& from) {
  std::vector<std::string> names;
  for (auto left = from.count(); left > 0; --left) names.emplace_back(from.text());
  return names;
}
inline void put(Writer& to, const std::vector<std::int64_t>& numbers) {
  to.number(numbers.size());
  for (const auto number : numbers) to.number(static_cast<std::uint64_t>(number));
}
inline std::vector<std::int64_t> numbers_of(Reader& from) {
  std::vector<std::int64_t> numbers;
  for (auto left = from.count(); left > 0; --left)
    numbers.push_back(static_cast<std::int64_t>(from.number()));
  return numbers;
}

inline void put(Writer& to, const Opening& opening) {
  to.text(opening.library);
  to.text(opening.model);
}
inline Opening opening_of(Reader& from) {
  std::string library(from.text());
  return {.library = std::move(library), .model = std::string(from.text())};
}

inline void put(Writer& to, const Description& description) {
  to.text(description.version);
  put(to, description.inputs);
  put(to, description.outputs);
}
inline void read(Reader& from, Description& description) {
  description.version = from.text();
  description.inputs = names_of(from);
  description.outputs = names_of(from);
}

inline void put(Writer& to, const Question& question) {
  to.number(question.inputs.size());
  for (const auto& input : question.inputs) {
    to.text(input.name);
    put(to, input.values);
  }
  to.text(question.output);
}
inline Question question_of(Reader& from) {
  Question question;
  for (auto left = from.count(); left > 0; --left) {
    auto& input = question.inputs.emplace_back();
    input.name = from.text();
    input.values = numbers_of(from);
  }
  question.output = from.text();
  return question;
}

inline void put(Writer& to, const Output& output) {
  put(to, output.shape);
  to.text({reinterpret_cast<const char*>(output.values.data()), output.values.size() * sizeof(float)});
}
inline void read(Reader& from, Output& output) {
  output.shape = numbers_of(from);
  const auto bytes = from.text();
  output.values.resize(bytes.size() / sizeof(float));
  std::memcpy(output.values.data(), bytes.data(), output.values.size() * sizeof(float));
}

template <class T>
void put(Writer& to, const OrProblem<T>& answer) {
  const auto* problem = std::get_if<Problem>(&answer);
  to.number(problem != nullptr);
  if (problem == nullptr) return put(to, std::get<T>(answer));
  to.text(problem->where.file);
  to.text(problem->what);
  to.text(problem->next);
}
// Throws a problem as an Error.
template <class T>
T answer_of(Reader& from) {
  if (from.number() == 0) {
    T answer;
    read(from, answer);
    return answer;
  }
  Problem problem{.where = {.file = std::string(from.text())}, .pointer = {}, .what = {}, .next = {}};
  problem.what = from.text();
  problem.next = from.text();
  throw Error(problem);
}

}  // namespace assay::onnx
