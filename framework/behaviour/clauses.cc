// SPDX-License-Identifier: Apache-2.0
#include "clauses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "assay/internal/digest.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "sameness.h"

namespace assay::behaviour {
namespace {

using sandbox::Entry;
using sandbox::Node;
using sandbox::NodeType;
using Kind = WantedFile::Kind;

// What a path is after a run.
struct Found {
  std::optional<Node> node;            // none: nothing
  std::optional<std::string> content;  // of a file, complete; none: not known
  bool is_unknown = false;
};

std::string padded(std::string content, std::uint64_t size) {
  constexpr std::uint64_t kMost = 64u << 20;
  if (size > content.size() && size <= kMost) content.resize(size);
  return content;
}

Found found_in(const Entry& entry) {
  Found found{.node = Node{.type = entry.type, .mode = entry.mode}};
  if (entry.type == NodeType::link) found.node->target = entry.content;
  if (entry.type != NodeType::file) return found;
  found.content = padded(entry.content, entry.size);
  found.node->size = std::max<std::uint64_t>(entry.size, entry.content.size());
  found.node->digest = sha256(*found.content);
  return found;
}

bool is_below(std::string_view path, std::string_view folder) {
  return folder == "/" || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

// What every world has without declaring it.
Found found_in_every_world(const std::string& path) {
  constexpr std::array kFolders = {"/",    "/etc", "/home", "/home/user", "/mnt",     "/opt",    "/root",
                                   "/run", "/srv", "/tmp",  "/var",       "/var/log", "/var/tmp"};
  constexpr std::array kSystem = {"/usr", "/proc", "/dev", "/bin", "/sbin", "/lib", "/lib64"};
  constexpr std::array kFiles = {"/etc/passwd", "/etc/group", "/etc/hosts", "/etc/hostname",
                                 "/etc/nsswitch.conf"};
  if (std::ranges::find(kFolders, path) != kFolders.end())
    return {.node = Node{.type = NodeType::folder, .mode = path.ends_with("tmp") ? 01777u : 0755u}};
  const bool is_system = std::ranges::any_of(
      kSystem, [&](const char* system) { return path == system || is_below(path, system); });
  return {.is_unknown = is_system || std::ranges::find(kFiles, path) != kFiles.end()};
}

class Places {
 public:
  Places(const sandbox::World& world, const sandbox::SandboxResult& outcome)
      : world_(world), outcome_(outcome) {}

  Found at(const std::string& path) const {
    if (const sandbox::Effect* effect = effect_at(path)) {
      if (effect->change == sandbox::Change::deleted) return {};
      Found found{.node = effect->after, .content = effect->content};
      if (found.content) found.content = padded(*std::move(found.content), effect->after.size);
      return found;
    }
    return at_first(path);
  }

 private:
  // A replacement comes after the deletion of what it replaces.
  const sandbox::Effect* effect_at(const std::string& path) const {
    const sandbox::Effect* last = nullptr;
    for (const sandbox::Effect& effect : outcome_.effects)
      if (effect.path == path && (!last || effect.change != sandbox::Change::deleted)) last = &effect;
    return last;
  }

  Found at_first(const std::string& path) const {
    bool is_above = path == world_.folder || is_below(world_.folder, path);
    for (const Entry& entry : world_.entries) {
      const std::string place = absolute(entry.path, world_.folder);
      if (place == path)
        return entry.same_file.empty() ? found_in(entry) : at_first(absolute(entry.same_file, world_.folder));
      is_above = is_above || is_below(place, path);
    }
    if (is_above) return {.node = Node{.type = NodeType::folder, .mode = 0755}};
    return found_in_every_world(path);
  }

  const sandbox::World& world_;
  const sandbox::SandboxResult& outcome_;
};

std::string_view word_for(NodeType type) {
  switch (type) {
    case NodeType::file: return "a file";
    case NodeType::folder: return "a folder";
    case NodeType::link: return "a link";
    case NodeType::pipe: return "a pipe";
    case NodeType::other: return "something else";
  }
  return "";
}

std::optional<NodeType> type_for(Kind kind) {
  switch (kind) {
    case Kind::file: return NodeType::file;
    case Kind::folder: return NodeType::folder;
    case Kind::link: return NodeType::link;
    case Kind::pipe: return NodeType::pipe;
    case Kind::any:
    case Kind::absent: return std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(std::string_view("\n\0", 2)), text.size());
    std::string line = fmt::format("{}", fmt::join(words_of(text.substr(0, end)), " "));
    if (!line.empty()) lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> lines_of(const std::vector<std::string>& wanted) {
  std::string text;
  for (const std::string& line : wanted) text += line + "\n";
  return lines_of(text);
}

class Reader {
 public:
  Reader(const WantedOutcome& wanted, const sandbox::World& world, const sandbox::SandboxResult& outcome)
      : wanted_(wanted), world_(world), outcome_(outcome), places_(world, outcome) {}

  Clauses read() && {
    ending();
    clauses_.is_final = !clauses_.unmet.empty();
    output();
    if (outcome_.effects_cut && !wanted_.files.empty())
      unknown("it changed more files than can be looked at");
    for (const WantedFile& file : wanted_.files) look_at(file);
    return std::move(clauses_);
  }

 private:
  void ending() {
    const bool has_ended = outcome_.end == sandbox::End::exited;
    if (wanted_.exit_status && (!has_ended || outcome_.exit_code != *wanted_.exit_status))
      return add("ending", fmt::format("exit status {}", *wanted_.exit_status), ending_text(outcome_));
    if (!has_ended) add("ending", "an exit", ending_text(outcome_));
  }

  void output() {
    const WantedOutput& wanted = wanted_.output;
    const std::string& got = outcome_.out;
    if (wanted.bytes && *wanted.bytes != got) {
      add("stdout", in_quotes(*wanted.bytes), in_quotes(got));
      clauses_.is_final |= !wanted.bytes->starts_with(got);
    }
    if (wanted.tokens && words_of(*wanted.tokens) != words_of(got))
      add("stdout", "the words " + in_quotes(*wanted.tokens), in_quotes(got));
    if (wanted.lines && lines_of(*wanted.lines) != lines_of(got))
      add("stdout",
          fmt::format("the lines {}", in_quotes(fmt::format("{}\n", fmt::join(*wanted.lines, "\n")))),
          in_quotes(got));
    if (!wanted.pattern.empty() && !is_found(wanted.pattern, got))
      add("stdout", "a match of " + one_line(wanted.pattern), in_quotes(got));
  }

  void look_at(const WantedFile& file) {
    const std::string name = "file " + one_line(file.path);
    const Found found = places_.at(absolute(file.path, world_.folder));
    if (found.is_unknown) return unknown(one_line(file.path) + " is the sandbox's own");
    if (file.kind == Kind::absent) {
      if (found.node) add(name, "nothing", std::string(word_for(found.node->type)));
      return;
    }
    const auto type = type_for(file.kind);
    if (!found.node)
      return add(name, std::string(type ? word_for(*type) : std::string_view("something")), "nothing");
    if (type && *type != found.node->type)
      return add(name, std::string(word_for(*type)), std::string(word_for(found.node->type)));
    if (file.mode && *file.mode != found.node->mode)
      add(name, fmt::format("mode {:04o}", *file.mode), fmt::format("mode {:04o}", found.node->mode));
    if (file.target && *file.target != found.node->target)
      add(name, "a link to " + in_quotes(*file.target), "a link to " + in_quotes(found.node->target));
    look_into(file, found, name);
  }

  void look_into(const WantedFile& file, const Found& found, const std::string& name) {
    const auto got = [&] {
      return found.content ? in_quotes(*found.content) : fmt::format("{} bytes", found.node->size);
    };
    if (file.content &&
        (file.content->size() != found.node->size || sha256(*file.content) != found.node->digest))
      add(name, in_quotes(*file.content), got());
    if (file.pattern.empty()) return;
    if (!found.content) return unknown(one_line(file.path) + " is too large to be looked into");
    if (!is_found(file.pattern, *found.content)) add(name, "a match of " + one_line(file.pattern), got());
  }

  // A pattern that does not compile is an error of the dataset, which is then not graded.
  static bool is_found(const std::string& pattern, std::string_view text) {
    return Regex(pattern).search(text).has_value();
  }

  void add(std::string clause, std::string wanted, std::string got) {
    clauses_.unmet.push_back({std::move(clause), std::move(wanted), std::move(got)});
  }
  void unknown(std::string why) {
    if (clauses_.unknown.empty()) clauses_.unknown = std::move(why);
  }

  const WantedOutcome& wanted_;
  const sandbox::World& world_;
  const sandbox::SandboxResult& outcome_;
  const Places places_;
  Clauses clauses_;
};

}  // namespace

std::string in_quotes(std::string_view bytes) {
  constexpr std::size_t kMost = 200;
  if (bytes.empty()) return "nothing";
  return '"' + one_line(shortened(bytes, kMost)) + '"';
}

bool is_in_every_world(const std::string& path) {
  const Found found = found_in_every_world(path);
  return found.node || found.is_unknown;
}

std::string absolute(std::string_view path, std::string_view folder) {
  std::string whole(path.starts_with('/') ? "" : folder);
  (whole += '/') += path;
  std::string place;
  for (std::size_t begin = 0, end; begin < whole.size(); begin = end + 1) {
    end = std::min(whole.find('/', begin), whole.size());
    const std::string_view part = std::string_view(whole).substr(begin, end - begin);
    if (!part.empty() && part != ".") (place += '/') += part;
  }
  return place.empty() ? "/" : place;
}

Clauses clauses_of(const WantedOutcome& wanted, const sandbox::World& world,
                   const sandbox::SandboxResult& outcome) {
  return Reader(wanted, world, outcome).read();
}

}  // namespace assay::behaviour
