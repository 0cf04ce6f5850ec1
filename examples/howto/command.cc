#include "command.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "quote.h"

namespace assay::howto {
namespace {

// A trigger that speaks of a slot stands near its value: "larger than 10 MB, changed in the last 7 days".
constexpr std::size_t kReach = 8;

// …and rather before it than after it: "over 10 MB under /var".
constexpr std::size_t kAfter = 3;

struct Said {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t distance = 0;  // from the slot's value
  double likeness = 0;
};

// The current directory goes without saying.
bool all_given(std::string_view text, const Filling& filling) {
  return std::ranges::all_of(placeholders(text), [&](const Placeholder& hole) {
    const auto* filled = filling.find(hole.name);
    return filled != nullptr && !(filled->span.kind == Span::Kind::Place && filled->value == ".");
  });
}

// A trigger means its very words: with synonyms, "matched text" would be any line that contains a word.
double token_likeness(const Token& token, const std::string& stem) {
  return std::ranges::find(token.stems, stem) != token.stems.end() ? 1 : 0;
}

// The stems in order, at most one other word between two of them, none inside a slot's value.
std::optional<Said> said_at(std::size_t at, const Stems& stems, const Filling& filling,
                            const Request& request) {
  Said said{at, at, 0, 1};
  for (const auto& stem : stems) {
    double likeness = 0;
    const std::size_t limit =
        &stem == &stems.front() ? at + 1 : std::min(request.tokens.size(), said.last + 3);
    for (std::size_t next = &stem == &stems.front() ? at : said.last + 1; next < limit && likeness == 0;
         ++next) {
      const auto& token = request.tokens[next];
      if (token.form == Token::Form::Quoted || filling.takes(next)) continue;
      likeness = token_likeness(token, stem);
      if (likeness > 0) said.last = next;
    }
    if (likeness == 0) return std::nullopt;
    said.likeness = std::min(said.likeness, likeness);
  }
  return said;
}

std::size_t distance(const Said& said, const Span& span) {
  if (said.last < span.first) return span.first - said.last;
  return said.first > span.last ? said.first - span.last + kAfter : 0;
}

// The best place where the request says the trigger of `text`, near the value of the slot that `text` has.
std::optional<Said> find_trigger(const std::string& text, const Stems& stems, const Filling& filling,
                                 const Request& request) {
  std::optional<Said> best;
  const auto holes = placeholders(text);
  for (std::size_t at = 0; at < request.tokens.size() && !stems.empty(); ++at) {
    auto said = said_at(at, stems, filling, request);
    if (!said) continue;
    if (!holes.empty()) said->distance = distance(*said, filling.find(holes.front().name)->span);
    if (said->distance > kReach) continue;
    if (!best || said->likeness > best->likeness ||
        (said->likeness == best->likeness && said->distance < best->distance))
      best = said;
  }
  return best;
}

bool better(const Said& said, const Said& other) {
  if (said.distance != other.distance) return said.distance < other.distance;
  return said.likeness > other.likeness;
}

// Whether the text is nothing but slots that have no default, as what a command works on is.
bool is_operand(std::string_view text, const Recipe& recipe) {
  std::size_t at = 0;
  for (const auto& hole : placeholders(text)) {
    if (text.substr(at, hole.begin - at).find_first_not_of(' ') != text.npos) return false;
    if (recipe.slot(hole.name)->default_value) return false;
    at = hole.end;
  }
  return at > 0 && at == text.size();
}

// The choice without triggers, for a request that makes none. If the last one is an operand, it is written
// though the request does not name it.
const Choice* fallback(const Piece& piece, const Recipe& recipe, const Filling& filling) {
  const auto found = std::ranges::find_if(piece.choices, [&](const Choice& choice) {
    return choice.triggers.empty() && all_given(choice.text, filling);
  });
  if (found != piece.choices.end()) return &*found;
  const auto& last = piece.choices.back();
  return last.triggers.empty() && is_operand(last.text, recipe) ? &last : nullptr;
}

class Writer {
 public:
  Writer(const Recipe& recipe, const Filling& filling, const Words& words)
      : recipe_(recipe), filling_(filling), words_(words) {}

  void add(std::string_view text) {
    if (!command_.text.empty()) command_.text += ' ';
    const std::size_t times = repetitions(text);
    const bool tests = times > 1 && repeated_->join == Join::Or;
    if (tests) command_.text += "\\( ";
    for (nth_ = 0; nth_ < times; ++nth_) {
      if (nth_ > 0) command_.text += tests ? " -o " : " ";
      write(text);
    }
    if (tests) command_.text += " \\)";
    nth_ = 0;
  }

  Command take() { return std::move(command_); }

 private:
  // How often the piece is written: once for each value of a slot whose join says so.
  std::size_t repetitions(std::string_view text) {
    repeated_ = nullptr;
    for (const auto& hole : placeholders(text)) {
      const Slot* slot = recipe_.slot(hole.name);
      const auto* filled = filling_.find(hole.name);
      if (filled == nullptr || (slot->join != Join::Each && slot->join != Join::Or)) continue;
      repeated_ = slot;
      return 1 + filled->further.size();
    }
    return 1;
  }

