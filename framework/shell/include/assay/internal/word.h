// SPDX-License-Identifier: Apache-2.0
// What a word becomes once the shell has processed it: which parts are fixed, and which are expanded, split
// or globbed. Pure functions; they assume the default IFS and shell options, with extended globs on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// The context of a word decides which expansions apply.
enum class Place {
  argument,    // braces, tildes, splitting, globs; also the words of `for` and the elements of an array
  assignment,  // tildes, also after colons; also here-strings
  pattern,     // in `case`, or right of == and != in [[ ]]: tildes, and globs that match text
  plain,       // the subject of `case`, other operands in [[ ]]: tildes
};

struct Literal {
  // Set by simplified() on characters beside an unquoted value in which quotes decide what they mean.
  enum class Mark { none, bare, quoted };

  std::string text;  // after quote removal
  bool quoted = false;
  Mark mark = Mark::none;
  bool operator==(const Literal&) const = default;
};

// *, ?, [a-z]: active. Characters quoted within brackets have a backslash. Brackets that contain an expansion
// become several pieces, from Glob "[" to Glob "]"; between them it matters which literals are quoted.
struct Glob {
  std::string pattern;
  bool operator==(const Glob&) const = default;
};

// ~, ~user, ~+: `user` is the text after the tilde.
struct Tilde {
  std::string user;
  bool operator==(const Tilde&) const = default;
};

// A parameter, substitution, arithmetic, extended glob or array: never Text or DoubleQuoted.
struct Expansion {
  Segment segment;
  bool quoted = false;
  bool operator==(const Expansion&) const = default;
};

struct Brace;
using Piece = std::variant<Literal, Glob, Tilde, Expansion, Brace>;
using Pieces = std::vector<Piece>;

// {a,b}, {1..3}: the only piece of its word. `words` are the words it expands to, each split into pieces;
// empty if there are too many or bash's own reading is doubtful. Only in that case does the source count for
// equality.
struct Brace {
  Word source;
  std::vector<std::vector<Piece>> words;
  bool operator==(const Brace&) const;
};

// In order; at least one piece unless the word is empty. A quoted empty string is an empty quoted Literal.
Pieces pieces_of(const Word& word, Place place = Place::argument);

// The same meaning in a more regular form: adjacent literals are merged, and `quoted` is cleared and empty
// strings are removed if that changes nothing. Equal results mean words that behave alike in that place.
Pieces simplified(Pieces pieces, Place place = Place::argument);

// A word with that meaning and as few quotes as possible: bare, '…', "…" around expansions, $'…' for control
// characters. Spans are empty.
Word word_of(const Pieces& pieces);
Word literal_word(std::string_view text);
std::string print(const Pieces& pieces);

// The bytes of a word in which nothing is active. None if anything expands, or could match or split.
std::optional<std::string> literal_value(const Word& word, Place place = Place::argument);

// The bytes of a segment without expansions, active or not.
std::optional<std::string> static_text(const Segment& segment);

// Brace expansion only; a word without braces yields itself. None if there would be more than `limit` words,
// or bash's own reading is doubtful.
std::optional<std::vector<Word>> expand_braces(const Word& word, std::size_t limit = 1000);

// Whether the result may be split at blanks; whether file names may replace it, or its pattern match other
// text.
bool may_split(const Pieces& pieces, Place place = Place::argument);
bool may_glob(const Pieces& pieces, Place place = Place::argument);

// How many arguments a word becomes: exactly one, or an unknown number ("$@", $x, *.c, {a,b}).
enum class Fields { one, any };
Fields fields_of(const Pieces& pieces, Place place = Place::argument);

}  // namespace assay::shell
