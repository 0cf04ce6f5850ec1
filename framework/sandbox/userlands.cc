// SPDX-License-Identifier: Apache-2.0
#include "userlands.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "assay/internal/sandbox.h"
#include "assay/process.h"
#include "root.h"

namespace assay::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr auto kAwks = std::to_array<std::string_view>({"mawk", "gawk", "original-awk", "goawk"});

// busybox as awk, and nothing else of it.
constexpr std::string_view kBusyboxAwk = "busybox-awk";

constexpr auto kNames = std::to_array<std::string_view>(
    {"host", "gnu", "busybox", "uutils", "mawk", "gawk", "original-awk", "goawk", kBusyboxAwk});

UserlandFiles lacking(std::string why) { return {.files = {}, .lack = std::move(why)}; }

UserlandFiles not_installed(std::string_view program) {
  return lacking("the userland asks for " + std::string(program) + ", which is not installed");
}

// What a program of this machine prints; empty if it fails.
std::string printed_by(const std::string& program, const char* option) {
  ProcessSpec asks{.argv = {program, option}, .limits = {.timeout = std::chrono::seconds(10)}};
  const ProcessResult result = run_process(std::move(asks));
  return result.end == ProcessEnd::exited && result.exit_code == 0 ? std::string(result.out.head) : "";
}

UserlandFiles with_awk(std::string_view awk, std::string_view list) {
  UserlandFiles userland{.files = system_of(list), .lack = {}};
  if (!point(userland.files, {"awk"}, std::string(awk), Root())) return not_installed(awk);
  return userland;
}

UserlandFiles gnu(std::string_view list) {
  const std::string ls = program_in(Root(), "ls");
  if (ls.empty() || printed_by(ls, "--version").find("GNU coreutils") == std::string::npos)
    return not_installed("GNU coreutils");
  return with_awk("gawk", list);
}

// Older versions list their names only in their help.
std::string names_in_help(const std::string& program) {
  std::string text = printed_by(program, "--help");
  constexpr std::string_view kBefore = "functions:";
  const std::size_t begin = text.find(kBefore);
  text.erase(0, begin == text.npos ? begin : begin + kBefore.size());
  std::ranges::replace(text, ',', ' ');
  return text;
}

// Its names are those that its one program lists.
UserlandFiles uutils(std::string_view list) {
  for (const char* name : {"coreutils", "uutils", "rust-coreutils"}) {
    const std::string program = program_in(Root(), name);
    if (program.empty()) continue;
    std::string names = printed_by(program, "--list");
    if (names.empty()) names = names_in_help(program);
    UserlandFiles userland{.files = system_of(list), .lack = {}};
    if (point(userland.files, words_in(names), name, Root())) return userland;
  }
  return not_installed("uutils");
}

std::string name_of_machine(unsigned machine) {
  switch (machine) {
    case EM_X86_64: return "x86_64";
    case EM_AARCH64: return "aarch64";
    case EM_RISCV: return "riscv64";
    case EM_PPC64: return "ppc64";
    case EM_S390: return "s390x";
    default: return machine == 0 ? "32 bits" : "number " + std::to_string(machine);
  }
}

constexpr const char* kUnpackOne = ": unpack one of this processor there, or name another userland";

UserlandFiles unpacked(const std::string& folder, std::string_view list) {
  std::error_code failed;
  const fs::path place = fs::canonical(folder, failed);
  if (failed || !fs::is_directory(place, failed)) return lacking("there is no folder " + folder + kUnpackOne);
  const Root root(place);
  const std::string bash = program_in(root, "bash");
  if (bash.empty()) return lacking(folder + " is no unpacked root with bash" + kUnpackOne);
  const Needs needs = needs_of(root.outside(bash).string());
  if (needs.machine != needs_of("/proc/self/exe").machine)
    return lacking(folder + " is an unpacked root of another processor (" + name_of_machine(needs.machine) +
                   ")" + kUnpackOne);
  return {.files = system_of(list, root), .lack = {}};
}

}  // namespace

bool is_userland(std::string_view name) {
  return name.find('/') != std::string_view::npos || std::ranges::find(kNames, name) != kNames.end();
}

std::string userland_list() {
  std::string text;
  for (const std::string_view name : kNames) text += std::string(name) + ", ";
  return text + "or a folder with an unpacked root, with a slash in its name";
}

std::vector<std::string> installed_awks() {
  std::vector<std::string> awks;
  for (const std::string_view awk : kAwks)
    if (!program_in(Root(), std::string(awk)).empty()) awks.emplace_back(awk);
  if (!program_in(Root(), "busybox").empty()) awks.emplace_back(kBusyboxAwk);
  return awks;
}

UserlandFiles userland_files(std::string_view name, std::string_view list) {
  if (name.find('/') != std::string_view::npos) return unpacked(std::string(name), list);
  if (name.empty() || name == "host") return {.files = system_of(list), .lack = {}};
  if (name == "gnu") return gnu(list);
  if (name == "uutils") return uutils(list);
  if (name == "busybox") {
    UserlandFiles userland{.files = busybox_system_of(list), .lack = {}};
    return userland.files.empty() ? not_installed("busybox") : userland;
  }
  if (name == kBusyboxAwk) return with_awk("busybox", list);
  if (std::ranges::find(kAwks, name) != kAwks.end()) return with_awk(name, list);
  return lacking("there is no userland " + std::string(name) + ": use " + userland_list());
}

}  // namespace assay::sandbox
