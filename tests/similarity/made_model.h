// SPDX-License-Identifier: Apache-2.0
// Models for tests: small and random, with exactly the files that published models have.
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
  std::string prefix = "";   // of each tensor name
  std::uint64_t seed = 1;
};

// The contents of such a model's files; may be changed before they are written.
struct ModelText {
  std::string config;
  MadeTensors tensors;
  std::map<std::string, std::string> tokenizer;  // by file name

  // A tensor's numbers widened, as the encoder computes with them.
  std::vector<double> numbers(const std::string& name) const;
  void write(const std::filesystem::path& directory) const;
};
ModelText make_model(const MadeModel& wanted);

// An empty folder for the current test.
std::filesystem::path fresh_folder();

}  // namespace assay::tests
