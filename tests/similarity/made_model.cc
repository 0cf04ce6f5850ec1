// SPDX-License-Identifier: Apache-2.0
#include "made_model.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace assay::tests {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::uint16_t half_of(float value) {  // REQUIRES: a normal number of either type
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value == 0) return 0;
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000u) | (((bits >> 23 & 0xFFu) - 112) << 10 & 0x7C00u) |
                                    (bits >> 13 & 0x3FFu));
}

MadeTensor random_tensor(const std::vector<std::size_t>& shape, const std::string& type, float mean,
                         float spread, std::mt19937_64& random) {
  std::size_t count = 1;
  for (const auto length : shape) count *= length;
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    // A sum of uniform numbers, which is the same everywhere, unlike the library's distributions.
    double sum = 0;
    for (int k = 0; k < 4; ++k) sum += static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
    auto value = mean + spread * static_cast<float>(sum * std::sqrt(3.0));
    if (type != "F32" && std::abs(value) < 0x1p-10f) value = 0x1p-10f;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto narrow = type == "BF16" ? static_cast<std::uint16_t>(bits >> 16) : half_of(value);
    if (type == "F32")
      bytes.append(reinterpret_cast<const char*>(&bits), 4);
    else
      bytes.append(reinterpret_cast<const char*>(&narrow), 2);
  }
  return {.type = type, .shape = shape, .bytes = std::move(bytes)};
}

std::string letter_of(unsigned byte) {
  static const auto letters = [] {
    std::vector<std::string> made(256);
    unsigned next = 0x100;
    for (unsigned b = 0; b < 256; ++b) {
      const bool printed = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
      const unsigned point = printed ? b : next++;
      if (point < 0x80)
        made[b] = std::string(1, static_cast<char>(point));
      else
        made[b] = {static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))};
    }
    return made;
  }();
  return letters[byte];
}

// All bytes, and a few merges that occur in commands.
std::map<std::string, std::string> byte_pair_files(int& size) {
  OrderedJson vocabulary;
  int id = 0;
  for (const auto* mark : {"<s>", "<pad>", "</s>", "<unk>"}) vocabulary[mark] = id++;
  for (unsigned byte = 0; byte < 256; ++byte) vocabulary[letter_of(byte)] = id++;
  std::string merges = "#version: 0.2\n";
  const std::string blank = letter_of(' ');
  const std::pair<std::string, std::string> pairs[] = {{"l", "s"},   {blank, "-"},  {"f", "i"}, {"n", "d"},
                                                       {"fi", "nd"}, {blank, "ls"}, {"t", "x"}, {"tx", "t"}};
  for (const auto& [left, right] : pairs) {
    vocabulary[left + right] = id++;
    merges += left + " " + right + "\n";
  }
  size = id;
  return {{"vocab.json", vocabulary.dump()}, {"merges.txt", merges}};
}

std::map<std::string, std::string> word_piece_files(int& size) {
  std::string lines;
  size = 0;
  const auto add = [&](const std::string& token) {
    lines += token + "\n";
    ++size;
  };
  for (const auto* token :
       {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "ls", "find", "grep", "##s",  "##es", "file", "a",  "b", "-",
        ".",     "/",     "*",     "\"",    "'",  "##la", "la",   "cafe", "txt",  "|",    "wc", "l", "##l"})
    add(token);
  return {{"vocab.txt", lines}};
}

}  // namespace

