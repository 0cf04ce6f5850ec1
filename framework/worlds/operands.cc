// SPDX-License-Identifier: Apache-2.0
#include "operands.h"

#include <fnmatch.h>

#include <algorithm>
#include <set>

#include "contents.h"
#include "variables.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;

class Operands {
 public:
  Operands(const Clues& clues, const Lines& lines, const NamedFiles& named, const Setting& setting)
      : clues_(clues), lines_(lines), named_(named), setting_(setting), texts_(clues, lines, named, setting) {
    for (const PathClue& path : clues.paths)
      if (path.use == Use::walked) walked_.insert(without_slash(path.path));
    if (setting.plan == Plan::bare && setting.manner == Manner::searching) only_glob_ = first_of_several();
  }

  void add_to(Tree& tree) const {
    // Plants whole paths first, before anything is created below one.
    std::size_t number = 0;
    for (const PathClue& path : clues_.paths) {
      ++number;
      if (path.is_glob || is_left_out(path.path)) continue;
      if (path.use == Use::read && !is_folder_here(path.path)) read(tree, here(path.path), number);
      if (path.use == Use::made) made(tree, here(path.path), path.may_be_folder);
    }
    for (const PathClue& path : clues_.paths) {
      ++number;  // so that no two folders have the same contents
      if (path.is_glob && setting_.plan == Plan::single)
        tree.add({.path = name_for(path.path, "one"), .content = single_text(number - clues_.paths.size())});
      else if (path.is_glob && setting_.plan != Plan::bare)
        named_.add_glob(tree, path.path, setting_.turn);
      else if (path.is_glob && path.path == only_glob_)
        tree.add({.path = name_for(only_glob_, "one"), .content = lines_.dull_text()});
      if (!path.is_glob && path.use == Use::walked)
        walked(tree, here(path.path), number - clues_.paths.size());
    }
  }

 private:
  static std::string without_slash(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
  }

  // A glob that finds all that is there, where other globs or names say the same one by one: a world has only
  // the first of those. Empty if there are no others.
  std::string first_of_several() const {
    const auto first = std::ranges::find_if(clues_.paths, &PathClue::is_glob);
    if (first == clues_.paths.end()) return {};
    const bool are_several = std::ranges::any_of(clues_.paths, [&](const PathClue& other) {
      return other.path != first->path &&
             (other.is_glob || fnmatch(first->path.c_str(), other.path.c_str(), FNM_PATHNAME) == 0);
    });
    return are_several ? first->path : std::string();
  }
  bool is_left_out(const std::string& path) const {
    if (setting_.manner == Manner::ordinary)
      return std::ranges::find(clues_.temporaries, path) != clues_.temporaries.end();
    return !only_glob_.empty() && path != name_for(only_glob_, "one") &&
           fnmatch(only_glob_.c_str(), path.c_str(), FNM_PATHNAME) == 0;
  }

  // If a variable refers to a path below a folder, so does a path that begins with it.
  std::string here(const std::string& path) const {
    if (setting_.plan != Plan::single) return path;
    const bool is_in = std::ranges::any_of(clues_.variables, [&](const std::string& variable) {
      const std::string value = variable_value(variable);
      return path == value || path.starts_with(value + "/");
    });
    return is_in ? kBelow + path : path;
  }

  // A path that one command reads and the other walks is a folder, except in the world `other` when
  // searching.
  bool is_folder_here(const std::string& path) const {
    return walked_.contains(without_slash(path)) &&
           (setting_.plan != Plan::other || setting_.manner == Manner::ordinary);
  }

