// SPDX-License-Identifier: Apache-2.0
// A cache of model servers' answers.
#pragma once

#include <optional>
#include <string>

namespace assay::http {

// Keys are digests of everything an answer depends on; the caller chooses the form of the values.
// Thread-safe. Throws nothing: a failed operation has no effect.
class ReplyCache {
 public:
  virtual ~ReplyCache() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const std::string& answer) = 0;
};

}  // namespace assay::http
