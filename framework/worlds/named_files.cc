// SPDX-License-Identifier: Apache-2.0
#include "named_files.h"

#include <algorithm>
#include <array>

#include "archive.h"
#include "moment.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;

constexpr std::size_t kMostEntries = 420;

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

}  // namespace

NamedFiles::NamedFiles(const Clues& clues, const Lines& lines, Manner manner)
    : clues_(clues), lines_(lines), manner_(manner) {
  for (const NameClue& name : clues.names)
    if (!name.is_path && name.glob.find('/') == std::string::npos) add_once(globs_, name.glob);
  is_shallow_ = !clues.goes_deep && !clues.depths.empty() && *std::ranges::max_element(clues.depths) <= 1;
  kinds_.emplace_back();
  vary_sizes();
  vary_ages();
  vary_modes();
  kinds_.front() = base_;
  vary_types();
}

std::string NamedFiles::usual_name() const {
  return globs_.empty() ? "one.txt" : name_for(globs_.front(), "one");
}

// In an ordinary world a name with an extension is a file's, unless the commands mention other types; so is
// any name, if they mention files.
bool NamedFiles::names_files_alone(std::string_view glob) const {
  if (manner_ != Manner::ordinary || clues_.takes_folders) return false;
  if (clues_.types.find_first_of("dl") != std::string::npos) return false;
  const std::size_t dot = glob.rfind('.');
  const bool has_ending = dot != std::string_view::npos && dot > 0 && dot + 1 < glob.size();
  return has_ending || (glob != "*" && clues_.types.find('f') != std::string::npos);
}

bool NamedFiles::has_links() const {
  return manner_ == Manner::searching || clues_.types.find('l') != std::string::npos ||
         clues_.follows_links || !clues_.siblings.empty();
}

Entry NamedFiles::entry_of(const Kind& kind, std::string path, std::size_t which) const {
  Entry entry{.path = std::move(path), .type = kind.type, .modified = -kind.age};
  // If times do not matter, avoids ties between them.
  const bool is_dated = !clues_.ages.empty() || !clues_.dates.empty() || clues_.has_reference;
  if (!is_dated && kind.age == base_.age)
    entry.modified = -static_cast<std::int64_t>(1800 + 613 * ((which * 7 + entry.path.size() * 5) % 29));
  entry.mode = kind.mode != 0 ? kind.mode : kind.type == NodeType::folder ? 0755 : 0644;
  if (kind.accessed >= 0) {
    entry.accessed = -kind.accessed;
  } else if (std::ranges::none_of(clues_.ages, &AgeClue::accessed)) {
    // Read later, in a different order.
    const auto turn = static_cast<std::int64_t>((which * 577 + entry.path.size() * 211) % 997);
    entry.accessed = entry.modified * turn / 1000;
  }
  if (kind.dated >= 0) entry.dated = kind.dated;
  if (kind.type == NodeType::link) entry.content = kind.target;
  if (kind.type != NodeType::file || kind.is_empty) return entry;
  entry.content = lines_.excerpt(which);
  if (std::string archive = archive_named(entry.path, {{"in.txt", entry.content}, {"d/x.c", "int x;\n"}});
      !archive.empty())
    entry.content = std::move(archive);
  if (kind.size == 0) return entry;
  if (kind.size < entry.content.size()) entry.content.resize(kind.size);
  while (kind.size <= 40960 && entry.content.size() < kind.size)
    entry.content += entry.content.size() % 40 == 39 ? '\n' : '.';
  if (kind.size > entry.content.size()) entry.size = kind.size;
  return entry;
}

void NamedFiles::add_name(Tree& tree, const std::string& root, std::string_view glob,
                          std::size_t turn) const {
  const bool is_open = glob.find('*') != std::string_view::npos;
  static constexpr std::array<std::string_view, 3> kFolders = {"/", "/a/", "/a/b/"};
  for (std::size_t i = 0; i < kinds_.size() && tree.size() < kMostEntries; ++i) {
    const Kind& kind = kinds_[i];
    if (kind.type != NodeType::file && names_files_alone(glob)) continue;
    if (kind.type == NodeType::link && !has_links()) continue;
    const std::string number = std::to_string(i);
    const std::string name = name_for(glob, "v" + number, i);
    std::string path = root +
                       (is_open ? std::string(is_shallow_ ? "/" : kFolders[(i + turn) % 3])
                        : i == turn % kinds_.size() ? "/"
                                                    : "/s" + number + "/") +
                       name;
    if (!tree.add(entry_of(kind, path, i + turn))) continue;
    if (kind.type == NodeType::folder && !kind.is_empty) {
      tree.add(entry_of(base_, path + "/" + name_for(glob, "in"), i));
      for (const std::string& each : globs_) tree.add(entry_of(base_, path + "/" + name_for(each, "one"), i));
      // One with a matching name below it.
      if (i == 1) tree.add(entry_of(kind, path + "/below/" + name_for(glob, "dir"), i));
      tree.add(entry_of({}, path + "/other", i + 1));
    }
  }
}

