#include "refiners/refiners.h"

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

}  // namespace assay::equivalence
