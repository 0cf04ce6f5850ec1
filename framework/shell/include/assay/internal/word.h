// SPDX-License-Identifier: Apache-2.0
// What a word will be when the shell is done with it: which of it is fixed, and what is expanded, split or
// globbed. Pure functions; assume the usual IFS and shell options, extended globs on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// Where a word stands decides what happens to it.
enum class Place {
  argument,    // braces, tildes, splitting, globs; also the words of `for` and the elements of an array
  assignment,  // tildes, also after colons
  pattern,     // of `case`, right of == and != in [[ ]]: tildes, and globs that match text
  plain,       // the subject of `case`, other operands in [[ ]], here-strings: tildes
};

struct Literal {
  std::string text;  // after quote removal
  bool quoted = false;
  bool operator==(const Literal&) const = default;
};

// *, ?, [a-z]: alive. What was quoted within brackets has a backslash. Brackets that hold an expansion are
// several pieces from Glob "[" to Glob "]"; between them it matters which literals are quoted.
struct Glob {
  std::string pattern;
  bool operator==(const Glob&) const = default;
};

// ~, ~user, ~+: `user` is what stands behind the tilde.
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

// {a,b}, {1..3}: then the only piece. `words` are the words it makes, each taken apart; none where there are
// too many or bash's own reading is doubtful: only then the source counts for equality.
struct Brace {
  Word source;
  std::vector<std::vector<Piece>> words;
  bool operator==(const Brace&) const;
};

// In order, one piece at least but for the empty word. A quoted empty string is an empty quoted Literal.
Pieces pieces_of(const Word& word, Place place = Place::argument);

// The same meaning with fewer ways to say it: adjacent literals are one,
// `quoted` is false where it changes nothing, empty strings are gone where they
// change nothing. Equal results mean words that behave alike in that place.
Pieces simplified(Pieces pieces, Place place = Place::argument);

// A word of that meaning with as few quotes as it can have: bare, '…', "…" around expansions, $'…' for
// control characters. Spans are empty.
Word word_of(const Pieces& pieces);
Word literal_word(std::string_view text);
std::string print(const Pieces& pieces);

// The bytes of a word in which nothing is alive. None where anything expands, or could match or split.
std::optional<std::string> literal_value(const Word& word, Place place = Place::argument);

// The bytes of a segment without expansions, alive or not.
std::optional<std::string> static_text(const Segment& segment);

// Brace expansion alone; a word without any gives itself. None where there would be more than `limit` words,
// or bash's own reading is doubtful.
std::optional<std::vector<Word>> expand_braces(const Word& word, std::size_t limit = 1000);

// May the result be cut at blanks? May it be replaced by file names, or its pattern match other text?
bool may_split(const Pieces& pieces, Place place = Place::argument);
bool may_glob(const Pieces& pieces, Place place = Place::argument);

// How many arguments a word becomes: exactly one, or who knows ("$@", $x, *.c, {a,b}).
enum class Fields { one, any };
Fields fields_of(const Pieces& pieces, Place place = Place::argument);

}  // namespace assay::shell