// Paths that match path patterns, with files in and beside them.
void NamedFiles::add_paths(Tree& tree, const std::string& root, std::size_t turn) const {
  std::vector<std::string> samples;
  for (const NameClue& clue : clues_.names) {
    if (!clue.is_path && clue.glob.find('/') == std::string::npos) continue;
    for (const std::string_view fill : {"one", "", "in/two"}) add_once(samples, name_for(clue.glob, fill));
  }
  for (const std::string& pattern : clues_.path_patterns) {
    const bool is_basic =
        pattern.find("\\(") != std::string::npos || pattern.find("\\|") != std::string::npos;
    const Samples texts = texts_for({pattern, is_basic ? Syntax::basic : Syntax::extended});
    for (const std::string& text : texts.matching) add_once(samples, text);
    for (const std::string& text : texts.near) add_once(samples, text);
  }
  for (std::size_t i = 0; i < samples.size() && tree.size() < kMostEntries; ++i) {
    std::string path = samples[i];
    if (path.starts_with(root)) path.erase(0, root.size());
    while (path.starts_with("./")) path.erase(0, 2);
    while (path.starts_with('/')) path.erase(0, 1);
    if (path.empty()) continue;
    if (path.ends_with('/')) path.pop_back();
    if (i % 2 == turn % 2) {
      tree.add(entry_of(base_, root + "/" + path + "/" + usual_name(), i));
      tree.add(entry_of(base_, root + "/" + path + "/sub/" + usual_name(), i));
    } else {
      tree.add(entry_of(base_, root + "/" + path, i));
      tree.add(entry_of(base_, root + "/" + parent_of(path) + "/" + usual_name(), i));
    }
    if (upper(path) != path) tree.add(entry_of(base_, root + "/" + upper(path), i));
    tree.add(entry_of(base_, root + "/near/" + path + "x/" + usual_name(), i));
    tree.add(entry_of(base_, root + "/" + path + "2/" + usual_name(), i));
  }
}

// Adds files at each depth.
void NamedFiles::add_chain(Tree& tree, const std::string& root) const {
  int depth = 3;
  for (const int each : clues_.depths) depth = std::max(depth, each + 2);
  std::string folder = root;
  for (int i = 1; i <= depth; ++i) {
    folder += "/deep" + std::to_string(i);
    tree.add(entry_of(base_, folder + "/" + usual_name(), static_cast<std::size_t>(i)));
    tree.add(entry_of(base_, folder + "/" + (globs_.empty() ? "two.txt" : name_for(globs_.back(), "two")),
                      static_cast<std::size_t>(i)));
    const bool is_named = !globs_.empty() && !names_files_alone(globs_.front());
    tree.add(entry_of({.type = NodeType::folder, .mode = base_.mode, .age = base_.age},
                      folder + "/" + (is_named ? name_for(globs_.front(), "dir") : "dir"), 0));
  }
}

void NamedFiles::add_odd(Tree& tree, const std::string& root) const {
  const std::string glob = globs_.empty() ? "*.txt" : globs_.front();
  std::size_t which = 0;
  for (const std::string_view fill : {"two words", "  lead", "new\nline", "-dash", "quo'te\"s", "back\\slash",
                                      "star*", "$HOME", "ünï", "semi;colon", "two.dots"}) {
    ++which;
    tree.add(entry_of(base_, root + "/" + name_for(glob, fill), which));
    tree.add(entry_of(base_, root + "/in " + std::to_string(which) + "/" + name_for(glob, fill), which + 3));
  }
  tree.add(entry_of(base_, root + "/.hid/" + usual_name(), which));
}

