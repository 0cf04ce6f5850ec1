// SPDX-License-Identifier: Apache-2.0
// Adds to a world what shows an option: lines made from those of its texts, files beside its files. What the
// world is about stays as it is. It is long because each kind of data is one case of a switch, and lines,
// files and targets of one kind are best read together.
#include <algorithm>
#include <array>
#include <functional>

#include "archive.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/text.h"
#include "assay/internal/worlds.h"
#include "clues.h"
#include "moment.h"
#include "samples.h"
#include "tree.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;
using Strings = std::vector<std::string>;

constexpr std::size_t kMostText = 64u << 10;
constexpr std::size_t kMostTexts = 40;
constexpr const char* kOldContent = "what was there before\n";  // of a target

bool is_of_lines(Data data) { return data >= Data::ties && data <= Data::context; }

bool is_text(const std::string& content) {
  return !content.empty() && content.size() <= kMostText && content.find('\0') == std::string::npos;
}

// Where another line would make the file something else.
bool is_structured(std::string_view path) {
  return std::ranges::any_of(
      std::array{".json", ".xml", ".gz", ".zip", ".tar", ".png", ".jpg", "passwd", "group"},
      [&](const char* ending) { return path.ends_with(ending); });
}

Strings text_lines(std::string_view text) {
  Strings lines;
  each_line(text, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

std::string replaced(std::string_view line, std::size_t at, std::size_t size, std::string_view with) {
  std::string text(line);
  return text.replace(at, size, with);
}

// Each amount that fills a field is negative.
std::string negative(std::string_view text) {
  constexpr std::string_view kEnds = " \t\n,:;|";
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kEnds, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const bool is_amount = !word.empty() && word.find_first_not_of("0123456789.") == word.npos;
    (all += is_amount ? "-" : "") += text.substr(at, end - at + 1);
    at = end + 1;
  }
  return all;
}

// The last amount of each line has a fraction.
std::string with_fractions(std::string_view text) {
  std::string all;
  each_line(text, [&](std::string_view line) {
    const std::string_view last = line.substr(line.find_last_of(" \t,:;|") + 1);
    const bool is_whole = !last.empty() && last.find_first_not_of("0123456789") == last.npos;
    ((all += line) += is_whole ? ".37" : "") += '\n';
  });
  return all;
}

// By which names a command selects files, and whether in any letter case.
Strings selected_by(std::string_view command) {
  const Clues clues = clues_of(command, command);
  Strings all;
  for (const NameClue& name : clues.names) add_once(all, name.glob);
  for (const PathClue& path : clues.paths)
    if (path.is_glob) add_once(all, path.path);
  for (const char* option : {"-iname", "-ipath", "-iregex"})
    if (command.find(option) != command.npos) add_once(all, std::string(option));
  return all;
}

// A word within a line, and what separates the line's fields.
struct Subject {
  std::string line;
  std::size_t at = 0;
  std::string word;
};

class Variation {
 public:
  Variation(const NamedWorld& base, std::string_view accepted, std::string_view generated)
      : base_(base), clues_(clues_of(accepted, generated)) {
    for (const PatternClue& pattern : clues_.patterns)
      for (const std::string& text : texts_for(pattern).matching)
        if (text.find('\n') == std::string::npos && !text.empty()) add_once(words_, text);
    for (const NameClue& name : clues_.names)
      if (name.glob.find('/') == std::string::npos) add_once(globs_, name.glob);
    for (const PathClue& path : clues_.paths)
      if (path.is_glob) add_once(globs_, path.path.substr(path.path.rfind('/') + 1));
  }

  // The world with those lines after the others in each text and in standard input, and these files.
  using MoreLines = std::function<Strings(const Strings& lines)>;
  NamedWorld with(const MoreLines& more, const std::string& name) const {
    return with_texts([&](const std::string& text) { return longer(text, more); }, name);
  }
  NamedWorld with_texts(const std::function<std::string(const std::string&)>& changed,
                        const std::string& name) const {
    NamedWorld made = base_;
    made.name = base_.name + " with " + name;
    std::size_t texts = 0;
    for (Entry& entry : made.world.entries) {
      if (entry.type != NodeType::file || is_structured(entry.path) || !is_text(entry.content)) continue;
      if (++texts > kMostTexts) break;
      entry.content = changed(entry.content);
      entry.size = 0;
    }
    if (is_text(made.world.input)) made.world.input = changed(made.world.input);
    return made;
  }

  Strings lines(Data data, const Strings& lines) const {
    Strings all;
    for (const Subject& each : subjects(lines))
      for (std::string& line : lines_for(data, each)) all.push_back(std::move(line));
    if (data == Data::duplicates) {
      const Strings sample = sample_of(lines);
      for (const std::string& line : sample) all.insert(all.end(), {line, line});
      all.insert(all.end(), sample.begin(), sample.end());
    }
    if (data == Data::many_lines) {
      std::size_t most = 30;
      for (const std::uint64_t number : clues_.lines)
        if (number < 2000) most = std::max<std::size_t>(most, number + 5);
      const Strings sample = sample_of(lines);
      for (std::size_t i = 0; i < most && !sample.empty(); ++i)
        all.push_back(sample[i % sample.size()] + " " + std::to_string(i));
    }
    return all;
  }

  Strings lines_with_more_fields(const Strings& lines) const {
    Strings all;
    for (const std::string& line : sample_of(lines)) {
      const std::string separator = separator_of(line);
      all.insert(all.end(), {line + separator + "77", line + separator + "77" + separator + "5"});
    }
    return all;
  }

  // Lines in which other texts stand where a pattern matches: near misses, and other matches.
  Strings near_lines(const Strings& lines) const {
    Strings all;
    for (const Subject& each : subjects(lines)) {
      for (const PatternClue& pattern : clues_.patterns) {
        const Samples samples = texts_for(pattern);
        if (std::ranges::find(samples.matching, each.word) == samples.matching.end()) continue;
        for (const Strings* texts : {&samples.near, &samples.matching})
          for (const std::string& text : *texts)
            if (text.find('\n') == std::string::npos)
              add_once(all, replaced(each.line, each.at, each.word.size(), text));
      }
      add_once(all, each.line.substr(0, each.at) + each.word);
      add_once(all, each.word + each.line.substr(each.at + each.word.size()));
    }
    for (const PatternClue& pattern : clues_.patterns)
      for (const std::string& text : variants_for(pattern))
        all.insert(all.end(), {text, "pre " + text + " post"});
    return all;
  }

  NamedWorld with_files(const std::function<void(Tree&)>& add, const std::string& name) const {
    NamedWorld made = base_;
    made.name = base_.name + " with " + name;
    Tree tree(base_.world.folder);
    for (const Entry& entry : base_.world.entries) tree.add(entry);
    add(tree);
    made.world.entries = tree.take();
    return made;
  }

  // Folders in which the commands look for files, and a file of each in the world.
  struct Place {
    std::string folder;
    std::string name;  // that the commands select
    std::string content;
  };
  std::vector<Place> places() const {
    Strings folders;
    for (const PathClue& path : clues_.paths) {
      const std::string plain = path.path.size() > 1 && path.path.ends_with('/')
                                    ? path.path.substr(0, path.path.size() - 1)
                                    : path.path;
      if (path.is_glob || path.use == Use::read) {
        const std::size_t slash = plain.rfind('/');
        const bool is_folder = !path.is_glob && is_folder_here(plain);
        add_once(folders, is_folder                            ? plain
                          : slash == std::string::npos         ? base_.world.folder
                          : plain.find_first_of("*?[") < slash ? base_.world.folder
                                                               : plain.substr(0, slash));
      } else if (path.use == Use::walked) {
        add_once(folders, plain == "." ? base_.world.folder : plain);
      }
    }
    if (folders.empty()) folders.push_back(base_.world.folder);
    if (folders.size() > 4) folders.resize(4);
    std::vector<Place> all;
    for (const std::string& folder : folders)
      for (Place& place : selected_in(folder)) all.push_back(std::move(place));
    return all;
  }

  bool is_folder_here(const std::string& path) const {
    const Tree tree(base_.world.folder);
    const std::string place = tree.absolute_path(path);
    return std::ranges::any_of(base_.world.entries, [&](const Entry& entry) {
      const std::string other = tree.absolute_path(entry.path);
      return other == place ? entry.type == NodeType::folder : other.starts_with(place + "/");
    });
  }
  // The first files in that folder, relative to it.
  Strings files_in(const std::string& folder) const {
    const Tree tree(base_.world.folder);
    const std::string root = tree.absolute_path(folder) + "/";
    Strings all;
    for (const Entry& entry : base_.world.entries)
      if (const std::string place = tree.absolute_path(entry.path);
          entry.type == NodeType::file && place.starts_with(root) && all.size() < 3)
        all.push_back(place.substr(root.size()));
    return all;
  }
  const Clues& clues() const { return clues_; }
  const NamedWorld& base() const { return base_; }
  const Strings& globs() const { return globs_; }
  const Strings& words() const { return words_; }

 private:
  // What consists of a single line stays so.
  static std::string longer(const std::string& content, const MoreLines& more) {
    const Strings lines = text_lines(content);
    std::string text = content;
    if (lines.size() < 2) return text;
    const Strings added = more(lines);
    if (added.empty()) return text;
    if (!text.ends_with('\n')) text += '\n';
    for (const std::string& line : added) (text += line) += '\n';
    return text;
  }

  static Strings sample_of(const Strings& lines) {
    Strings sample;
    for (std::size_t i = 0; i < lines.size() && sample.size() < 3; ++i)
      if (!lines[i].empty()) sample.push_back(lines[i]);
    return sample;
  }

  // Lines with a word that a pattern of the commands matches, else with any word.
  std::vector<Subject> subjects(const Strings& lines) const {
    std::vector<Subject> all;
    for (const std::string& word : words_) {
      std::size_t found = 0;
      for (const std::string& line : lines) {
        const std::size_t at = line.find(word);
        if (at != std::string::npos && line.size() < 300 && found++ < 2 && all.size() < 6)
          all.push_back({line, at, word});
      }
    }
    if (!all.empty()) return all;
    for (const std::string& line : sample_of(lines)) {
      const std::size_t at = line.find_first_not_of(" \t");
      if (at == std::string::npos || line.size() > 300) continue;
      const std::size_t end = std::min(line.find_first_of(" \t,:;", at), line.size());
      if (end > at) all.push_back({line, at, line.substr(at, end - at)});
    }
    return all;
  }

  std::string separator_of(const std::string& line) const {
    for (const std::string& each : clues_.separators)
      if (!each.empty() && line.find(each) != std::string::npos) return each;
    for (const char* each : {"\t", ",", ":", " "})
      if (line.find(each) != std::string::npos) return each;
    return " ";
  }

  static Strings fields_of(const std::string& line, const std::string& separator) {
    Strings fields;
    std::size_t begin = 0;
    for (std::size_t end; (end = line.find(separator, begin)) != std::string::npos;
         begin = end + separator.size())
      fields.push_back(line.substr(begin, end - begin));
    fields.push_back(line.substr(begin));
    return fields;
  }
  static std::string joined(const Strings& fields, const std::string& separator) {
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? separator : "") + fields[i];
    return line;
  }

  // The line with each of these values in place of each of its first fields in turn.
  Strings with_values(const std::string& line, std::initializer_list<const char*> values) const {
    const std::string separator = separator_of(line);
    const Strings fields = fields_of(line, separator);
    Strings all;
    for (const char* value : values) all.emplace_back(value);
    for (std::size_t i = 0; i < std::min<std::size_t>(fields.size(), 5); ++i) {
      for (const char* value : values) {
        Strings changed = fields;
        changed[i] = value;
        all.push_back(joined(changed, separator));
      }
    }
    return all;
  }

  // So that none is another one's context.
  static Strings apart(const Strings& lines) {
    Strings all;
    for (const std::string& each : lines) {
      for (int i = 0; i < 9; ++i) all.push_back("between " + std::to_string(i));
      all.push_back(each);
    }
    return all;
  }

  Strings lines_for(Data data, const Subject& subject) const {
    const auto& [line, at, word] = subject;
    const std::size_t end = at + word.size();
    const std::string before = line.substr(0, at), behind = line.substr(end), separator = separator_of(line);
    const auto spaced = [&](std::string_view with) {
      std::string text;
      for (const char c : line) c == ' ' ? text += with : text += c;
      return text;
    };
    switch (data) {
      case Data::ties: {
        // Each has the same first fields, and rests in another order than the whole lines would have.
        Strings all;
        Strings fields = fields_of(line, separator);
        fields.resize(std::max<std::size_t>(fields.size(), 3), "x");
        for (std::size_t key = 0; key < std::min<std::size_t>(fields.size(), 4); ++key) {
          for (const char* rest : {"9", "10", "b", "a", "B"}) {
            Strings changed = fields;
            for (std::size_t i = 0; i < changed.size(); ++i)
              if (i != key) changed[i] = i < key ? std::string(rest[0] == 'b' ? "a" : "b") + rest : rest;
            all.push_back(joined(changed, separator));
          }
        }
        return all;
      }
      case Data::blanks:
        return {spaced("  "), spaced("\t"), spaced(""),  "  " + line,  "\t" + line,
                line + "  ",  line + "\t",  "x " + line, " x  " + line};
      case Data::case_: {
        return apart({upper(line), lower(line), before + upper(word) + behind, before + lower(word) + behind,
                      before + upper(word.substr(0, 1)) + lower(word.substr(1)) + behind});
      }
      case Data::repeats:
        return {line + " " + line, before + word + " " + word + behind, before + word + word + behind,
                line + separator + word};
      case Data::word_parts:
        return apart({before + "x" + word + behind, before + word + "s" + behind,
                      before + word + "_x" + behind, before + "pre-" + word + behind, word, "x" + word + "x",
                      word + " end"});
      case Data::numbers:
        return with_values(line, {"10", "9", "100", "1.5", "-3", "+5", "1e2", "0x1F", "007", ".25", "12 x"});
      case Data::units: return with_values(line, {"2K", "1500", "1G", "900M", "1.5K", "3"});
      case Data::months: return with_values(line, {"Mar", "JAN", "feb", "Dec 3", "x", "Apr 1"});
      case Data::versions:
        return with_values(line, {"1.10.0", "1.9.2", "1.9", "v2", "v10", "a-1.2.tar", "a-1.10.tar"});
      case Data::binary:
        return {before + word + std::string("\0\x01", 2) + behind, "\xff\xfe " + word + " \xc3\x28",
                "\x1b[1m" + word + "\x07\b\x7f"};
      case Data::carriage_returns: return {line + "\r", before + word + "\r" + behind, "\r"};
      case Data::nul_ends:
        return {std::string("b\0a\0", 4) + word + std::string("\0", 1) + line + std::string("\0x y\0", 5)};
      case Data::empty_lines: return {"", line, "", "", "", " ", "\t", "", line};
      case Data::long_lines: {
        std::string wide = line;
        while (wide.size() < 260) wide += " " + word + (wide.size() % 3 == 0 ? "\t" : "-") + line;
        return {wide, std::string(300, 'w') + word};
      }
      case Data::fields: {
        const Strings fields = fields_of(line, separator);
        Strings less = fields, more = fields, empty = fields;
        if (less.size() > 1) less.pop_back();
        more.push_back("77");
        Strings most = more;
        most.push_back("end");
        if (empty.size() > 1) empty[1].clear();
        return {joined(more, separator), joined(most, separator), joined(less, separator),
                joined(empty, separator), separator + line};
      }
      case Data::context: {
        Strings all;
        for (int round = 0; round < 3; ++round) {
          for (int i = 0; i < 9 + round; ++i) all.push_back("between " + std::to_string(round * 20 + i));
          all.push_back(line);
          if (round == 1) all.insert(all.end(), {"one between", line});
        }
        all.emplace_back("behind all");
        return all;
      }
      default: return {};
    }
  }

  std::vector<Place> selected_in(const std::string& folder) const {
    const Tree tree(base_.world.folder);
    const std::string root = tree.absolute_path(folder);
    std::vector<Place> all;
    Strings names;
    for (const std::string& glob : globs_) add_once(names, name_for(glob, "more"));
    std::string found, content = "more\n";
    for (const Entry& entry : base_.world.entries) {
      const std::string place = tree.absolute_path(entry.path);
      if (entry.type != NodeType::file || !place.starts_with(root + "/")) continue;
      const std::string name = place.substr(place.rfind('/') + 1);
      if (found.empty() && place.size() == root.size() + 1 + name.size()) found = name;
      if (content == "more\n" && is_text(entry.content)) content = entry.content;
    }
    if (names.empty()) names.push_back(found.empty() ? "more.txt" : "more-" + found);
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 3); ++i)
      all.push_back({root, names[i], content});
    return all;
  }

  const NamedWorld& base_;
  Clues clues_;
  Strings words_;
  Strings globs_;
};

