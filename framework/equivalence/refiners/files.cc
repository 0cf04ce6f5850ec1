// SPDX-License-Identifier: Apache-2.0
// Programs that make, move, list and describe files and folders.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "call/call.h"
#include "languages/values.h"
#include "pipeline/stage_facts.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// User 0 and group 0 are called root on every system considered.
void number_root(Context& context, Call& call) {
  if (!context.allows(rule::root_number) || !call.tail.empty() || call.operands.empty() ||
      !call.operands[0]->is_text())
    return;
  const std::string_view owner = call.operands[0]->text;
  const std::size_t colon = owner.find(':');
  std::string user(owner.substr(0, colon));
  std::string group(colon == owner.npos ? std::string_view() : owner.substr(colon + 1));
  if (user != "root" && group != "root") return;
  if (owner == "root:") return;  // root's login group, which a number does not have
  if (user == "root") user = "0";
  if (group == "root") group = "0";
  context.note(rule::root_number, "root");
  call.operands[0] = context.arena.text(context.arena.keep(colon == owner.npos ? user : user + ":" + group),
                                        call.operands[0]->span);
}

// A relative path that only descends, through plain names.
bool is_plain_path(const Term& word) {
  if (!word.is_text() || word.text.empty() || word.text.starts_with('-')) return false;
  std::string_view rest = word.text;
  while (true) {
    const std::string_view step = rest.substr(0, rest.find('/'));
    if (step.empty() || step == "." || step == "..") return false;
    if (step.size() == rest.size()) return true;
    rest.remove_prefix(step.size() + 1);
  }
}

bool is_octal(std::string_view text) { return text.find_first_not_of("01234567") == std::string_view::npos; }

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
  for (const auto& [option, name] : kCompressions)
    if (name == program && option != "-a") return option;
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

// cd ./d is cd d if CDPATH does not apply; the shell drops slashes at the end of a path.
static void refine_cd(Context& context, Call& call) {
  if (!context.allows(rule::search_path) || !call.tail.empty() || call.operands.size() != 1 ||
      !call.has_only({"-L"}))
    return;
  const Term& folder = *call.operands[0];
  if (!folder.is_text() || folder.text == "//") return;  // the shell calls // so
  std::string_view path = folder.text;
  while (path.starts_with("./") && path.size() > 2 && path[2] != '/' && path[2] != '-') path.remove_prefix(2);
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path == folder.text || path == "." || path == ".." || path.empty()) return;
  context.assume(rule::search_path, folder);
  call.operands[0] = context.arena.text(path, folder.span);
}

constexpr Rule rule::search_path = {
    .id = "search-path",
    .rung = Rung::rewrite,
    .meaning = "the path of the folder that cd enters may be spelled differently",
    .same = {"cd ./d", "cd d"},
    .apart = {"cd -", "cd ./-"},
    .assumption = "CDPATH is not set",
    .refine = {{{"cd", refine_cd}}}};

// chown :g is chgrp g.
static void refine_chown(Context& context, Call& call) {
  number_root(context, call);
  if (!context.allows(rule::group_owner) || call.name->text != "chown" || !call.tail.empty() ||
      call.operands.empty() || !call.has_only({"-R", "-h", "-f"}))
    return;
  const Term& owner = *call.operands[0];
  if (!owner.is_text() || owner.text.size() < 2 || owner.text[0] != ':') return;
  Call* chgrp = make_call(context, "chgrp", call.name->span);
  if (!chgrp) return;
  context.note(rule::group_owner, owner);
  for (const Setting& each : call.options) add_option(context, *chgrp, each.option->name());
  chgrp->operands = call.operands;
  chgrp->operands[0] = context.arena.text(owner.text.substr(1), owner.span);
  call.name = chgrp->name;
  call.utility = chgrp->utility;
  call.options = chgrp->options;
  call.operands = chgrp->operands;
}

constexpr Rule rule::group_owner = {.id = "group-owner",
                                    .rung = Rung::utility,
                                    .meaning = "chown of only a group equals chgrp",
                                    .same = {"chown :g f", "chgrp g f"},
                                    .apart = {"chown g f", "chgrp g f"},
                                    .refine = {{{"chgrp", refine_chown}, {"chown", refine_chown}}}};

constexpr Rule rule::root_number = {.id = "root-number",
                                    .rung = Rung::rewrite,
                                    .meaning = "owners may be named or given by number",
                                    .same = {"chown root:root f", "chown 0:0 f"},
                                    .apart = {"chown root f", "chown root:root f"},
                                    .assumption = "the user and the group with the number 0 are called root"};

