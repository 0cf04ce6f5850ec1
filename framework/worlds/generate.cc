// Worlds for a pair of commands: the literals of both (clues.h), the texts and trees that they ask for
// (lines.h, grove.h), put together in a few ways that each tell something else.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "archive.h"
#include "assay/internal/worlds.h"
#include "clues.h"
#include "contents.h"
#include "grove.h"
#include "lines.h"
#include "tree.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;

enum class Plan { plain, other, turned, odd, bare, missing, single };
struct PlanText {
  Plan plan;
  const char* name;
  const char* note;
  bool is_ordinary;
};
// In the order in which they tell most.
constexpr std::array kPlans = {
    PlanText{Plan::plain, "plain",
             "files on both sides of every boundary; what is read is there, what is made is not", true},
    PlanText{
        Plan::other, "other",
        "other texts with ties and without a last newline, away from home, in another time zone; what is "
        "made is there already",
        true},
    PlanText{Plan::turned, "turned",
             "folders in place of files and the reverse, links, what is made is a folder", false},
    PlanText{Plan::odd, "odd", "names with blanks, newlines, dashes and quotes", false},
    PlanText{Plan::bare, "bare", "hardly anything, and no text that a pattern matches", true},
    PlanText{Plan::missing, "missing", "what is read is missing, not readable or empty", false},
    PlanText{Plan::single, "single", "one file of each kind, below the folder", true}};

class Maker {
 public:
  Maker(const Clues& clues, const GenerateOptions& options)
      : clues_(clues),
        seed_(options.seed),
        manner_(options.manner),
        lines_(clues, options.manner),
        grove_(clues, lines_, options.manner) {
    for (const PathClue& path : clues.paths)
      if (path.use == Use::walked) walked_.insert(without_slash(path.path));
  }

  NamedWorld make(const PlanText& text) {
    plan_ = text.plan;
    turn_ = static_cast<std::size_t>(plan_);
    random_ = Random(seed_ * kPlans.size() + turn_);
    folder_ = plan_ == Plan::other ? "/srv/work" : "/home/user";
    Tree tree(folder_);
    paths_to(tree);
    surroundings(tree);
    NamedWorld made{.name = fmt::format("generated/{}", text.name),
                    .note = text.note,
                    .origin = NamedWorld::Origin::generated};
    made.world.folder = folder_;
    made.world.environment = variables();
    made.world.entries = tree.take();
    made.world.input = input(made.world);
    return made;
  }

 private:
  static std::string without_slash(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
  }

  // ---- What the commands name ----

  void paths_to(Tree& tree) {
    // Whole paths before those that something is made below.
    std::size_t number = 0;
    for (const PathClue& path : clues_.paths) {
      ++number;
      if (path.is_glob) continue;
      if (path.use == Use::read && !is_folder_here(path.path)) read(tree, here(path.path), number);
      if (path.use == Use::made) made(tree, here(path.path));
    }
    for (const PathClue& path : clues_.paths) {
      ++number;  // no two folders have the same in them
      if (path.is_glob && plan_ == Plan::single)
        tree.add({.path = name_for(path.path, "one"), .content = lines_.single_text()});
      else if (path.is_glob && plan_ != Plan::bare)
        grove_.plant_glob(tree, path.path, turn_);
      if (!path.is_glob && path.use == Use::walked)
        walked(tree, here(path.path), number - clues_.paths.size());
    }
  }

  // Where a variable leads below a folder, so does a path that begins with it.
  std::string here(const std::string& path) const {
    if (plan_ != Plan::single) return path;
    const bool is_in = std::ranges::any_of(clues_.variables, [&](const std::string& variable) {
      const std::string value = variable_value(variable);
      return path == value || path.starts_with(value + "/");
    });
    return is_in ? kBelow + path : path;
  }

  // What one command reads and the other walks through is a folder, but for a single world.
  bool is_folder_here(const std::string& path) const {
    return walked_.contains(without_slash(path)) && (plan_ != Plan::other || manner_ == Manner::ordinary);
  }

