// SPDX-License-Identifier: Apache-2.0
// The replies of an embedding server.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The vectors in the reply to a request for `texts` texts, in the order of the request: each present once, of
// finite numbers, not all zero. Throws Error, with `server` as its place, for any other reply.
std::vector<std::vector<float>> vectors_in(std::string_view body, std::size_t texts,
                                           const std::string& server);

}  // namespace assay