// "more.txt" becomes "more two.txt".
std::string inserted(const std::string& name, std::string_view text) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return name + std::string(text);
  return name.substr(0, dot) + std::string(text) + name.substr(dot);
}

void add_beside(Tree& tree, Data data, const Variation::Place& place, const Clues& clues) {
  const std::string root = place.folder + "/", &name = place.name;
  const auto file = [&](const std::string& path, std::int64_t age = 3600, unsigned mode = 0644) {
    Entry entry{.path = root + path, .mode = mode, .content = place.content, .modified = -age};
    tree.add(std::move(entry));
  };
  switch (data) {
    case Data::hidden:
      file("." + name);
      file(".folder/" + name);
      file("sub/." + name);
      break;
    case Data::links:
      file(name);
      file("real/" + name);
      tree.add({.path = root + inserted(name, "-link"), .type = NodeType::link, .content = name});
      tree.add({.path = root + "to-real", .type = NodeType::link, .content = "real"});
      tree.add({.path = root + inserted(name, "-broken"), .type = NodeType::link, .content = "nowhere"});
      break;
    case Data::folders:
      tree.add({.path = root + name, .type = NodeType::folder, .mode = 0755});
      file(inserted(name, "-in") + "/" + name);
      file("folder/in/" + name);
      break;
    case Data::deep: {
      std::string folder;
      int depth = 4;
      for (const int each : clues.depths) depth = std::max(depth, each + 2);
      file(name);
      for (int i = 1; i <= depth; ++i) {
        folder += "d" + std::to_string(i) + "/";
        file(folder + name);
      }
      break;
    }
    case Data::empty_folder:
      tree.add({.path = root + "hollow/within", .type = NodeType::folder, .mode = 0755});
      tree.add({.path = root + inserted(name, "-empty")});
      break;
    case Data::hard_links:
      file(name);
      tree.add({.path = root + inserted(name, "-twin"), .same_file = tree.absolute_path(root + name)});
      break;
    case Data::blank_names:
      file(inserted(name, " two"), 3661);
      file(inserted(name, " with  two"), 3692);
      file("in two/" + name, 3723);
      break;
    case Data::dash_names:
      file("-n" + name);
      file("-" + name);
      break;
    case Data::ages:
    case Data::access_times: {
      std::vector<std::int64_t> ages = {30,        1800,     2 * 3600, 23 * 3600, 25 * 3600, 47 * 3600,
                                        49 * 3600, 3 * kDay, 8 * kDay, 31 * kDay, 400 * kDay};
      for (const AgeClue& clue : clues.ages)
        for (const std::int64_t units : {clue.count - 1, clue.count, clue.count + 1, clue.count + 2})
          if (units >= 0) add_once(ages, units * clue.unit + clue.unit / 3 + 1);
      std::size_t number = 0;
      for (const std::int64_t age : ages) {
        Entry entry{.path = root + inserted(name, "-t" + std::to_string(++number)),
                    .content = place.content + std::string(number, '.'),
                    .modified = -age};
        if (data == Data::access_times) entry.accessed = -ages[(number * 5) % ages.size()];
        tree.add(std::move(entry));
      }
      break;
    }
    case Data::sizes: {
      std::vector<std::uint64_t> sizes = {0,    1,    511,  512,      513,           1000,
                                          1024, 1025, 4097, 1u << 20, (1u << 20) + 1};
      for (const SizeClue& clue : clues.sizes)
        for (const std::uint64_t units : {clue.count > 0 ? clue.count - 1 : 0, clue.count, clue.count + 1})
          for (const std::uint64_t more : {0, 1}) add_once(sizes, units * clue.unit + more);
      std::size_t number = 0;
      for (const std::uint64_t size : sizes)
        tree.add({.path = root + inserted(name, "-s" + std::to_string(++number)), .size = size});
      break;
    }
    case Data::modes: {
      std::vector<unsigned> modes = {0600, 0640, 0644, 0755, 0444, 0777, 04755, 02755, 0111};
      for (const ModeClue& clue : clues.modes)
        for (const unsigned mode : {clue.bits, clue.bits | 0100, clue.bits & ~0100u, clue.bits | 0022})
          if (mode != 0) add_once(modes, mode);
      std::size_t number = 0;
      for (const unsigned mode : modes) file(inserted(name, "-m" + std::to_string(++number)), 3600, mode);
      break;
    }
    case Data::extensions:
      for (const std::string& each :
           names_for(name.substr(0, 1) == "." ? name
                                              : "*" + name.substr(std::min(name.find('.'), name.size())))
               .matching)
        if (each.front() != '.') file(each);
      for (const char* each : {"b.c", "a.txt", "noending", "c.c", "a.h", "archive.tar.gz", "z.A"}) file(each);
      break;
    case Data::backups:
      file(name + "~");
      file("notes~");
      break;
    case Data::versions:
      for (const char* each : {"v10", "v9", "v1.10", "v1.9"}) file(inserted(name, each));
      break;
    case Data::several_files:
      for (const char* each : {"-b", "-a", "-c"}) file(inserted(name, each), 7200 + each[1]);
      file("sub/" + inserted(name, "-d"));
      break;
    default: break;
  }
}

