// SPDX-License-Identifier: Apache-2.0
#include "model_choice.h"

#include "assay/error.h"
#include "assay/onnx_embedder.h"
#include "model_files.h"
#include "onnx/desk.h"
#include "onnx_weights.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Does nothing if the file cannot be read: no vector can be computed then either.
void add_weights(const fs::path& onnx_file, std::vector<fs::path>& files) try {
  const MappedFile mapped(onnx_file);
  for (const auto& name : onnx_weight_files(mapped.bytes(), onnx_file.string()))
    files.push_back(onnx_file.parent_path() / name);
} catch (const Error&) {
}

// The ONNX file that `model` is or contains; empty if the native encoder computes it.
fs::path onnx_file_of(const fs::path& model) {
  if (model.extension() == ".onnx") return model;
  std::error_code error;
  const auto file = model / "model.onnx";
  return fs::exists(file, error) && !fs::exists(model / "model.safetensors", error) ? file : fs::path();
}

}  // namespace

fs::path text_folder_of(const fs::path& onnx_file) {
  auto folder = onnx_file.parent_path();
  std::error_code error;
  if (folder.filename() == "onnx" && !fs::exists(folder / "config.json", error))
    folder = folder.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

std::vector<fs::path> files_of_model(const fs::path& model) {
  const auto onnx = onnx_file_of(model);
  const auto folder = onnx.empty() ? model : text_folder_of(onnx);
  std::vector<fs::path> files;
  for (const auto* name : kTextFiles) files.push_back(folder / name);
  files.push_back(folder / "1_Pooling" / "config.json");
  files.push_back(onnx.empty() ? folder / "model.safetensors" : onnx);
  if (!onnx.empty()) {
    add_weights(onnx, files);
    files.emplace_back(onnx::default_runtime());
  }
  std::error_code error;
  std::erase_if(files, [&](const fs::path& file) { return !fs::exists(file, error); });
  return files;
}

std::unique_ptr<Embedder> model_embedder(const fs::path& model, std::optional<Pooling> pooling) {
  if (auto file = onnx_file_of(model); !file.empty())
    return onnx_embedder({.file = std::move(file), .pooling = pooling});
  return native_embedder({.directory = model, .pooling = pooling});
}

}  // namespace assay
