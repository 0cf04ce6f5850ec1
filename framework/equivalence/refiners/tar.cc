#include <algorithm>
#include <array>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

struct Compression {
  std::string_view option, name;
};
constexpr std::array<Compression, 7> kCompressions = {{{"-z", "gzip"},
                                                       {"-j", "bzip2"},
                                                       {"-J", "xz"},
                                                       {"-a", "as its name says"},
                                                       {"--zstd", "zstd"},
                                                       {"--lzma", "lzma"},
                                                       {"--lzip", "lzip"}}};

}  // namespace

bool says_compression(const Call& tar) {
  return std::ranges::any_of(kCompressions, [&tar](const Compression& each) { return tar.has(each.option); });
}

// When it reads an archive from a file, tar finds out by itself how it is compressed.
void refine_tar(Context& context, Call& call) {
  if (!context.allows(Rule::tar_compression) || !call.tail.empty()) return;
  const Setting* file = call.find("-f");
  const bool reads =
      call.has("-x") != call.has("-t") && !call.has("-c") && !call.has("-r") && !call.has("-u");
  if (!reads || !file || !file->value || !file->value->is_text() || file->value->text == "-") return;
  if (file->value->text.find(':') != std::string_view::npos) return;
  for (const auto& [name, value] : kCompressions) {
    if (!call.has(name)) continue;
    context.assume(Rule::tar_compression, *file->value, value);
    call.remove(name);
  }
}

}  // namespace assay::equivalence
