// Utilities about files, as far as a few lines are enough for them.
#include <string>

#include "plumbing.h"
#include "refiners.h"

namespace assay::equivalence {

// When it reads an archive from a file, tar finds out by itself how it is compressed.
void refine_tar(Context& context, Call& call) {
  if (!context.allows(Rule::tar_compression) || !call.tail.empty()) return;
  const Setting* file = call.find("-f");
  const bool reads =
      call.has("-x") != call.has("-t") && !call.has("-c") && !call.has("-r") && !call.has("-u");
  if (!reads || !file || !file->value || !file->value->is_text() || file->value->text == "-") return;
  if (file->value->text.find(':') != std::string_view::npos) return;
  for (const std::string_view name : {"-z", "-j", "-J", "-a", "--zstd", "--lzma", "--lzip"}) {
    if (!call.has(name)) continue;
    context.note(Rule::tar_compression, name);
    call.remove(name);
  }
}

// -a and -m together are neither.
void refine_touch(Context& context, Call& call) {
  if (!context.allows(Rule::default_value) || !call.has("-a") || !call.has("-m")) return;
  context.note(Rule::default_value, "-a -m");
  call.remove("-a");
  call.remove("-m");
}

// A slash behind the only operand does not show where it is a folder.
void refine_ls(Context& context, Call& call) {
  if (!context.allows(Rule::trailing_slash) || !call.tail.empty() || call.operands.size() != 1) return;
  if (!call.has_only({"-a", "-A", "-1", "-h", "-t", "-r", "-S", "-U", "-X", "-v", "-x", "-C", "-m"}) ||
      !call.operands[0]->is_text())
    return;
  const std::string_view text = call.operands[0]->text;
  const std::size_t end = text.find_last_not_of('/');
  if (end == std::string_view::npos || end + 1 == text.size()) return;
  context.note(Rule::trailing_slash, *call.operands[0]);
  call.operands[0] = context.arena.text(text.substr(0, end + 1), call.operands[0]->span);
}

// mv a dest/ is mv a dest/a.
void refine_mv(Context& context, Call& call) {
  if (!context.allows(Rule::target_folder) || !call.tail.empty() || call.operands.size() != 2) return;
  if (call.has("-t") || call.has("-T") || call.has("-v") || call.has("-r")) return;
  const Term& source = *call.operands[0];
  const Term& target = *call.operands[1];
  if (!source.is_text() || !target.is_text() || !target.text.ends_with('/')) return;
  const std::string_view name = source.text.substr(source.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") return;
  context.note(Rule::target_folder, target);
  const std::string path = std::string(target.text) + std::string(name);
  call.operands[1] = context.arena.text(context.arena.keep(path), target.span);
}

// chown :g is chgrp g.
void refine_chown(Context& context, Call& call) {
  if (!context.allows(Rule::group_owner) || !call.tail.empty() || call.operands.empty() ||
      !call.has_only({"-R", "-h", "-f"}))
    return;
  const Term& owner = *call.operands[0];
  if (!owner.is_text() || owner.text.size() < 2 || owner.text[0] != ':') return;
  Call* chgrp = make_call(context, "chgrp", call.name->span);
  if (!chgrp) return;
  context.note(Rule::group_owner, owner);
  for (const Setting& each : call.options) add_option(context, *chgrp, each.option->name());
  chgrp->operands = call.operands;
  chgrp->operands[0] = context.arena.text(owner.text.substr(1), owner.span);
  call.name = chgrp->name;
  call.utility = chgrp->utility;
  call.options = chgrp->options;
  call.operands = chgrp->operands;
}

// Text mode is the default of the checksums, and an error where they are checked.
void refine_checksum(Context& context, Call& call) {
  if (!context.allows(Rule::default_value) || !call.has("-t") || call.has("-b") || call.has("-c") ||
      call.has("--tag"))
    return;
  context.note(Rule::default_value, "-t");
  call.remove("-t");
}

}  // namespace assay::equivalence
