// SPDX-License-Identifier: Apache-2.0
// What servers of models answered, kept in a store from one run to the next.
#pragma once

#include <filesystem>
#include <memory>

#include "assay/internal/reply_cache.h"

namespace assay {

// The store is opened, and made where it is missing, when an answer is first asked for. One that cannot be
// used costs time and money: that is said on standard error, once, and servers are asked. So it is where a
// row was changed after it was written. From several threads and processes at once.
class StoredReplies final : public http::ReplyCache {
 public:
  explicit StoredReplies(std::filesystem::path store);
  ~StoredReplies() override;

  std::optional<std::string> find(const std::string& key) override;
  void keep(const std::string& key, const std::string& answer) override;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
