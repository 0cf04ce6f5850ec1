// What words will do, and words written with as few quotes as can be.
#include <algorithm>

#include "ansi_quote.h"
#include "assay/shell.h"
#include "assay/word.h"
#include "characters.h"

namespace assay::shell {
namespace {

const Parameter* parameter_of(const Expansion& expansion) {
  const auto* boxed = std::get_if<Boxed<Parameter>>(&expansion.segment.node);
  return boxed ? &**boxed : nullptr;
}

// "$@", "${a[@]}", "${!x@}": several fields even in quotes.
bool is_list(const Parameter& parameter) {
  if (parameter.operation == ParameterOperator::length) return false;
  const auto spells = [](const Word& word, char c) {
    const Text* text = word.segments.size() == 1 ? std::get_if<Text>(&word.segments[0].node) : nullptr;
    return text && text->text == std::string_view(&c, 1);
  };
  if (parameter.name == "@" || parameter.indirect) return true;
  if (parameter.operation == ParameterOperator::names && spells(parameter.argument, '@')) return true;
  return parameter.subscript && spells(*parameter.subscript, '@');
}

// Words nested in the expansion may hold a list of their own: "${x:-$@}".
bool may_be_list(const Parameter& parameter) {
  if (is_list(parameter)) return true;
  for (const Segment& segment : parameter.argument.segments) {
    if (!static_text(segment)) return true;
  }
  return false;
}

bool is_joined(const Expansion& expansion) {
  const Parameter* parameter = parameter_of(expansion);
  return parameter && (parameter->name == "@" || parameter->name == "*" || parameter->subscript ||
                       parameter->operation == ParameterOperator::names);
}

bool is_number(const Parameter& parameter) {
  if (parameter.operation == ParameterOperator::length) return true;
  return parameter.operation == ParameterOperator::none && !parameter.indirect &&
         (parameter.name == "#" || parameter.name == "?" || parameter.name == "$" || parameter.name == "!");
}

// Is the value, unquoted, cut at blanks and matched against file names?
bool is_splittable(const Expansion& expansion) {
  if (expansion.quoted) return false;
  if (const Parameter* parameter = parameter_of(expansion)) return !is_number(*parameter);
  return std::holds_alternative<CommandSubstitution>(expansion.segment.node);
}

bool splits(Place place) { return place == Place::argument; }

bool is_empty_literal(const Piece& piece) {
  const Literal* literal = std::get_if<Literal>(&piece);
  return literal && literal->text.empty();
}

}  // namespace

bool may_split(const Pieces& pieces, Place place) {
  return splits(place) && std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
           if (std::holds_alternative<Brace>(piece)) return true;
           const Expansion* expansion = std::get_if<Expansion>(&piece);
           return expansion && is_splittable(*expansion);
         });
}

bool may_glob(const Pieces& pieces, Place place) {
  if (place == Place::assignment || place == Place::plain) return false;
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    if (std::holds_alternative<Brace>(piece) || std::holds_alternative<Glob>(piece)) return true;
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    return expansion &&
           (is_splittable(*expansion) || std::holds_alternative<ExtendedGlob>(expansion->segment.node));
  });
}

Fields fields_of(const Pieces& pieces, Place place) {
  if (!splits(place)) return Fields::one;
  if (pieces.empty() || may_split(pieces, place) || may_glob(pieces, place)) return Fields::any;
  const bool lists = std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    const Parameter* parameter = expansion ? parameter_of(*expansion) : nullptr;
    return parameter && may_be_list(*parameter);
  });
  return lists ? Fields::any : Fields::one;
}

Pieces simplified(Pieces pieces, Place place) {
  const bool splittable = may_split(pieces, place);
  Pieces out;
  for (Piece& piece : pieces) {
    if (Expansion* expansion = std::get_if<Expansion>(&piece)) {
      const bool quotes_matter = splits(place) || place == Place::pattern || is_joined(*expansion);
      if (!quotes_matter) expansion->quoted = false;
    } else if (Literal* literal = std::get_if<Literal>(&piece)) {
      if (!literal->text.empty()) literal->quoted = false;
      Literal* last = out.empty() ? nullptr : std::get_if<Literal>(&out.back());
      if (last) {
        last->text += literal->text;
        last->quoted = last->text.empty();
        continue;
      }
    } else if (Brace* brace = std::get_if<Brace>(&piece)) {
      for (Pieces& word : brace->words) word = simplified(std::move(word), place);
    }
    out.push_back(std::move(piece));
  }
  // Beside what cannot vanish an empty string adds nothing; beside what is split or is a list it may end a
  // field.
  const bool lists = std::any_of(out.begin(), out.end(), [](const Piece& piece) {
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    return expansion && is_joined(*expansion);
  });
  if (out.size() > 1 && !splittable && !lists) {
    out.erase(std::remove_if(out.begin(), out.end(), is_empty_literal), out.end());
  }
  return out;
}

