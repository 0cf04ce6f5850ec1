// What a judge said, kept for later runs.
#pragma once

#include <optional>
#include <string>

namespace assay {

// Keys are digests of all that an answer depends on; values are a server's answers, whole. From several
// threads at once. Throws nothing: what it cannot do is not done.
class JudgeCache {
 public:
  virtual ~JudgeCache() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const std::string& answer) = 0;
};

}  // namespace assay