void NamedFiles::add_to(Tree& tree, const std::string& root, std::size_t turn, Naming naming) const {
  if (naming == Naming::odd) add_odd(tree, root);
  tree.add({.path = root + "/common.txt", .content = lines_.excerpt(turn), .modified = -7200});
  tree.add({.path = root + "/a/common.txt", .content = lines_.excerpt(turn + 1), .modified = -7200});
  tree.add(entry_of(base_, root + "/common/" + usual_name(), turn));
  tree.add(entry_of(base_, root + "/a/common/" + usual_name(), turn));
  if (clues_.follows_links)
    tree.add({.path = root + "/linked", .type = NodeType::link, .content = "common", .modified = -7200});
  add_chain(tree, root);
  std::size_t which = 0;
  const auto is_too_odd = [this](const std::string& name) {
    return manner_ == Manner::ordinary && name.find_first_of("*?[ \\") != std::string::npos;
  };
  Kind near = base_;
  if (clues_.types.find('d') != std::string::npos && clues_.types.find('f') == std::string::npos)
    near = {.type = NodeType::folder, .mode = base_.mode, .age = base_.age};
  for (const std::string& glob : globs_) {
    const Samples names = names_for(glob);
    for (std::size_t i = 0; i < names.near.size(); ++i)
      if (!is_too_odd(names.near[i])) tree.add(entry_of(near, root + "/" + names.near[i], i));
    for (std::size_t i = 0; i < names.near.size(); ++i)
      if (!is_too_odd(names.near[(i + turn) % names.near.size()]))
        tree.add(entry_of(base_, root + "/a/" + names.near[(i + turn) % names.near.size()], i));
    for (const std::string& name : names.matching)
      tree.add(entry_of(base_, root + "/" + name, turn + name.size()));
  }
  for (const std::string& glob : globs_) add_name(tree, root, glob, turn);
  // Names that a later pattern selects.
  for (const std::string& word : lines_.words())
    if (word.find('/') == std::string::npos && ++which < 8)
      tree.add(entry_of(base_, root + "/" + name_for(globs_.empty() ? "*" : globs_.front(), word), which));
  if (globs_.empty())
    add_name(tree, root, turn % 2 == 0 && manner_ == Manner::searching ? "*.txt" : "*", turn);
  add_paths(tree, root, turn);
  which = 0;
  for (const char* name : {"UPPER.TXT", "b.c", "c.py", "script.sh", "noext", ".hidden", ".hid.txt", "a.log",
                           "page.html", "pic.jpg", "B.c", "10", "9", "notes.old.txt"})
    tree.add(entry_of(base_, root + "/" + name, ++which + turn));
  if (clues_.looks_at_bytes) {
    for (const std::string_view fill : {"bytes", "bytes2"}) {
      const std::string name = globs_.empty() ? std::string(fill) + ".dat" : name_for(globs_.front(), fill);
      tree.add({.path = root + "/" + name,
                .content = fill == "bytes" ? lines_.bytes() : lines_.bytes().substr(0, 40)});
    }
  }
  // Adjacent when sorted.
  if (clues_.folds_case && manner_ == Manner::searching) {
    tree.add({.path = root + "/cases/Both", .content = lines_.excerpt(turn)});
    tree.add({.path = root + "/cases/both", .content = lines_.excerpt(turn)});
  }
  tree.add({.path = root + "/hollow/in/side", .type = NodeType::folder, .mode = 0755});
  tree.add(
      {.path = root + "/twin", .modified = -5 * kDay, .same_file = tree.absolute_path(root + "/common.txt")});
}

void NamedFiles::add_one(Tree& tree, const std::string& root) const {
  for (const std::string& glob : globs_) {
    tree.add(entry_of(base_, root + "/" + name_for(glob, "only"), 1));
    tree.add(entry_of(base_, root + "/sub/" + name_for(glob, "only"), 4));
    tree.add(entry_of(base_, root + "/sub/" + name_for(glob, "two"), 2));
    tree.add(entry_of(base_, root + "/sub/" + name_for(glob, "three"), 3));
  }
}

void NamedFiles::add_single(Tree& tree, const std::string& root) const {
  const std::string text = lines_.single_text();
  int number = 0;
  for (const std::string& glob : globs_) {
    Entry entry = entry_of(base_, root + "/sub" + std::to_string(++number) + "/" + name_for(glob, "one"), 1);
    if (entry.type == NodeType::file && entry.size == 0) entry.content = text;
    tree.add(std::move(entry));
  }
  tree.add({.path = root + "/single" + (globs_.empty() ? ".txt" : ""), .content = text});
}

std::string NamedFiles::name_list() const {
  std::string names = usual_name() + "\n";
  for (const std::string& glob : globs_) names += name_for(glob, "v7") + "\n";
  return names + lines_.all()[0] + "\n";
}

void NamedFiles::add_glob(Tree& tree, const std::string& glob, std::size_t turn) const {
  const std::string folder = name_for(parent_of(glob), "one"), last = glob.substr(glob.rfind('/') + 1);
  const std::string root = folder.empty() ? (glob.starts_with('/') ? "" : ".") : folder;
  const Samples names = names_for(last);
  std::size_t which = turn;
  for (const std::string& name : names.matching) {
    Entry entry = entry_of(base_, root + "/" + name, which++);
    SplitMix64 random(which);
    if (lines_.is_long() && which % 2 == 1 && entry.size == 0) entry.content = lines_.long_text(random);
    tree.add(std::move(entry));
  }
  for (const std::string& name : names.near) tree.add(entry_of(base_, root + "/" + name, which++));
  const std::string ending = last.substr(last.rfind('*') + 1);  // twice in a name
  if (manner_ == Manner::searching && ending.starts_with('.') &&
      ending.find_first_of("?[\\") == std::string::npos)
    tree.add(entry_of(base_, root + "/" + name_for(last, "twice" + ending + ".b"), which++));
  add_name(tree, root, last, turn);
}

}  // namespace assay::worlds