  void write(std::string_view text) {
    bool quoted = false;
    std::size_t at = 0;
    for (const auto& hole : placeholders(text)) {
      append(text.substr(at, hole.begin - at), quoted);
      command_.text += value(hole, quoted);
      at = hole.end;
    }
    append(text.substr(at), quoted);
  }

  void append(std::string_view literal, bool& quoted) {
    if (std::ranges::count(literal, '\'') % 2 != 0) quoted = !quoted;
    command_.text += literal;
  }

  std::string value(const Placeholder& hole, bool quoted) {
    const Slot* slot = recipe_.slot(hole.name);
    const auto* filled = filling_.find(hole.name);
    std::string written;
    std::string told;
    for (const auto& raw : raw_values(*slot, filled)) {
      if (!written.empty()) written += slot->join == Join::Comma ? "," : slot->join == Join::Bar ? "|" : " ";
      written += spelt(raw, *slot, hole, quoted);
      told += (told.empty() ? "" : " ") + raw;
    }
    auto& all = command_.slots[slot->name];
    all = nth_ > 0 ? all + " " + told : told;
    return written;
  }

  std::vector<std::string> raw_values(const Slot& slot, const FilledSlot* filled) {
    if (slot.join == Join::None || filled == nullptr) return {raw_value(slot)};
    std::vector<std::string> values = {filled->value};
    for (const auto& further : filled->further) values.push_back(further.value);
    if (slot.join == Join::Each || slot.join == Join::Or) return {values[&slot == repeated_ ? nth_ : 0]};
    return values;
  }

  static std::string spelt(const std::string& raw, const Slot& slot, const Placeholder& hole, bool quoted) {
    if (!hole.filter.empty()) return filtered(raw, hole.filter).value();
    if (quoted) return inside_quotes(raw);
    return slot.type == SlotType::Files || slot.type == SlotType::Path ? quote_open_glob(raw) : quote(raw);
  }

  std::string raw_value(const Slot& slot) {
    if (const auto* filled = filling_.find(slot.name)) return filled->value;
    if (slot.default_value) return *slot.default_value;
    command_.stand_ins.push_back(slot.name);
    if (!slot.endings.empty()) return "file." + slot.endings.front();
    return words_.stand_ins.at(slot.type);
  }

  const Recipe& recipe_;
  const Filling& filling_;
  const Words& words_;
  const Slot* repeated_ = nullptr;  // what the piece at hand is written several times for
  std::size_t nth_ = 0;             // …and which of its values it is written for
  Command command_;
};

}  // namespace

std::vector<const Choice*> choose(const Recipe& recipe, const Filling& filling, const Request& request,
                                  const Stemmer& stemmer, std::vector<std::size_t>& spoken) {
  std::vector<const Choice*> chosen;
  for (const auto& piece : recipe.pieces) {
    if (piece.when != Piece::When::Triggered) continue;
    const Choice* best = nullptr;
    std::optional<Said> best_said;
    for (const auto& choice : piece.choices) {
      if (!all_given(choice.text, filling)) continue;
      for (const auto& trigger : choice.triggers) {
        const auto said = find_trigger(choice.text, stemmer.stems(trigger), filling, request);
        if (!said || (best_said && !better(*said, *best_said))) continue;
        best = &choice;
        best_said = said;
      }
      if (best != nullptr && placeholders(best->text).empty())
        break;  // plain options: the first that is said
    }
    if (best == nullptr) best = fallback(piece, recipe, filling);
    for (std::size_t at = best_said ? best_said->first : 1; at <= (best_said ? best_said->last : 0); ++at)
      spoken.push_back(at);
    chosen.push_back(best);
  }
  return chosen;
}

std::set<std::string> idle_slots(const Recipe& recipe, const Filling& filling,
                                 const std::vector<const Choice*>& choices) {
  std::set<std::string> offered;
  std::set<std::string> written;
  const auto add = [](std::string_view text, std::set<std::string>& names) {
    for (const auto& hole : placeholders(text)) names.emplace(hole.name);
  };
  for (const auto& piece : recipe.pieces) {
    add(piece.text, written);
    for (const auto& choice : piece.choices) add(choice.text, offered);
  }
  for (const auto* choice : choices) {
    if (choice != nullptr) add(choice->text, written);
  }
  std::set<std::string> idle;
  for (const auto& slot : filling.slots) {
    const bool here = slot.span.kind == Span::Kind::Place && slot.value == ".";
    if (offered.contains(slot.name) && !written.contains(slot.name) && !here) idle.insert(slot.name);
  }
  return idle;
}

Command write_command(const Recipe& recipe, const Filling& filling, const std::vector<const Choice*>& choices,
                      const Words& words) {
  Writer writer(recipe, filling, words);
  std::size_t next = 0;
  for (const auto& piece : recipe.pieces) {
    switch (piece.when) {
      case Piece::When::Always:
        writer.add(piece.text);
        break;
      case Piece::When::SlotsGiven:
        if (all_given(piece.text, filling)) writer.add(piece.text);
        break;
      case Piece::When::Triggered:
        if (const Choice* choice = choices.at(next++); choice != nullptr && !choice->text.empty())
          writer.add(choice->text);
        break;
    }
  }
  return writer.take();
}

}  // namespace assay::howto