  void read(Tree& tree, const std::string& path, std::size_t number) const {
    const bool is_account = path == "/etc/passwd" || path == "/etc/group";
    if (path.ends_with('/')) return walked(tree, path, number);
    Entry entry{.path = path, .modified = -age_of(number)};
    entry.mode = mode_here();
    switch (setting_.plan) {
      case Plan::plain:
        entry.content = texts_.text_for(path, number);
        entry.accessed = entry.modified - 7 * 3600;
        break;
      case Plan::odd:
        entry.content = texts_.text_for(path, number);
        if (number % 2 == 1 && !is_account) turn_into_link(tree, entry);
        break;
      case Plan::other:
        entry.content = texts_.text_for(path, number);
        entry.accessed = entry.modified / 5;
        break;
      case Plan::turned:
        if (is_account) return;
        if (number % 2 == 1) {
          small_folder(tree, path);
          return;
        }
        entry.content = texts_.text_for(path, number);
        turn_into_link(tree, entry);
        break;
      case Plan::bare:
        entry.content = clues_.looks_at_bytes && setting_.manner == Manner::searching ? lines_.broken_text()
                                                                                      : lines_.dull_text();
        break;
      case Plan::single: entry.content = single_text(number); break;
      case Plan::missing:
        if (number % 3 == 1 || is_account) return;
        if (number % 3 == 2) entry.mode = 0;
        entry.content = number % 3 == 2 ? lines_.dull_text() : "";
        break;
    }
    if (is_account) entry.content = std::string(accounts_in(path)) + entry.content;
    entry.size = bytes_for(entry);
    tree.add(std::move(entry));
  }
  // The mode of files that are read.
  unsigned mode_here() const {
    switch (setting_.plan) {
      case Plan::other: return 0755;
      // One that a copy does not get by itself.
      case Plan::single: return clues_.looks_at_rights ? 0600 : clues_.copies ? 0664 : 0644;
      case Plan::bare:
        return !clues_.looks_at_rights ? 0644 : setting_.manner == Manner::searching ? 0444 : 0474;
      case Plan::odd: return clues_.asks_to_read ? 0 : clues_.looks_at_rights ? 06711 : 0644;
      case Plan::plain:
      case Plan::turned:
      case Plan::missing: break;
    }
    return 0644;
  }
  // Of two files whose times are compared, the first is newer, except in the world `other`, where it is
  // older.
  std::int64_t age_of(std::size_t number) const {
    if (!clues_.has_reference) return 3600 * static_cast<std::int64_t>(number);
    const std::size_t rank = setting_.plan == Plan::other ? clues_.paths.size() + 1 - number : number;
    return 86400 * static_cast<std::int64_t>(1 + 2 * rank);
  }
  static void turn_into_link(Tree& tree, Entry& entry) {
    tree.add({.path = entry.path + ".real", .mode = entry.mode, .content = std::move(entry.content)});
    entry.type = NodeType::link;
    entry.content = entry.path.substr(entry.path.rfind('/') + 1) + ".real";
  }
  static std::string with_wide_blanks(std::string_view text) {
    std::string wide;
    for (const char c : text) wide.append(c == ' ' ? 2 : 1, c);
    return wide;
  }
  // The second and the third differ from the first only in blanks and letter case.
  std::string single_text(std::size_t number) const {
    const std::string text = lines_.single_text();
    return number % 3 == 2 ? with_wide_blanks(text) : number % 3 == 0 ? upper(text) : text;
  }
  // Files to be put into a folder exist there already.
  void namesakes(Tree& tree, const std::string& folder) const {
    for (const PathClue& path : clues_.paths)
      if (path.use == Use::read && !path.is_glob)
        tree.add({.path = folder + "/" + path.path.substr(path.path.rfind('/') + 1),
                  .content = "old\n",
                  .modified = -5 * 86400});
  }
  // More bytes than a command counts; any that the content lacks are a hole at the end.
  std::uint64_t bytes_for(const Entry& entry) const {
    constexpr std::uint64_t kMost = 4u << 20;
    std::uint64_t bytes = 0;
    if (setting_.plan != Plan::plain || entry.type != NodeType::file) return bytes;
    for (const std::uint64_t each : clues_.columns)
      if (each < kMost && each > entry.content.size()) bytes = std::max(bytes, each + 1);
    return bytes;
  }

