// SPDX-License-Identifier: Apache-2.0
// A value that may be missing, as a member of a JSON document.
#pragma once

#include <functional>
#include <optional>

namespace assay {

// Json is nlohmann's class, which headers between rooms do not include. `shown` turns the value into what is
// written: or_null<Json>(figure, rounded).
template <typename Json, typename T, typename Shown = std::identity>
Json or_null(const std::optional<T>& value, Shown shown = {}) {
  return value ? Json(std::invoke(shown, *value)) : Json(nullptr);
}

}  // namespace assay
