// SPDX-License-Identifier: Apache-2.0
// A page as a browser sees it, without one: its script elements, and the data in them.
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

// What the element called `id` holds, as it is and as JSON; empty and null where there is none.
std::string text_of(const std::string& page, const std::string& id);
nlohmann::json data_of(const std::string& page, const std::string& id);

// "'sha256-…'" as a policy names a text.
std::string policy_hash(const std::string& text);

}  // namespace assay
