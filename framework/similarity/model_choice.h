// SPDX-License-Identifier: Apache-2.0
// The files of a model, whoever computes it.
#pragma once

#include <filesystem>
#include <vector>

namespace assay {

// The ONNX file that `model` is or holds; empty: the native encoder computes it.
std::filesystem::path onnx_file_of(const std::filesystem::path& model);
// Where config.json and the tokenizer's files of an ONNX file are.
std::filesystem::path text_folder_of(const std::filesystem::path& onnx_file);
// Those that a vector may depend on and that are there. Throws nothing.
std::vector<std::filesystem::path> files_of_model(const std::filesystem::path& model);

}  // namespace assay
