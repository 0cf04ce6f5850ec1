// SPDX-License-Identifier: Apache-2.0
// From one vector per token to one for the text.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "assay/embedder.h"

namespace assay {

// `states` has one row of `hidden` numbers per token. REQUIRES: at least one row; pooling is cls or mean.
// Throws Error naming the model if the vector has no direction.
std::vector<float> pooled(std::span<const float> states, std::size_t hidden, Pooling pooling,
                          const std::filesystem::path& model);

// Throws Error if `pooling` is Pooling::server.
void expect_local(const std::optional<Pooling>& pooling, const std::filesystem::path& model);

// The name of the model in this folder.
std::string name_of_model(const std::filesystem::path& directory);

}  // namespace assay