// What is made is there already.
void add_targets(Tree& tree, Data data, const Variation& variation) {
  const Clues& clues = variation.clues();
  const std::int64_t age = data == Data::newer_target ? 1 : 20 * kDay;
  const unsigned mode = data == Data::write_protected ? 0444 : 0644;
  const auto put = [&](const std::string& path) {
    tree.add({.path = path, .mode = mode, .content = kOldContent, .modified = -age});
  };
  const auto is_target = [](const PathClue& path) { return path.use == Use::made && !path.is_glob; };
  for (const PathClue& target : clues.paths) {
    if (!is_target(target)) continue;
    const bool is_folder =
        data == Data::target_folder || target.path.ends_with('/') || variation.is_folder_here(target.path);
    if (is_folder) {
      tree.add({.path = target.path, .type = NodeType::folder, .mode = 0755});
      for (const PathClue& path : clues.paths) {
        if (path.use == Use::made) continue;
        const std::string name = path.path.substr(path.path.rfind('/', path.path.size() - 2) + 1);
        if (!path.is_glob) put(target.path + "/" + name);
        if (path.is_glob) put(target.path + "/" + name_for(name, "one"));
        for (const std::string& within : variation.files_in(path.path)) {
          put(target.path + "/" + within);
          put(target.path + "/" + name + "/" + within);
        }
      }
    } else {
      put(target.path);
    }
  }
  // What archives have within them.
  for (const char* member : {"in.txt", "d/x.c"}) put(member);
}

