// SPDX-License-Identifier: Apache-2.0
// What a server of embeddings answers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The vectors of the answer to a request for `texts`, in the order in which these were sent: each once, of
// finite numbers, not all of them zero. Throws Error, with `server` as its place, where the answer is none.
std::vector<std::vector<float>> vectors_in(std::string_view body, std::size_t texts,
                                           const std::string& server);

}  // namespace assay
