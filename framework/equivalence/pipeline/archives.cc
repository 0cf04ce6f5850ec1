// SPDX-License-Identifier: Apache-2.0
// Rules about archives and compressed files.
#include <algorithm>
#include <array>

#include "call/call.h"
#include "pipeline/pipeline.h"
#include "pipeline/stage_facts.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

struct Compressor {
  std::string_view name, option;
  std::array<std::string_view, 2> endings;
};
constexpr std::array<Compressor, 3> kCompressors = {
    {{"gzip", "-z", {".gz", ".tgz"}}, {"bzip2", "-j", {".bz2", ".tbz2"}}, {"xz", "-J", {".xz", ".txz"}}}};

constexpr std::array<std::string_view, 2> kInputSharers = {"--checkpoint-action", "--to-command"};

const Compressor* compressor_of(const Stage& stage) {
  if (!is_plain_stage(stage) || !stage.assignments.empty()) return nullptr;
  const auto found = std::ranges::find_if(
      kCompressors, [&stage](const Compressor& each) { return stage.call->is(each.name); });
  return found == kCompressors.end() ? nullptr : &*found;
}

bool unpacks_to_output(const Call& call) {
  return call.has("-d") && call.has("-c") && call.has_only({"-d", "-c"});
}

// Whether it reads or makes the archive `-`, and does not say how that is compressed.
bool is_archive_of_dash(const Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("tar") || !stage.assignments.empty()) return false;
  const Setting* file = stage.call->find("-f");
  return file && file->value && file->value->is_text("-") && !says_compression(*stage.call) &&
         !stage.call->has("-I") && !is_in_parts(*stage.call);
}

// A name that tar takes for a file, not for one on another host.
bool is_archive_name(const Term& word) {
  return word.is_text() && !word.text.empty() && word.text != "-" && !opens_input(word) &&
         word.text.find(':') == std::string_view::npos;
}

// Plain names next to the archive, none of which contains it, judging by the names.
bool are_beside(const Call& tar, const Term& archive) {
  const std::string_view first = archive.text.substr(0, archive.text.find('/'));
  return tar.has_only({"-c", "-f"}) && !tar.operands.empty() &&
         std::ranges::all_of(tar.operands, [first](const Term* each) {
           return each->is_text() && each->text.find_first_of("/*?[") == std::string_view::npos &&
                  !each->text.starts_with('.') && !each->text.starts_with('-') && each->text != first;
         });
}

// gzip -dc < a.tgz | tar -xf - is tar -xf a.tgz, on the assumption that the archive was compressed by gzip.
bool join_unpacking(Context& context, Stages& stages) {
  if (stages.size() < 2 || !is_archive_of_dash(stages[1])) return false;
  const Compressor* compressor = compressor_of(stages[0]);
  const Stage& unpack = stages[0];
  Stage& next = stages[1];
  const bool unpacks = compressor && unpacks_to_output(*unpack.call) && unpack.call->operands.empty() &&
                       unpack.redirects.size() == 1 && unpack.redirects[0].reads_file() &&
                       is_archive_name(*unpack.redirects[0].target);
  if (!unpacks || !reads_archive(*next.call) || redirects(next, 0)) return false;
  const Term* archive = unpack.redirects[0].target;
  context.assume(rule::tar_compression, *archive, compressor->name);
  context.assume(rule::input_operand, *archive);
  // More may follow the end of the archive, which only tar refuses.
  context.assume(rule::packed_output, *archive);
  next.call->find("-f")->value = archive;
  stages.erase(stages.begin());
  return true;
}

// tar -cf - d | gzip > a.tgz is tar -czf a.tgz d.
bool join_packing(Context& context, Stages& stages) {
  if (stages.size() != 2 || !is_archive_of_dash(stages[0])) return false;
  const Compressor* compressor = compressor_of(stages[1]);
  Stage& tar = stages[0];
  const Stage& pack = stages[1];
  const bool packs = compressor && pack.call->has_only({"-c"}) && pack.call->operands.empty() &&
                     pack.redirects.size() == 1 && pack.redirects[0].writes_file() &&
                     is_archive_name(*pack.redirects[0].target);
  if (!packs || !tar.redirects.empty() || !are_beside(*tar.call, *pack.redirects[0].target)) return false;
  const Term* archive = pack.redirects[0].target;
  context.assume(rule::packed_output, *archive);
  tar.call->find("-f")->value = archive;
  add_option(context, *tar.call, compressor->option);
  stages.pop_back();
  return true;
}

bool join_packed(Context& context, Stages& stages, std::size_t at) {
  return at == 0 && (join_unpacking(context, stages) || join_packing(context, stages));
}

}  // namespace

bool read_compressed_operand(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  const Compressor* compressor = compressor_of(stage);
  if (!compressor || !unpacks_to_output(*stage.call) || stage.call->operands.size() != 1 ||
      redirects(stage, 0))
    return false;
  const Term* file = stage.call->operands[0];
  const bool has_ending =
      file->is_text() && std::ranges::any_of(compressor->endings, [&](std::string_view end) {
        return file->text.size() > end.size() && file->text.ends_with(end);
      });
  if (!has_ending || opens_input(*file) || is_redirected(stages, *file)) return false;
  context.assume(rule::input_operand, *file);
  stage.call->operands.clear();
  read_from(stage, file);
  return true;
}

bool name_archive(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("tar")) return false;
  Call& tar = *stage.call;
  Setting* file = tar.find("-f");
  if (!file || !file->value || !file->value->is_text("-") || !reads_archive(tar)) return false;
  // These hand on the standard input; -T -, which stands among the operands, reads it.
  const bool shares_input =
      std::ranges::any_of(kInputSharers, [&tar](auto option) { return tar.has(option); });
  const auto is_other = [](const Term* each) { return !each->is_text() || each->text == "-"; };
  if (shares_input || is_in_parts(tar) || !tar.tail.empty() || std::ranges::any_of(tar.operands, is_other))
    return false;
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  const bool is_only_input =
      std::ranges::count(stage.redirects, 0, &Redirection::fd) == 1 && input->reads_file();
  if (!is_only_input || !is_archive_name(*input->target)) return false;
  context.assume(rule::input_operand, *input->target);
  // tar does not detect the compression of its standard input.
  if (!says_compression(tar)) context.assume(rule::tar_compression, *input->target, "none");
  file->value = input->target;
  stage.redirects.erase(input);
  refine_by_utility(context, tar);
  return true;
}

constexpr Rule rule::packed_output = {
    .id = "packed-output",
    .rung = Rung::rewrite,
    .meaning = "an archive compressed or unpacked in a pipe equals one that tar compresses or unpacks",
    .same = {"tar -cf - d | gzip > a.tgz", "tar -czf a.tgz d"},
    .apart = {"tar -cf - . | gzip > a.tgz", "tar -czf a.tgz ."},
    .assumption = "packing or unpacking succeeds, and the archive is not among the packed files",
    .sentence = "packing or unpacking succeeds, and {} is not among the packed files",
    .rewrite = join_packed};

}  // namespace assay::equivalence