// Where several files are read, the second is the first but for blanks, letter case, or lines that a pattern
// matches, are there again, or have more before or behind what they say.
void add_alike(std::vector<NamedWorld>& all, const Variation& variation, Data data, const std::string& name) {
  const Tree tree(variation.base().world.folder);
  Strings read;
  for (const PathClue& path : variation.clues().paths)
    if (path.use == Use::read && !path.is_glob) read.push_back(tree.absolute_path(path.path));
  if (read.size() < 2) return;
  NamedWorld made = variation.base();
  made.name = made.name + " with " + name + " in one of two files";
  const auto entry_at = [&](const std::string& place) {
    return std::ranges::find_if(made.world.entries,
                                [&](const Entry& entry) { return tree.absolute_path(entry.path) == place; });
  };
  const auto first = entry_at(read[0]), second = entry_at(read[1]);
  if (first == made.world.entries.end() || second == made.world.entries.end()) return;
  if (first->type != NodeType::file || second->type != NodeType::file) return;
  std::string text;
  std::size_t number = 0;
  for (const std::string& line : text_lines("two words here\nand more  of them\nend\n" + first->content)) {
    ++number;
    if (data == Data::repeats) {
      text += line;
    } else if (data == Data::word_parts) {
      text += number % 4 == 1   ? line + "s"
              : number % 4 == 2 ? "x" + line
              : number % 4 == 3 ? "x " + line
                                : line;
    } else if (data == Data::case_) {
      text += number % 2 == 0 ? upper(line) : line;
    } else {
      for (const char c : line)
        if (c != ' ' || number % 3 != 1) text += c == ' ' && number % 3 == 2 ? "  " : std::string(1, c);
      if (number % 3 == 0) text += ' ';
    }
    text += '\n';
  }
  if (data == Data::repeats && variation.words().empty())
    text += "end\nend\n7\n7\n";
  else if (data == Data::repeats)
    text += variation.words().front() + "\n";
  first->content = "two words here\nand more  of them\nend\n" + first->content;
  second->content = std::move(text);
  first->size = second->size = 0;
  all.push_back(std::move(made));
}

}  // namespace

