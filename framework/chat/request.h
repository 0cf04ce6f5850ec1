// SPDX-License-Identifier: Apache-2.0
// The request to a model.
#pragma once

#include <string>

#include "assay/internal/http.h"
#include "assay/tool.h"

namespace assay::chat {

// Excludes everything that identifies the caller: equal requests may share an answer.
http::Request request_of(const Program& model, const Case& asked);

// A digest of everything an answer depends on. Each of several attempts has its own answer.
std::string key_of(const http::Request& request, int attempt);

}  // namespace assay::chat