  void read(Tree& tree, const std::string& path, std::size_t number) {
    const bool is_account = path == "/etc/passwd" || path == "/etc/group";
    if (path.ends_with('/')) return walked(tree, path, number);
    Entry entry{.path = path, .modified = -age_of(number)};
    entry.mode = mode_here();
    switch (plan_) {
      case Plan::plain:
        entry.content = text_for(path, number);
        entry.accessed = entry.modified - 7 * 3600;
        break;
      case Plan::odd:
        entry.content = text_for(path, number);
        if (number % 2 == 1 && !is_account) turn_into_link(tree, entry);
        break;
      case Plan::other:
        entry.content = text_for(path, number);
        entry.accessed = entry.modified / 5;
        break;
      case Plan::turned:
        if (is_account) return;
        if (number % 2 == 1) {
          small_folder(tree, path);
          return;
        }
        entry.content = text_for(path, number);
        turn_into_link(tree, entry);
        break;
      case Plan::bare:
        entry.content =
            clues_.looks_at_bytes && manner_ == Manner::searching ? lines_.broken_text() : lines_.dull_text();
        break;
      case Plan::single:
        // The second and the third are the first but for blanks and cases.
        entry.content = lines_.single_text();
        if (number % 3 == 2) entry.content = with_wide_blanks(entry.content);
        if (number % 3 == 0) entry.content = upper(entry.content);
        break;
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
  // Of what is read.
  unsigned mode_here() const {
    switch (plan_) {
      case Plan::other:
        return 0755;
      case Plan::single:
        return clues_.looks_at_rights ? 0600 : 0644;
      case Plan::bare:
        return clues_.looks_at_rights && manner_ == Manner::searching ? 0444 : 0644;
      case Plan::odd:
        return clues_.asks_to_read ? 0 : clues_.looks_at_rights ? 06711 : 0644;
      case Plan::plain:
      case Plan::turned:
      case Plan::missing:
        break;
    }
    return 0644;
  }
  // Of two that times are held against, the first is the newer one, and the older one elsewhere.
  std::int64_t age_of(std::size_t number) const {
    if (!clues_.has_reference) return 3600 * static_cast<std::int64_t>(number);
    const std::size_t rank = plan_ == Plan::other ? clues_.paths.size() + 1 - number : number;
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
  // What is put into a folder is there already.
  void namesakes(Tree& tree, const std::string& folder) {
    for (const PathClue& path : clues_.paths)
      if (path.use == Use::read && !path.is_glob)
        tree.add({.path = folder + "/" + path.path.substr(path.path.rfind('/') + 1),
                  .content = "old\n",
                  .modified = -5 * 86400});
  }
  // More bytes than a command counts, as a hole at the end where they are many.
  std::uint64_t bytes_for(const Entry& entry) const {
    constexpr std::uint64_t kMost = 4u << 20;
    std::uint64_t bytes = 0;
    if (plan_ != Plan::plain || entry.type != NodeType::file) return bytes;
    for (const std::uint64_t each : clues_.columns)
      if (each < kMost && each > entry.content.size()) bytes = std::max(bytes, each + 1);
    return bytes;
  }

  void made(Tree& tree, const std::string& path) {
    const std::size_t slash = path.rfind('/', path.size() - 2);
    const std::string above = slash == std::string::npos ? std::string() : path.substr(0, slash);
    // A folder that things are put into.
    if (manner_ == Manner::ordinary && path.ends_with('/')) {
      tree.add({.path = path, .type = NodeType::folder, .mode = 0755});
      return;
    }
    switch (plan_) {
      case Plan::odd:
        tree.add({.path = path, .type = NodeType::link, .content = folder_ + "/common"});
        break;
      case Plan::plain:
      case Plan::bare:
      case Plan::single:
        if (!above.empty()) tree.add({.path = above, .type = NodeType::folder, .mode = 0755});
        break;
      case Plan::other:
        if (path.ends_with('/')) {
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
      case Plan::missing:
        break;
    }
  }

  void walked(Tree& tree, const std::string& path, std::size_t number) {
    const std::string root = path.ends_with('/') && path.size() > 1 ? path.substr(0, path.size() - 1)
                             : path == "/"                          ? ""
                                                                    : path;
    if (root == "." || root == folder_) return;  // that is done for every world
    switch (plan_) {
      case Plan::turned:
        // The first of them is a link, where one can stand.
        if (!root.empty() && number % 2 == 1 &&
            tree.add({.path = root,
                      .type = NodeType::link,
                      .content = root.substr(root.rfind('/') + 1) + ".real"}))
          return grove_.plant(tree, root + ".real", turn_ + number, Naming::usual);
        [[fallthrough]];
      case Plan::plain:
      case Plan::other:
        grove_.plant(tree, root, turn_ + number, Naming::usual);
        break;
      case Plan::odd:
        grove_.plant(tree, root, turn_ + number, Naming::odd);
        break;
      case Plan::bare:
        if (!root.empty()) tree.add({.path = root, .type = NodeType::folder, .mode = 0755});
        small_folder(tree, root + "/only");
        break;
      case Plan::single:
        grove_.plant_single(tree, root);
        break;
      case Plan::missing:
        break;
    }
  }

  void small_folder(Tree& tree, const std::string& path) {
    tree.add({.path = path, .type = NodeType::folder, .mode = 0755, .modified = -7200});
    tree.add({.path = path + "/common.txt", .content = lines_.excerpt(3)});
    tree.add({.path = path + "/.hidden", .content = lines_.excerpt(5)});
    tree.add({.path = path + "/sub/two.txt", .content = lines_.excerpt(9), .modified = -90000});
    tree.add({.path = path + "/link", .type = NodeType::link, .content = "common.txt"});
  }

  void surroundings(Tree& tree) {
    switch (plan_) {
      case Plan::plain:
      case Plan::other:
      case Plan::turned:
        grove_.plant(tree, folder_, turn_, Naming::usual);
        break;
      case Plan::odd:
        grove_.plant(tree, folder_, turn_, Naming::odd);
        break;
      case Plan::bare:
        tree.add({.path = "only.txt", .content = lines_.dull_text()});
        grove_.plant_one(tree, folder_);
        break;
      case Plan::single:
        grove_.plant_single(tree, folder_);
        break;
      case Plan::missing:
        stranger(tree);
        break;
    }
  }

  // Somebody else, elsewhere at home.
  static void stranger(Tree& tree) {
    tree.add({.path = "/etc/passwd",
              .content = "root:x:0:0:root:/root:/bin/bash\nother:x:1000:1000:other:/home/other:/bin/sh\n"
                         "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"});
    tree.add({.path = "/etc/group", .content = "root:x:0:\nothers:x:1000:\nnogroup:x:65534:\n"});
    tree.add({.path = "/home/other/notes.txt", .content = "of somebody else\n"});
  }

  // ---- Texts ----

  std::string text_for(const std::string& path, std::size_t number) {
    if (std::ranges::find(clues_.pattern_files, path) != clues_.pattern_files.end())
      return grove_.name_list();
    Random random(seed_ * 31 + number * 7 + turn_);
    std::string text =
        plan_ == Plan::plain || plan_ == Plan::odd ? lines_.long_text(random) : lines_.short_text(random);
    // Lists of what is elsewhere, for commands that read them.
    if (!clues_.names.empty() && (plan_ == Plan::plain || plan_ == Plan::other))
      text = grove_.name_list() + text;
    if (manner_ == Manner::ordinary && !text.ends_with('\n')) text += '\n';
    if (clues_.looks_at_bytes && plan_ == Plan::odd) return lines_.bytes() + text;
    if (path.ends_with(".bin") || path.ends_with(".dat")) return lines_.bytes();
    if (plan_ == Plan::odd) text = clues_.wants_sorted ? sorted(text, number) : with_names(text);
    if (path.ends_with(".json") || !clues_.members.empty()) return json_with(clues_.members, number + turn_);
    if (std::string archive =
            archive_named(path, {{"in.txt", text}, {"d/x.c", lines_.excerpt(number)}, {"d/e/y", ""}});
        !archive.empty())
      return archive;
    if (clues_.reads_names && plan_ == Plan::plain) return with_names(text);
    return text;
  }

  std::string input(const sandbox::World& world) {
    std::string text;
    if (clues_.asks) text = plan_ == Plan::bare || plan_ == Plan::odd ? "n\ny\nn\n" : "y\nn\ny\ny\n";
    if (clues_.reads_names && plan_ != Plan::missing) {
      std::size_t count = 0;
      for (const Entry& entry : world.entries) {
        if (entry.path.find('/') == std::string::npos && ++count % 3 == 1 && count < 40)
          (text += entry.path) += '\n';
      }
    }
    switch (plan_) {
      case Plan::plain:
      case Plan::odd:
        return text + lines_.long_text(random_);
      case Plan::other:
      case Plan::turned:
        return text + lines_.short_text(random_);
      case Plan::bare:
        return text + lines_.dull_text();
      case Plan::single:
        return text + lines_.single_text();
      case Plan::missing:
        return text;
    }
    return text;
  }

  std::vector<std::pair<std::string, std::string>> variables() const {
    std::vector<std::pair<std::string, std::string>> all;
    if (plan_ == Plan::other && std::ranges::find(clues_.variables, "TZ") == clues_.variables.end())
      all.emplace_back("TZ", "XYZ-5:30");
    if (plan_ == Plan::missing) {
      for (const char* name : {"USER", "LOGNAME"}) all.emplace_back(name, "other");
      all.emplace_back("HOME", "/home/other");
      all.emplace_back("SHELL", "/bin/sh");
    }
    for (std::size_t i = 0; i < clues_.variables.size(); ++i) {
      std::string value = variable_value(clues_.variables[i]);
      switch (plan_) {
        case Plan::plain:
        case Plan::bare:
          break;
        case Plan::single:
          value = kBelow + value;
          break;
        case Plan::other:
          value = manner_ == Manner::searching ? "two  words " + std::to_string(i) + " *" : parted(i);
          break;
        case Plan::turned:
          value = lines_.excerpt(i);
          break;
        case Plan::odd:
          value = "a dir/b.c." + std::to_string(i) + "/";
          break;
        case Plan::missing:
          continue;
      }
      all.emplace_back(clues_.variables[i], std::move(value));
    }
    return all;
  }

  // "left.right.0", by a separator of the commands.
  std::string parted(std::size_t number) const {
    std::string separator = ".";
    for (const std::string& each : clues_.separators)
      if (each.find_first_of(" \t\n/") == std::string::npos) separator = each;
    return "left" + separator + "right" + separator + std::to_string(number);
  }

  inline static const std::string kBelow = "in/";

  const Clues& clues_;
  std::uint64_t seed_;
  Manner manner_;
  std::set<std::string> walked_;  // paths that are folders for one of the commands
  std::string folder_;
  Lines lines_;
  Grove grove_;
  Plan plan_ = Plan::plain;
  std::size_t turn_ = 0;
  Random random_{0};
};

}  // namespace

std::vector<NamedWorld> worlds_for_pair(std::string_view accepted, std::string_view generated,
                                        const GenerateOptions& options) {
  const Clues clues = clues_of(accepted, generated);
  std::vector<NamedWorld> worlds;
  if (!clues.has_calls) return worlds;
  Maker maker(clues, options);
  for (const PlanText& plan : kPlans) {
    if (options.manner == Manner::ordinary && !plan.is_ordinary) continue;
    if (worlds.size() < options.at_most) worlds.push_back(maker.make(plan));
  }
  return worlds;
}

}  // namespace assay::worlds