bool is_ordinary(Data data) {
  using enum Data;
  static constexpr Data kOthers[] = {terminal,         messages,        speed,   file_systems, binary,
                                     carriage_returns, nul_ends,        folders, links,        blank_names,
                                     dash_names,       write_protected, missing, variables,    target_folder};
  return std::ranges::find(kOthers, data) == std::end(kOthers);
}

std::vector<NamedWorld> worlds_with(const NamedWorld& base, Data data, std::string_view accepted,
                                    std::string_view generated) {
  std::vector<NamedWorld> all;
  const Variation variation(base, accepted, generated);
  const std::string name(word_of(data));
  if (is_of_lines(data)) {
    all.push_back(variation.with([&](const Strings& lines) { return variation.lines(data, lines); }, name));
    if (data == Data::blanks || data == Data::case_ || data == Data::repeats || data == Data::word_parts)
      add_alike(all, variation, data, name);
    if (data == Data::versions)
      all.push_back(variation.with_files(
          [&](Tree& tree) {
            for (const auto& place : variation.places()) add_beside(tree, data, place, variation.clues());
          },
          name));
    return all;
  }
  switch (data) {
    case Data::terminal:
    case Data::messages:
    case Data::speed:
    case Data::file_systems: return all;
    case Data::existing_target:
    case Data::newer_target:
    case Data::older_target:
    case Data::target_folder:
    case Data::refusal:
    case Data::write_protected: {
      NamedWorld made = variation.with_files([&](Tree& tree) { add_targets(tree, data, variation); }, name);
      if (data == Data::refusal) made.world.input = "n\nn\nn\nn\nn\nn\n";
      const bool is_newer = data == Data::newer_target;
      if (is_newer || data == Data::write_protected)
        for (Entry& entry : made.world.entries) {
          const bool is_target = entry.content == kOldContent;
          if (is_newer && !is_target && entry.type == NodeType::file)
            entry.modified = -10 * kDay, entry.dated.reset();
          if (!is_newer && entry.type == NodeType::file) entry.mode = 0444;
        }
      all.push_back(std::move(made));
      return all;
    }
    case Data::missing:
      for (const PathClue& path : variation.clues().paths) {
        if (path.is_glob || path.use == Use::made || all.size() >= 3) continue;
        NamedWorld made = base;
        made.name = base.name + " without " + path.path;
        const Tree tree(base.world.folder);
        const std::string place = tree.absolute_path(path.path);
        if (place.empty() || place == base.world.folder) continue;
        std::erase_if(made.world.entries, [&](const Entry& entry) {
          const std::string other = tree.absolute_path(entry.path);
          return other == place || other.starts_with(place + "/") ||
                 tree.absolute_path(entry.same_file) == place;
        });
        if (made.world.entries.size() < base.world.entries.size()) all.push_back(std::move(made));
      }
      return all;
    case Data::variables:
      for (const char* value : {"", "two  words", "-n", "*"}) {
        NamedWorld made = base;
        made.name = base.name + " with variables";
        for (const std::string& variable : variation.clues().variables) {
          std::erase_if(made.world.environment, [&](const auto& each) { return each.first == variable; });
          made.world.environment.emplace_back(variable, value);
        }
        if (!variation.clues().variables.empty()) all.push_back(std::move(made));
      }
      return all;
    case Data::one_file: {
      NamedWorld made = base;
      made.name = base.name + " with one file";
      std::size_t files = 0;
      std::erase_if(made.world.entries,
                    [&](const Entry& entry) { return entry.type != NodeType::folder && ++files > 1; });
      all.push_back(std::move(made));
      return all;
    }
    default:
      all.push_back(variation.with_files(
          [&](Tree& tree) {
            for (const auto& place : variation.places()) add_beside(tree, data, place, variation.clues());
          },
          name));
      return all;
  }
}

