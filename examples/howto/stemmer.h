// Words as the full-text index sees them: FTS5's own porter tokenizer, so that ranking and index never
// disagree.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace assay::howto {

class Stemmer {
 public:
  // `db` only lends its FTS5 extension; it must outlive the stemmer. Throws std::runtime_error where FTS5 is
  // missing.
  explicit Stemmer(sqlite3* db);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // The stems of `text`, in order: "Case-insensitively" is {"case", "insensit"}.
  std::vector<std::string> stems(std::string_view text) const;

 private:
  struct Tokenizer;
  std::unique_ptr<Tokenizer> tokenizer_;
};

}  // namespace assay::howto
