// SPDX-License-Identifier: Apache-2.0
// The part that similarity_bench.py times, in one of these forms:
//   make FOLDER           writes a model of RoBERTa-base's layers, random weights
//   serve FOLDER HOW      loads it (HOW: baseline, avx2 or avx512); then, for each number of words read from
//                         standard input, prints the seconds that encoding a text of that length took
//   memory FOLDER         prints the peak memory of a process that has encoded one text and the size of the
//                         weights, both in bytes
//   tokenize FOLDER FILE  for each line of standard input, prints the seconds it took to encode FILE's lines
//   cache FOLDER          nine times: the seconds of grading 10,000 pairs with all vectors stored, and of
//                         reading these vectors
#include <fstream>
#include <iostream>

#include "assay/evaluator.h"
#include "assay/internal/stored_caches.h"
#include "assay/internal/tokenizer.h"
#include "made_model.h"
#include "turns.h"

namespace {

using assay::tests::MadeModel;
namespace fs = std::filesystem;

const MadeModel kBase{.family = MadeModel::Family::roberta,
                      .hidden = 768,
                      .heads = 12,
                      .layers = 12,
                      .intermediate = 3072,
                      .positions = 514};

void make(const fs::path& folder) { assay::tests::make_model(kBase).write(folder); }

std::unique_ptr<assay::Embedder> embedder(const fs::path& folder, const std::string& how) {
  for (const auto simd : assay::available_simd())
    if (how == assay::to_string(simd)) return assay::native_embedder({.directory = folder, .simd = simd});
  return nullptr;
}

// Each word is one token.
std::string text_of(int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += " -";
  return text;
}

int serve(const fs::path& folder, const std::string& how) {
  const auto model = embedder(folder, how);
  if (!model) return 77;  // this processor does not support it
  model->load();
  std::cout << model->name() << std::endl;
  for (int words = 0; std::cin >> words;) {
    const auto text = text_of(words);
    std::cout << bench::seconds_of([&] { model->get_embedding(text); }) << std::endl;
  }
  return 0;
}

int memory(const fs::path& folder) {
  const auto model = assay::native_embedder({.directory = folder});
  model->get_embedding(text_of(30));
  // VmHWM covers this program alone; getrusage() would include the peak of the process it was forked from.
  std::ifstream status("/proc/self/status");
  long kilobytes = 0;
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) kilobytes = std::stol(line.substr(6));
  std::cout << kilobytes * 1024 << " " << fs::file_size(folder / "model.safetensors") << std::endl;
  return 0;
}

int tokenize(const fs::path& folder, const fs::path& file) {
  const auto tokenizer = assay::read_tokenizer(folder);
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  for (std::string asked; std::getline(std::cin, asked);) {
    std::size_t tokens = 0;
    const double seconds = bench::seconds_of([&] {
      for (const auto& line : lines) tokens += tokenizer->encode(line, 512).ids.size();
    });
    std::cout << seconds << " " << tokens << std::endl;
  }
  return 0;
}

int cache(const fs::path& folder) {
  // Vectors as long as CodeBERT's, from an otherwise small model.
  assay::tests::make_model({.hidden = 768, .heads = 4, .layers = 1}).write(folder / "small");
  const auto store = folder / "store.db";
  std::vector<assay::EvaluationExample> pairs;
  for (int i = 0; i < 10000; ++i)
    pairs.push_back({.instruction = "show a file",
                     .expected = "cat file" + std::to_string(i),
                     .generated = "less -N file" + std::to_string(i)});
  // As in a new process: nothing but the model is in memory.
  const auto graded = [&] {
    const auto likeness = std::make_shared<assay::Likeness>(assay::LikenessPlace{
        .model = folder / "small", .vectors = std::make_shared<assay::StoredVectors>(store)});
    likeness->load();
    const assay::Evaluator evaluator({.backends = {.likeness = likeness}});
    return bench::seconds_of([&] {
      for (const auto& pair : pairs) evaluator.evaluate(pair);
    });
  };
  graded();
  const auto model = assay::native_embedder({.directory = folder / "small"});
  const auto hash = model->model_hash();
  for (int turn = 0; turn < 9; ++turn) {
    assay::StoredVectors stored(store);
    std::size_t found = 0;
    const double reading = bench::seconds_of([&] {
      for (const auto& pair : pairs)
        for (const auto& text : {pair.expected, pair.generated})
          found += stored.find({hash, model->pooling(), text}).has_value() ? 1 : 0;
    });
    if (found != 2 * pairs.size()) throw std::runtime_error("the cache lacks what was kept");
    std::cout << graded() << " " << reading << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "make") return make(words[1]), 0;
  if (words.size() == 3 && words[0] == "serve") return serve(words[1], words[2]);
  if (words.size() == 2 && words[0] == "memory") return memory(words[1]);
  if (words.size() == 3 && words[0] == "tokenize") return tokenize(words[1], words[2]);
  if (words.size() == 2 && words[0] == "cache") return cache(words[1]);
  std::cerr << "similarity_bench.py starts this\n";
  return 2;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