  void made(Tree& tree, const std::string& path, bool may_be_folder) const {
    const std::size_t slash = path.rfind('/', path.size() - 2);
    const std::string above = slash == std::string::npos ? std::string() : path.substr(0, slash);
    // A folder that files are put into.
    if (setting_.manner == Manner::ordinary && path.ends_with('/')) {
      tree.add({.path = path, .type = NodeType::folder, .mode = 0755});
      return;
    }
    switch (setting_.plan) {
      case Plan::odd:
        tree.add({.path = path, .type = NodeType::link, .content = setting_.folder + "/common"});
        break;
      case Plan::plain:
      case Plan::bare:
      case Plan::single:
        if (!above.empty()) tree.add({.path = above, .type = NodeType::folder, .mode = 0755});
        break;
      case Plan::other:
        if (may_be_folder && setting_.manner == Manner::ordinary) {
          // As what is current leads to the last one.
          tree.add({.path = path, .type = NodeType::link, .content = "last"});
          tree.add({.path = above + (above.empty() ? "" : "/") + "last/common.txt", .content = "old\n"});
        } else if (path.ends_with('/')) {
          tree.add({.path = path, .type = NodeType::folder, .mode = 0755});
          namesakes(tree, path);
        } else {
          tree.add({.path = path,
                    .mode = 0664,
                    .content = "old  text\n" + lines_.excerpt(7),
                    .modified = -5 * 86400});
        }
        break;
      case Plan::turned:
        tree.add({.path = path, .type = NodeType::folder, .mode = 0755, .modified = -5 * 86400});
        tree.add({.path = path + "/common.txt", .content = "old\n"});
        namesakes(tree, path);
        break;
      case Plan::missing: break;
    }
  }

  void walked(Tree& tree, const std::string& path, std::size_t number) const {
    const std::string root = path.ends_with('/') && path.size() > 1 ? path.substr(0, path.size() - 1)
                             : path == "/"                          ? ""
                                                                    : path;
    if (root == "." || root == setting_.folder) return;  // added in every world
    switch (setting_.plan) {
      case Plan::turned:
        // The first of them is a link, if one can be there.
        if (!root.empty() && number % 2 == 1 &&
            tree.add({.path = root,
                      .type = NodeType::link,
                      .content = root.substr(root.rfind('/') + 1) + ".real"}))
          return named_.add_to(tree, root + ".real", setting_.turn + number, Naming::usual);
        [[fallthrough]];
      case Plan::plain:
      case Plan::other: named_.add_to(tree, root, setting_.turn + number, Naming::usual); break;
      case Plan::odd: named_.add_to(tree, root, setting_.turn + number, Naming::odd); break;
      case Plan::bare:
        if (!root.empty()) tree.add({.path = root, .type = NodeType::folder, .mode = 0755});
        small_folder(tree, root + "/only");
        break;
      case Plan::single: named_.add_single(tree, root); break;
      case Plan::missing:
        if (number % 2 == 0 && !root.empty()) small_folder(tree, root);
        break;
    }
  }

  void small_folder(Tree& tree, const std::string& path) const {
    tree.add({.path = path,
              .type = NodeType::folder,
              .mode = clues_.looks_at_rights ? 02755u : 0755u,
              .modified = -7200});
    tree.add({.path = path + "/common.txt", .content = lines_.excerpt(3)});
    tree.add({.path = path + "/.hidden", .content = lines_.excerpt(5)});
    tree.add({.path = path + "/sub/two.txt", .content = lines_.excerpt(9), .modified = -90000});
    tree.add({.path = path + "/link", .type = NodeType::link, .content = "common.txt"});
  }

  const Clues& clues_;
  const Lines& lines_;
  const NamedFiles& named_;
  const Setting& setting_;
  Texts texts_;
  std::string only_glob_;
  std::set<std::string> walked_;  // folders for one of the commands
};

}  // namespace

void add_operands(Tree& tree, const Clues& clues, const Lines& lines, const NamedFiles& named,
                  const Setting& setting) {
  Operands(clues, lines, named, setting).add_to(tree);
}

}  // namespace assay::worlds