std::string safetensors_text(const MadeTensors& tensors) {
  OrderedJson header;
  header["__metadata__"] = {{"format", "pt"}};
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    header[name] = {{"dtype", tensor.type},
                    {"shape", tensor.shape},
                    {"data_offsets", {data.size(), data.size() + tensor.bytes.size()}}};
    data += tensor.bytes;
  }
  std::string json = header.dump();
  json.resize((json.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = json.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + json + data;
}

std::vector<double> ModelText::numbers(const std::string& name) const {
  const auto& tensor = tensors.at(name);
  std::vector<double> read;
  const std::size_t width = tensor.type == "F32" ? 4 : 2;
  for (std::size_t at = 0; at < tensor.bytes.size(); at += width) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, tensor.bytes.data() + at, width);
    if (tensor.type == "F32") read.push_back(static_cast<double>(std::bit_cast<float>(bits)));
    if (tensor.type == "BF16") read.push_back(static_cast<double>(std::bit_cast<float>(bits << 16)));
    if (tensor.type == "F16") {
      const double size = std::ldexp(1024.0 + (bits & 0x3FF), static_cast<int>(bits >> 10 & 0x1F) - 25);
      read.push_back((bits & 0x7FFF) == 0 ? 0.0 : (bits & 0x8000) != 0 ? -size : size);
    }
  }
  return read;
}

void ModelText::write(const std::filesystem::path& directory) const {
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "config.json") << config;
  std::ofstream(directory / "model.safetensors", std::ios::binary) << safetensors_text(tensors);
  for (const auto& [name, text] : tokenizer) std::ofstream(directory / name) << text;
}

ModelText make_model(const MadeModel& wanted) {
  ModelText made;
  int vocabulary = 0;
  const bool roberta = wanted.family == MadeModel::Family::roberta;
  made.tokenizer = roberta ? byte_pair_files(vocabulary) : word_piece_files(vocabulary);
  made.config = OrderedJson({{"model_type", roberta ? "roberta" : "bert"},
                             {"hidden_act", "gelu"},
                             {"hidden_size", wanted.hidden},
                             {"num_attention_heads", wanted.heads},
                             {"num_hidden_layers", wanted.layers},
                             {"intermediate_size", wanted.intermediate},
                             {"vocab_size", vocabulary},
                             {"max_position_embeddings", wanted.positions},
                             {"layer_norm_eps", roberta ? 1e-5 : 1e-12},
                             {"pad_token_id", roberta ? 1 : 0}})
                    .dump();
  std::mt19937_64 random(wanted.seed);
  const auto size = [](int count) { return static_cast<std::size_t>(count); };
  const auto hidden = size(wanted.hidden), wide = size(wanted.intermediate);
  const auto add = [&](const std::string& name, const std::vector<std::size_t>& shape, float mean,
                       float spread) {
    made.tensors[wanted.prefix + name] = random_tensor(shape, wanted.type, mean, spread, random);
  };
  const auto dense = [&](const std::string& name, std::size_t outputs, std::size_t inputs) {
    add(name + ".weight", {outputs, inputs}, 0, 1.2f / std::sqrt(static_cast<float>(inputs)));
    add(name + ".bias", {outputs}, 0, 0.3f);
  };
  const auto norm = [&](const std::string& name) {
    add(name + ".weight", {hidden}, 1, 0.2f);
    add(name + ".bias", {hidden}, 0, 0.2f);
  };
  add("embeddings.word_embeddings.weight", {size(vocabulary), hidden}, 0, 1);
  add("embeddings.position_embeddings.weight", {size(wanted.positions), hidden}, 0, 0.5f);
  add("embeddings.token_type_embeddings.weight", {roberta ? 1u : 2u, hidden}, 0, 0.5f);
  norm("embeddings.LayerNorm");
  for (int i = 0; i < wanted.layers; ++i) {
    const std::string at = "encoder.layer." + std::to_string(i) + ".";
    for (const auto* part : {"query", "key", "value"}) dense(at + "attention.self." + part, hidden, hidden);
    dense(at + "attention.output.dense", hidden, hidden);
    norm(at + "attention.output.LayerNorm");
    dense(at + "intermediate.dense", wide, hidden);
    dense(at + "output.dense", hidden, wide);
    norm(at + "output.LayerNorm");
  }
  add("pooler.dense.weight", {hidden, hidden}, 0, 1);  // no result may depend on it
  return made;
}

std::filesystem::path fresh_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  for (auto& letter : name)
    if (letter == '/') letter = '_';
  const auto folder = std::filesystem::path(testing::TempDir()) / ("assay_" + name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace assay::tests
