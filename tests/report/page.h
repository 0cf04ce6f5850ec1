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

// What the element called `id` holds; null where there is none.
nlohmann::json data_of(const std::string& page, const std::string& id);

// "'sha256-…'" as a policy names a text.
std::string policy_hash(const std::string& text);

}  // namespace assay
