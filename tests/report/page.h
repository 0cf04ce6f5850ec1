// SPDX-License-Identifier: Apache-2.0
// A page as a browser sees it, but without a browser: its script elements, and the data in them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay {

struct ScriptElement {
  std::string attributes;
  std::string text;
};

std::vector<ScriptElement> scripts_of(const std::string& page);

// The content of the element with this `id`, as text and as JSON; empty or null if there is none.
std::string text_of(const std::string& page, const std::string& id);
nlohmann::json data_of(const std::string& page, const std::string& id);

// The "'sha256-…'" source expression for a text in a content security policy.
std::string policy_hash(const std::string& text);

}  // namespace assay
