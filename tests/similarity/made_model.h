// SPDX-License-Identifier: Apache-2.0
// Models for tests: small, random, and of the very files that published ones have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::tests {

struct MadeTensor {
  std::string type = "F32";
  std::vector<std::size_t> shape;
  std::string bytes;
};
using MadeTensors = std::map<std::string, MadeTensor>;

std::string safetensors_text(const MadeTensors& tensors);

struct MadeModel {
  enum class Family { bert, roberta } family = Family::bert;
  int hidden = 32;
  int heads = 4;
  int layers = 2;
  int intermediate = 64;
  int positions = 40;
  std::string type = "F32";  // or F16, BF16
  std::string prefix = "";   // of each tensor's name
  std::uint64_t seed = 1;
};

// What the files of such a model hold; may be changed before they are written.
struct ModelText {
  std::string config;
  MadeTensors tensors;
  std::map<std::string, std::string> tokenizer;  // by the files' names

  // As the encoder computes with them: widened.
  std::vector<double> numbers(const std::string& name) const;
  void write(const std::filesystem::path& directory) const;
};
ModelText make_model(const MadeModel& wanted);

// A folder of this test's own, empty.
std::filesystem::path fresh_folder();

}  // namespace assay::tests
