// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "call/call.h"
#include "pipeline/stage_facts.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

struct Compression {
  std::string_view option, name;
};
constexpr std::array<Compression, 6> kCompressions = {{{"-z", "gzip"},
                                                       {"-j", "bzip2"},
                                                       {"-J", "xz"},
                                                       {"-a", "as its name says"},
                                                       {"--zstd", "zstd"},
                                                       {"--lzip", "lzip"}}};
// Options that no rule leaves out or puts in. tar knows lzma only by the name of the file.
constexpr std::array<std::string_view, 3> kOtherCompressions = {"-Z", "--lzma", "--lzop"};

std::ptrdiff_t compressions_in(const Call& tar) {
  const auto has = [&tar](std::string_view option) { return tar.has(option); };
  return std::ranges::count_if(kCompressions, has, &Compression::option) +
         std::ranges::count_if(kOtherCompressions, has);
}

}  // namespace

bool says_compression(const Call& tar) { return compressions_in(tar) > 0; }

bool reads_archive(const Call& tar) {
  return tar.has("-x") != tar.has("-t") && !tar.has("-c") && !tar.has("-r") && !tar.has("-u");
}

bool is_in_parts(const Call& tar) { return tar.has("-M") || tar.has("-L") || tar.has("-F"); }

namespace {

// tar refuses two that differ.
bool may_conflict(const Call& tar) {
  const auto is_program = [](const Setting& each) { return each.option->name() == "-I"; };
  const auto given = compressions_in(tar) - (tar.has("-a") ? 1 : 0);
  return given + std::ranges::count_if(tar.options, is_program) > 1;
}

// The compression implied by the name of an archive to be created; empty if none.
std::string_view named_compression(std::string_view file) {
  struct Ending {
    std::string_view text, option;
  };
  constexpr std::array<Ending, 9> kEndings = {{{".gz", "-z"},
                                               {".tgz", "-z"},
                                               {".taz", "-z"},
                                               {".bz2", "-j"},
                                               {".tbz2", "-j"},
                                               {".tbz", "-j"},
                                               {".xz", "-J"},
                                               {".txz", "-J"},
                                               {".zst", "--zstd"}}};
  const auto found = std::ranges::find_if(kEndings, [file](const Ending& each) {
    return file.size() > each.text.size() && file.ends_with(each.text);
  });
  return found == kEndings.end() ? std::string_view() : found->option;
}

std::string_view option_of_program(std::string_view program) {
  for (const auto& [option, name] : kCompressions) {
    if (name == program && option != "-a") return option;
  }
  return {};
}

// Replaces -a by the archive's name, and -I gzip, by the specific option.
void name_compression(Context& context, Call& call) {
  if (!context.allows(rule::option_name) || may_conflict(call)) return;
  const Setting* file = call.find("-f");
  const Setting* program = call.find("-I");
  const auto given = compressions_in(call);
  std::string_view option;
  if (program && given == 0 && program->value && program->value->is_text()) {
    option = option_of_program(program->value->text);
    if (!option.empty()) call.remove("-I");
  } else if (!program && given == 1 && call.has("-a") && !call.has("--no-auto-compress") && call.has("-c") &&
             file && file->value && file->value->is_text()) {
    option = named_compression(file->value->text);
    if (!option.empty()) call.remove("-a");
  }
  if (option.empty()) return;
  context.note(rule::option_name, option);
  add_option(context, call, option);
}

}  // namespace

// When reading an archive from a file, tar detects the compression itself and opens the file again. It cannot
// read a compressed archive in parts.
static void refine_tar(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  name_compression(context, call);
  if (!context.allows(rule::tar_compression) || may_conflict(call)) return;
  const Setting* file = call.find("-f");
  if (!reads_archive(call) || !file || !file->value || !file->value->is_text() || file->value->text == "-")
    return;
  if (file->value->text.find(':') != std::string_view::npos || opens_input(*file->value) || is_in_parts(call))
    return;
  for (const auto& [name, value] : kCompressions) {
    if (!call.has(name)) continue;
    context.assume(rule::tar_compression, *file->value, value);
    call.remove(name);
  }
}

constexpr Rule rule::tar_compression = {
    .id = "tar-compression",
    .rung = Rung::rewrite,
    .meaning = "the option of the compression may be left out when tar reads a file",
    .same = {"tar -xzf a.tgz", "tar -xf a.tgz"},
    .apart = {"tar -czf a.tgz d", "tar -cf a.tgz d"},
    .assumption = "the archive is a plain file, compressed as the option says",
    .sentence = "the compression of {}, a plain file, is []",
    .refine = {{{"tar", refine_tar}}}};

}  // namespace assay::equivalence
