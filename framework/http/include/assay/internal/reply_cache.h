// SPDX-License-Identifier: Apache-2.0
// What servers of models answered, kept for later.
#pragma once

#include <optional>
#include <string>

namespace assay::http {

// Keys are digests of all that an answer depends on; values are what whoever asks makes of a server's answer.
// From several threads at once. Throws nothing: what it cannot do is not done.
class ReplyCache {
 public:
  virtual ~ReplyCache() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const std::string& answer) = 0;
};

}  // namespace assay::http