// A slash after the only operand makes no difference if that is a folder.
static void refine_ls(Context& context, Call& call) {
  if (!context.allows(rule::trailing_slash) || !call.tail.empty() || call.operands.size() != 1) return;
  if (!call.has_only({"-a", "-A", "-1", "-h", "-t", "-r", "-S", "-U", "-X", "-v", "-x", "-C", "-m"}) ||
      !call.operands[0]->is_text())
    return;
  const std::string_view text = call.operands[0]->text;
  const std::size_t end = text.find_last_not_of('/');
  if (end == std::string_view::npos || end + 1 == text.size()) return;
  context.assume(rule::trailing_slash, *call.operands[0]);
  call.operands[0] = context.arena.text(text.substr(0, end + 1), call.operands[0]->span);
}

// mkdir and rmdir.

// Drops a trailing slash from the name of a folder to be made; -v would print it.
static void refine_mkdir(Context& context, Call& call) {
  if (!context.allows(rule::trailing_slash) || !call.tail.empty() || call.has("-v")) return;
  for (const Term*& operand : call.operands) {
    if (!operand->is_text() || operand->text.size() < 2 || !operand->text.ends_with('/')) continue;
    const std::size_t end = operand->text.find_last_not_of('/');
    if (end == std::string_view::npos) continue;
    context.assume(rule::trailing_slash, *operand);
    operand = context.arena.text(operand->text.substr(0, end + 1), operand->span);
  }
}

// rmdir -p a/b is rmdir a/b a: both fail at a folder that they cannot remove, but with operands rmdir goes on
// to the rest.
static void refine_rmdir(Context& context, Call& call) {
  const bool has_parents =
      call.has("-p") && call.has_only({"-p"}) && call.tail.empty() && !call.operands.empty();
  if (!has_parents || !context.allows(rule::parent_folders) ||
      !std::ranges::all_of(call.operands, [](const Term* each) { return is_plain_path(*each); }))
    return;
  Terms folders = context.arena.terms();
  for (const Term* operand : call.operands) {
    context.assume(rule::parent_folders, *operand);
    for (std::string_view path = operand->text;; path = path.substr(0, path.rfind('/'))) {
      folders.push_back(context.arena.text(path, operand->span));
      if (path.find('/') == std::string_view::npos) break;
    }
  }
  call.operands = folders;
  call.remove("-p");
}

constexpr Rule rule::trailing_slash = {
    .id = "trailing-slash",
    .rung = Rung::rewrite,
    .meaning = "a trailing slash may be left out for ls of one folder, and for mkdir",
    .same = {"ls dir/", "ls dir"},
    .apart = {"ls -l dir/", "ls -l dir"},
    .assumption = "the name with the trailing slash is a folder",
    .sentence = "{} is a folder",
    .refine = {{{"ls", refine_ls}, {"mkdir", refine_mkdir}}}};

constexpr Rule rule::parent_folders = {.id = "parent-folders",
                                       .rung = Rung::rewrite,
                                       .meaning = "`rmdir -p` equals rmdir of each folder",
                                       .same = {"rmdir -p a/b", "rmdir a/b a"},
                                       .apart = {"rmdir -p a/b", "rmdir a/b"},
                                       .assumption = "the folders of the path hold nothing else",
                                       .sentence = "{} and its parents hold nothing else",
                                       .refine = {{{"rmdir", refine_rmdir}}}};

// mv, cp and ln.