namespace {

// Text that means itself without quotes, wherever an argument may stand. `first` says that the word begins
// here.
bool may_stand_bare(std::string_view text, bool first) {
  constexpr std::string_view kSafe = "_@%+=:,./-^]";
  if (text.empty()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool plain =
        is(c, kNameRest) || static_cast<unsigned char>(c) >= 0x80 || kSafe.find(c) != kSafe.npos;
    const bool inner =
        !(first && i == 0) && (c == '#' || (c == '~' && i > 0 && text[i - 1] != '=' && text[i - 1] != ':'));
    if (!plain && !inner) return false;
  }
  return true;
}

bool is_bare_word(std::string_view text) {
  return text == "{}" || text == "[" || text == "!" || may_stand_bare(text, true);
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
  });
}

Segment quoted_segment(std::string text) {
  if (has_control(text)) return {Text{std::move(text), Quoting::ansi}, {}};
  if (text.find('\'') == std::string::npos) return {Text{std::move(text), Quoting::single}, {}};
  return {DoubleQuoted{{{Text{std::move(text)}, {}}}}, {}};
}

void append_bare(Word& word, std::string_view text) {
  Text* last = word.segments.empty() ? nullptr : std::get_if<Text>(&word.segments.back().node);
  if (last && last->quoting == Quoting::none) {
    last->text += text;
  } else {
    word.segments.push_back({Text{std::string(text)}, {}});
  }
}

// The backslashes of a pattern quote: those characters are segments of their own.
void append_pattern(Word& word, std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      word.segments.push_back({Text{std::string(1, pattern[++i]), Quoting::escaped}, {}});
    } else {
      append_bare(word, pattern.substr(i, 1));
    }
  }
}

bool is_run_member(const Piece& piece) {
  const Expansion* expansion = std::get_if<Expansion>(&piece);
  return std::holds_alternative<Literal>(piece) || (expansion && expansion->quoted);
}

// Literals and quoted expansions side by side share their quotes.
void append_run(Word& word, const Piece* begin, const Piece* end, bool whole_word) {
  const bool expands =
      std::any_of(begin, end, [](const Piece& piece) { return std::holds_alternative<Expansion>(piece); });
  if (!expands) {
    std::string text;
    for (const Piece* piece = begin; piece != end; ++piece) text += std::get<Literal>(*piece).text;
    const bool bare = whole_word ? is_bare_word(text) : may_stand_bare(text, word.segments.empty());
    if (bare) return append_bare(word, text);
    word.segments.push_back(quoted_segment(std::move(text)));
    return;
  }
  DoubleQuoted quoted;
  for (const Piece* piece = begin; piece != end; ++piece) {
    if (const Expansion* expansion = std::get_if<Expansion>(piece)) {
      quoted.parts.push_back(expansion->segment);
      continue;
    }
    const std::string& text = std::get<Literal>(*piece).text;
    Text* last = quoted.parts.empty() ? nullptr : std::get_if<Text>(&quoted.parts.back().node);
    if (last) {
      last->text += text;
    } else if (!text.empty()) {
      quoted.parts.push_back({Text{text}, {}});
    }
  }
  word.segments.push_back({std::move(quoted), {}});
}

}  // namespace

Word word_of(const Pieces& pieces) {
  Word word;
  for (std::size_t i = 0; i < pieces.size();) {
    if (is_run_member(pieces[i])) {
      std::size_t end = i;
      while (end < pieces.size() && is_run_member(pieces[end])) ++end;
      append_run(word, pieces.data() + i, pieces.data() + end, i == 0 && end == pieces.size());
      i = end;
      continue;
    }
    const Piece& piece = pieces[i++];
    if (const Glob* glob = std::get_if<Glob>(&piece)) {
      append_pattern(word, glob->pattern);
    } else if (const Tilde* tilde = std::get_if<Tilde>(&piece)) {
      append_bare(word, "~" + tilde->user);
    } else if (const Expansion* expansion = std::get_if<Expansion>(&piece)) {
      word.segments.push_back(expansion->segment);
    } else if (const Brace* brace = std::get_if<Brace>(&piece)) {
      word.segments.insert(word.segments.end(), brace->source.segments.begin(), brace->source.segments.end());
    }
  }
  return word;
}

Word literal_word(std::string_view text) { return word_of({Literal{std::string(text), true}}); }

std::string print(const Pieces& pieces) { return print(word_of(pieces)); }

}  // namespace assay::shell