std::vector<NamedWorld> worlds_near(const NamedWorld& base, std::string_view accepted,
                                    std::string_view generated, Near near) {
  std::vector<NamedWorld> all;
  const Variation variation(base, accepted, generated);
  if (variation.clues().counts)
    all.push_back(variation.with_texts([](const std::string&) { return ""; }, "empty texts"));
  if (variation.clues().seeks_extremes) all.push_back(variation.with_texts(negative, "negative amounts"));
  if (variation.clues().folds_case)
    all.push_back(variation.with(
        [](const Strings&) {
          return Strings{"É Ü", "é ü"};
        },
        "letters outside ASCII"));
  if (near == Near::bounds) {
    const auto mine = clues_of(accepted, accepted).patterns, others = clues_of(generated, generated).patterns;
    Strings bounds;
    for (const PatternClue& pattern : variation.clues().patterns)
      if (std::ranges::count(mine, pattern) == 0 || std::ranges::count(others, pattern) == 0)
        for (const std::string& text : variants_for(pattern))
          bounds.insert(bounds.end(), {text, "pre " + text + " post"});
    if (!bounds.empty())
      all.push_back(variation.with([&](const Strings&) { return bounds; }, "bounds of a pattern"));
    return all;
  }
  if (!variation.clues().patterns.empty())
    all.push_back(
        variation.with([&](const Strings& lines) { return variation.near_lines(lines); }, "near misses"));
  const auto only_one_has = [&](std::string_view text) {
    return (accepted.find(text) != accepted.npos) != (generated.find(text) != generated.npos);
  };
  if (near == Near::texts && only_one_has("NF"))
    all.push_back(variation.with(
        [&](const Strings& lines) {
          Strings more = variation.lines_with_more_fields(lines);
          std::size_t longest = 0;
          for (const std::string& line : lines) longest = std::max(longest, line.size());
          more.emplace_back(longest + 9, 'w');
          return more;
        },
        "more fields"));
  if (near == Near::texts && (only_one_has("int(") || only_one_has("%d")))
    all.push_back(variation.with_texts(with_fractions, "fractions"));
  if (!variation.clues().modes.empty()) {
    NamedWorld made = base;
    made.name = base.name + " with other modes";
    const Tree tree(base.world.folder);
    for (Entry& entry : made.world.entries)
      for (const PathClue& path : variation.clues().paths) {
        const std::string place = tree.absolute_path(entry.path), named = tree.absolute_path(path.path);
        if (entry.type == NodeType::file && (place == named || place.starts_with(named + "/"))) {
          entry.mode = entry.mode == 0660 ? 0640 : 0660;
          break;
        }
      }
    all.push_back(std::move(made));
  }
  const bool is_visible_only = near == Near::texts;
  if (!variation.globs().empty() && (!is_visible_only || selected_by(accepted) != selected_by(generated)))
    all.push_back(variation.with_files(
        [&](Tree& tree) {
          for (const auto& place : variation.places())
            for (const std::string& glob : variation.globs()) {
              const Samples names = names_for(glob);
              for (const Strings* some : {&names.near, &names.matching})
                for (const std::string& name : *some)
                  if (name.find_first_of("*?[ \\") == std::string::npos &&
                      !(is_visible_only && name[0] == '.'))
                    tree.add({.path = place.folder + "/" + name, .content = place.content});
            }
        },
        "near names"));
  return all;
}

}  // namespace assay::worlds
