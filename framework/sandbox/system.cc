// SPDX-License-Identifier: Apache-2.0
#include "system.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <sstream>

#include "assay/process.h"

namespace assay::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgramFolders[] = {"/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"};
#if defined(__x86_64__)
constexpr const char* kMultiarch = "x86_64-linux-gnu";
#elif defined(__aarch64__)
constexpr const char* kMultiarch = "aarch64-linux-gnu";
#else
constexpr const char* kMultiarch = "none";
#endif

std::vector<std::string> library_folders() {
  const std::string multiarch = kMultiarch;
  return {"/usr/lib/" + multiarch, "/lib/" + multiarch, "/usr/lib64", "/lib64", "/usr/lib", "/lib"};
}

// Where a path of this machine is in a world: below /usr, which /bin and /lib link to.
std::string place_in_system(const std::string& path) {
  for (const std::string_view top : {"/usr/local/", "/usr/", "/"})
    if (path.starts_with(top)) return path.substr(top.size());
  return path;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

class Collection {
 public:
  explicit Collection(const Root& root) : root_(root) {}

  void add_program(const std::string& name) {
    if (const std::string found = program_in(root_, name); !found.empty()) add_found_program(found, name);
  }
  // Adds a link to an existing program, unless the name is taken.
  void add_name(const std::string& name, const std::string& of) {
    entries_.try_emplace("bin/" + name, SystemEntry{SystemFile::link, of, "bin/" + name});
  }
  void add_path(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_directory(root_.outside(path), ignored)) return add_copy(path, place_in_system(path));
    for (const auto& entry : fs::recursive_directory_iterator(root_.outside(path), ignored)) {
      const std::string inside = root_.inside(entry.path());
      add_copy(inside, place_in_system(inside));
    }
  }
  std::vector<SystemEntry> take() {
    std::vector<SystemEntry> all;
    for (auto& [to, entry] : entries_) all.push_back(std::move(entry));
    return all;
  }

 private:
  // Another name of a program becomes a link, as on this machine: many programs look at the name they were
  // called by.
  void add_found_program(const std::string& found, const std::string& name) {
    const std::string real = root_.real(found);
    const std::string real_name = fs::path(real).filename().string();
    add_copy(real, "bin/" + real_name);
    if (real_name != name) add_name(name, real_name);
  }
  void add_copy(const std::string& from, const std::string& to) {
    const std::string real = root_.is_machine() ? from : root_.real(from);
    const fs::path file = root_.outside(real);
    if (real.empty() || !is_file(file)) return;
    if (!entries_.try_emplace(to, SystemEntry{SystemFile::copy, file, to}).second) return;
    const Needs needs = needs_of(file);
    if (!needs.interpreter.empty()) add_copy(needs.interpreter, place_in_system(needs.interpreter));
    for (const std::string& library : needs.libraries) add_library(library, needs.folders);
  }
  void add_library(const std::string& name, std::vector<std::string> folders) {
    for (std::string& folder : folders) folder = root_.inside(folder);
    for (const std::string& usual : usual_) folders.push_back(usual);
    for (const std::string& folder : folders) {
      const std::string found = folder + "/" + name;
      const std::string real = root_.is_machine() ? found : root_.real(found);
      if (!real.empty() && is_file(root_.outside(real))) return add_copy(found, place_in_system(found));
    }
  }

  const Root& root_;
  const std::vector<std::string> usual_ = library_folders();
  std::map<std::string, SystemEntry> entries_;
};

}  // namespace

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream in_line(line);
    for (std::string word; in_line >> word;) words.push_back(word);
  }
  return words;
}

std::string program_in(const Root& root, const std::string& name) {
  for (const char* folder : kProgramFolders) {
    const std::string found = std::string(folder) + "/" + name;
    if (const std::string real = root.real(found); !real.empty() && is_file(root.outside(real))) return found;
  }
  return {};
}

std::vector<SystemEntry> system_of(std::string_view list, const Root& root) {
  Collection collection(root);
  for (const std::string& word : words_in(list)) {
    if (word.starts_with('/'))
      collection.add_path(word);
    else
      collection.add_program(word);
  }
  return collection.take();
}

bool point(std::vector<SystemEntry>& system, const std::vector<std::string>& names,
           const std::string& program, const Root& root) {
  const std::string found = program_in(root, program);
  if (found.empty()) return false;
  Collection collection(root);
  collection.add_program(program);
  const std::string target = fs::path(root.real(found)).filename().string();
  for (const std::string& name : names)
    if (name != target) collection.add_name(name, target);
  std::map<std::string, SystemEntry> all;
  for (SystemEntry& entry : collection.take()) all.emplace(entry.to, std::move(entry));
  for (SystemEntry& entry : system) all.emplace(entry.to, std::move(entry));
  system.clear();
  for (auto& [to, entry] : all) system.push_back(std::move(entry));
  return true;
}

std::vector<SystemEntry> busybox_system_of(std::string_view list) {
  const Root root;
  const std::string busybox = program_in(root, "busybox");
  if (busybox.empty()) return {};
  ProcessSpec asks{.argv = {busybox, "--list"}, .limits = {.timeout = std::chrono::seconds(10)}};
  const ProcessResult applets = run_process(std::move(asks));
  if (applets.end != ProcessEnd::exited || applets.exit_code != 0) return {};
  Collection collection(root);
  for (const char* name : {"bash", "busybox"}) collection.add_program(name);
  const std::string target = fs::path(root.real(busybox)).filename().string();
  for (const std::string& name : words_in(applets.out.head)) collection.add_name(name, target);
  for (const std::string& word : words_in(list))
    if (word.starts_with('/')) collection.add_path(word);
  return collection.take();
}

}  // namespace assay::sandbox
