// SPDX-License-Identifier: Apache-2.0
// What the variables and files of a command line hold, as far as the command line itself says so.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/printed_text.h"
#include "assay/internal/shell_tree.h"
#include "assay/internal/utilities.h"
#include "call.h"

namespace assay::risk {

// Where a text comes from; the later, the less is known of it.
enum class Origin { here, decoded, fetched };

struct Held {
  Held() = default;
  Held(std::optional<std::string> known, Origin from) : origin(from) {
    if (known) text = std::make_shared<const std::string>(*std::move(known));
  }
  Held(shell::KnownText known, Origin from) : text(std::move(known)), origin(from) {}

  shell::KnownText text;  // null: not known
  Origin origin = Origin::here;
};

class KnownTexts {
 public:
  explicit KnownTexts(const UtilityTables& tables) : tables_(&tables) {}

  // The words that a word becomes, with variables and substitutions replaced by their texts where those are
  // known.
  std::vector<shell::Word> fields_of(const shell::Word& word) const;
  // The same without splitting.
  shell::Word resolved(const shell::Word& word) const;
  // The worst of what a word expands; and of what a list prints.
  Origin origin_of(const shell::Word& word) const;
  Origin origin_of(const shell::List& list) const;
  // What a call prints; `arguments` are its words.
  Origin origin_of(const Call& call, std::span<const shell::Word> words) const;

  void assign(const std::string& name, const shell::Word& value, bool appends);
  void set(const std::string& name, Held held) { variables_[name] = std::move(held); }
  // The variables become those of `other`: at the end of a subshell, whose files stay.
  void take_variables_of(const KnownTexts& other) { variables_ = other.variables_; }
  void take_variable_of(const KnownTexts& other, const std::string& name);
  void forget(const std::string& name) { variables_[name] = {}; }
  std::optional<std::string> text_of_variable(const std::string& name) const;
  void keep_file(const std::string& path, Held held, bool appends);
  void copy_file(const std::string& from, const std::string& to);
  // Null: nothing is known of that file.
  const Held* file(const std::string& path) const;

  // For shell::printed_text() and its like.
  shell::TextSources sources() const;

 private:
  void add(const shell::Segment& segment, bool is_quoted, std::vector<shell::Segment>& into) const;
  std::optional<std::string> value_of(const shell::Parameter& parameter) const;
  shell::KnownText printed_by(std::span<const shell::Word> words, const shell::KnownText& input) const;

  // Texts are put into each other: this counts what all copies of an object put in, and none is known beyond
  // a limit.
  bool spend(std::size_t bytes) const;

  const UtilityTables* tables_;  // not owned; never null
  std::shared_ptr<std::size_t> spent_ = std::make_shared<std::size_t>(0);
  std::map<std::string, Held, std::less<>> variables_;
  std::map<std::string, Held, std::less<>> files_;
};

// A path without a leading "./".
std::string without_dot(std::string path);

}  // namespace assay::risk
