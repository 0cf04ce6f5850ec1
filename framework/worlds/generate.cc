// SPDX-License-Identifier: Apache-2.0
// Generates worlds for a pair of commands: combines the literals of both (clues.h) with the texts and trees
// that they call for (lines.h, named_files.h), in a few ways that each reveal other differences.
#include <fmt/format.h>

#include <array>

#include "assay/internal/worlds.h"
#include "clues.h"
#include "lines.h"
#include "named_files.h"
#include "operands.h"
#include "plan.h"
#include "texts.h"
#include "tree.h"
#include "variables.h"

namespace assay::worlds {
namespace {

struct PlanText {
  Plan plan;
  const char* name;
  const char* note;
  bool is_ordinary;
};
// The most discriminating first.
constexpr std::array<PlanText, kPlanCount> kPlans = {
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

// A different user with another home.
void stranger(Tree& tree) {
  tree.add({.path = "/etc/passwd",
            .content = "root:x:0:0:root:/root:/bin/bash\nother:x:1000:50:other:" + kOtherHome +
                       ":/bin/sh\nuser:x:1001:50:user:/home/user:/bin/sh\nnobody:x:65534:65534:nobody:/"
                       "nonexistent:/usr/sbin/nologin\n"});
  tree.add({.path = "/etc/group", .content = "root:x:0:\nothers:x:50:\nnogroup:x:65534:\n"});
  tree.add({.path = kOtherHome + "/notes.txt", .content = "of somebody else\n"});
}

// What the commands look for in /home/user, with other texts and less of it, in the other home.
std::vector<sandbox::Entry> with_other_home(std::vector<sandbox::Entry> entries, const std::string& folder,
                                            const Lines& lines) {
  constexpr std::string_view kHome = "/home/user/";
  const std::string more =
      "~ of another home" + (lines.words().empty() ? "" : " " + lines.words().front()) + "\n";
  Tree tree(folder);
  for (const sandbox::Entry& entry : entries) tree.add(entry);
  std::size_t number = 0;
  for (sandbox::Entry& entry : entries) {
    const bool is_file = entry.type == sandbox::NodeType::file;
    if (!entry.path.starts_with(kHome) || !entry.same_file.empty() || (is_file && ++number % 3 == 0))
      continue;
    entry.path.replace(0, kHome.size() - 1, kOtherHome);
    const bool is_text = !entry.content.empty() && entry.content.find('\0') == std::string::npos;
    if (is_file && is_text && !entry.path.ends_with(".json")) entry.content += more;
    tree.add(std::move(entry));
  }
  return tree.take();
}

// Files that exist regardless of what the commands name.
void add_surroundings(Tree& tree, const Lines& lines, const NamedFiles& named, const Setting& setting) {
  switch (setting.plan) {
    case Plan::other: stranger(tree); [[fallthrough]];
    case Plan::plain:
    case Plan::turned: named.add_to(tree, setting.folder, setting.turn, Naming::usual); break;
    case Plan::odd: named.add_to(tree, setting.folder, setting.turn, Naming::odd); break;
    case Plan::bare:
      tree.add({.path = "only.txt", .content = lines.dull_text()});
      named.add_one(tree, setting.folder);
      break;
    case Plan::single: named.add_single(tree, setting.folder); break;
    case Plan::missing: stranger(tree); break;
  }
}

NamedWorld make(const PlanText& text, const Clues& clues, const Lines& lines, const NamedFiles& named,
                const GenerateOptions& options) {
  const Setting setting{.plan = text.plan,
                        .turn = static_cast<std::size_t>(text.plan),
                        .folder = text.plan == Plan::other ? "/srv/work" : "/home/user",
                        .manner = options.manner,
                        .seed = options.seed};
  Tree tree(setting.folder);
  add_operands(tree, clues, lines, named, setting);
  add_surroundings(tree, lines, named, setting);
  NamedWorld made{.name = fmt::format("generated/{}", text.name),
                  .note = text.note,
                  .origin = NamedWorld::Origin::generated};
  made.world.folder = setting.folder;
  made.world.environment = variables_in(setting, clues, lines);
  made.world.entries = tree.take();
  if (setting.plan == Plan::other)
    made.world.entries = with_other_home(std::move(made.world.entries), setting.folder, lines);
  made.world.input = Texts(clues, lines, named, setting).input(made.world);
  return made;
}

}  // namespace

std::vector<NamedWorld> worlds_for_pair(std::string_view accepted, std::string_view generated,
                                        const GenerateOptions& options) {
  const Clues clues = clues_of(accepted, generated);
  std::vector<NamedWorld> worlds;
  if (!clues.has_calls) return worlds;
  const Lines lines(clues, options.manner);
  const NamedFiles named(clues, lines, options.manner);
  for (const PlanText& plan : kPlans) {
    if (options.manner == Manner::ordinary && !plan.is_ordinary) continue;
    if (worlds.size() < options.at_most) worlds.push_back(make(plan, clues, lines, named, options));
  }
  if (options.manner == Manner::searching && worlds.size() < options.at_most)
    worlds.push_back({.name = "generated/empty",
                      .note = "no file but those that every world has, and no input",
                      .origin = NamedWorld::Origin::generated});
  return worlds;
}

}  // namespace assay::worlds
