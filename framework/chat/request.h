// SPDX-License-Identifier: Apache-2.0
// How a model is asked.
#pragma once

#include <string>

#include "assay/internal/http.h"
#include "assay/tool.h"

namespace assay::chat {

// Without what names the caller: equal requests may share an answer.
http::Request request_of(const Program& model, const Case& asked);

// A digest of all that an answer depends on. Of several attempts, each has an answer of its own.
std::string key_of(const http::Request& request, int attempt);

}  // namespace assay::chat
