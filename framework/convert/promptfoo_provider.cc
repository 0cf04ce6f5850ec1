// SPDX-License-Identifier: Apache-2.0
#include "promptfoo_provider.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

class Providers {
 public:
  explicit Providers(Draft& draft) : draft_(draft) {}

  std::string obstacle_of(const Node& providers) && {
    if (!providers.is_list()) read_provider_or_group(providers);
    for (const Node& each : providers.items) read_provider_or_group(each);
    return std::move(obstacle_);
  }

 private:
  // NAME, {id: NAME, config: …}, or {NAME: {config: …}}.
  void read_provider_or_group(const Node& node) {
    if (node.is_scalar()) return note_file(node.text, node.line);
    if (node.find("$ref")) obstacle_ = "a provider refers to a template ($ref)";
    if (const auto id = node.text_of("id")) note_file(*id, node.find("id")->line);
    if (node.find("id")) return read_provider(node);
    for (const auto& [id, provider] : node.members) {
      note_file(id, provider.line);
      read_provider(provider);
    }
  }

  void read_provider(const Node& provider) {
    if (const Node* transform = provider.find("transform"))
      obstacle_ = fmt::format("a provider transforms the output: transform in line {}", transform->line);
    if (const Node* config = provider.find("config")) drop_surroundings(*config, "a provider", draft_);
  }

  // A program in a file is a provider like any other; a configuration may do more than name one.
  void note_file(std::string_view id, int line) {
    const bool is_configuration =
        id.starts_with("file://") && (id.ends_with(".yaml") || id.ends_with(".yml") || id.ends_with(".json"));
    if (is_configuration)
      draft_.remark(Remark::Kind::note, line,
                    fmt::format("a provider is in \"{}\", which may hold a transform, a prefix or a suffix",
                                one_line(id)),
                    "if it does, write the provider out here");
  }

  Draft& draft_;
  std::string obstacle_;
};

}  // namespace

std::string obstacle_of_providers(const Node& providers, Draft& draft) {
  return Providers(draft).obstacle_of(providers);
}

void drop_surroundings(const Node& config, std::string_view whose, Draft& draft) {
  for (const char* key : {"prefix", "suffix"})
    if (const Node* text = config.find(key))
      draft.remark(Remark::Kind::dropped, text->key_line ? text->key_line : text->line,
                   fmt::format("\"{}\" in the config of {}", key, whose),
                   "if the tool needs it, write it into the prompts");
}

}  // namespace assay::convert