// mv a dest/ is mv a dest/a. cp --parents keeps the folders of a, and wants a folder.
static void refine_mv(Context& context, Call& call) {
  if (!context.allows(rule::target_folder) || !call.tail.empty() || call.operands.size() != 2) return;
  if (call.has("-t") || call.has("-T") || call.has("-v") || call.has("-r") || call.has("--parents")) return;
  const Term& source = *call.operands[0];
  const Term& target = *call.operands[1];
  if (!source.is_text() || !target.is_text() || !target.text.ends_with('/')) return;
  const std::string_view name = source.text.substr(source.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") return;
  context.assume(rule::target_folder, target);
  const std::string path = std::string(target.text) + std::string(name);
  call.operands[1] = context.arena.kept(path, target.span);
}

// ln a b is cp -l a b. If a is not a regular file, cp may link what ln does not, and if b exists, they behave
// differently. So no other command of the script may make b, and this one must not run twice.
static void refine_ln(Context& context, Call& call) {
  const bool is_plain = call.tail.empty() && call.options.empty() && call.operands.size() == 2 &&
                        call.operands[0]->is_text() && call.operands[1]->is_text();
  const bool runs_once = context.runs == 1 && context.place.depth == 0;
  const Call* copy = context.allows(rule::hard_link) && is_plain && runs_once
                         ? make_call(context, "cp", call.name->span)
                         : nullptr;
  if (!copy) return;
  context.assume(rule::hard_link, *call.operands[1]);
  call.utility = copy->utility;
  call.name = copy->name;
  add_option(context, call, "-l");
  refine_mv(context, call);
}

constexpr Rule rule::target_folder = {
    .id = "target-folder",
    .rung = Rung::rewrite,
    .meaning = "the name in the target folder may be written out",
    .same = {"mv a dest/", "mv a dest/a"},
    .apart = {"mv a dest", "mv a dest/a"},
    .assumption =
        "the name with the trailing slash is a folder that holds no folder of that name, nor a link to one",
    .sentence = "{} is a folder that holds no folder of that name, nor a link to one",
    .refine = {{{"cp", refine_mv}, {"mv", refine_mv}}}};

constexpr Rule rule::hard_link = {.id = "hard-link",
                                  .rung = Rung::rewrite,
                                  .meaning = "`cp -l` equals ln",
                                  .same = {"cp -l a n", "ln a n"},
                                  .apart = {"cp -s a n", "ln a n"},
                                  .assumption = "the source is a plain file, and the new name is free",
                                  .sentence = "{} is free, and linked to a plain file",
                                  .refine = {{{"ln", refine_ln}}}};

// umask u=rwx,g=rx,o= is umask 027: symbolic modes say what is allowed, digits what is not.
void refine_umask(Context& context, Call& call) {
  if (!context.allows(rule::mode_value) || !call.tail.empty() || call.operands.size() != 1 ||
      !call.options.empty())
    return;
  const Term& mask = *call.operands[0];
  if (!mask.is_text() || mask.text.empty()) return;
  std::string digits(mask.text);
  if (is_octal(mask.text)) {
    if (mask.text.size() > 4) return;
  } else {
    // Every class is given completely, so nothing of the previous mask remains.
    const bool says_all =
        mask.text.find_first_of("+-stX") == std::string_view::npos &&
        (mask.text.find('a') < mask.text.find('=') ||
         (mask.text.find('u') != std::string_view::npos && mask.text.find('g') != std::string_view::npos &&
          mask.text.find('o') != std::string_view::npos));
    const auto mode = says_all ? canonical_mode(mask.text) : std::nullopt;
    if (!mode || mode->empty() || !is_octal(*mode)) return;
    digits = *mode;
    while (digits.size() > 3) digits.erase(0, 1);
    while (digits.size() < 3) digits.insert(0, 1, '0');
    for (char& c : digits) c = static_cast<char>('0' + ('7' - c));
  }
  while (digits.size() > 1 && digits[0] == '0') digits.erase(0, 1);
  if (digits == mask.text) return;
  context.note(rule::mode_value, mask);
  call.operands[0] = context.arena.kept(digits, mask.span);
}

// -d and its folder may also follow the archive and its members, before the list of -x.
void refine_unzip(Context& context, Call& call) {
  if (!context.allows(rule::operand_place) || !call.tail.empty() || call.has("-d") ||
      call.operands.size() < 3)
    return;
  const auto is_word = [](const Term* each, std::string_view text) {
    return each->is_text() && each->text == text;
  };
  const auto found =
      std::ranges::find_if(call.operands, [&](const Term* each) { return is_word(each, "-d"); });
  const bool is_alone =
      std::ranges::none_of(call.operands, [&](const Term* each) { return is_word(each, "-x"); });
  if (!is_alone || call.operands.end() - found < 2 || found == call.operands.begin()) return;
  const Term& folder = **(found + 1);
  if (!folder.is_text() || folder.text.empty() || folder.text[0] == '-') return;
  context.note(rule::operand_place, "-d");
  call.operands.erase(found, found + 2);
  add_option(context, call, "-d", folder.text);
}

bool says_compression(const Call& tar) { return compressions_in(tar) > 0; }

bool reads_archive(const Call& tar) {
  return tar.has("-x") != tar.has("-t") && !tar.has("-c") && !tar.has("-r") && !tar.has("-u");
}

bool is_in_parts(const Call& tar) { return tar.has("-M") || tar.has("-L") || tar.has("-F"); }

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
