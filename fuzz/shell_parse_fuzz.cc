// SPDX-License-Identifier: Apache-2.0
// Whatever parses can be printed, the printed text parses to the same tree, and any word can be taken apart.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace {

using namespace assay::shell;

void require(bool holds, const char* what, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

void check_word(const Word& word) {
  const Pieces pieces = simplified(pieces_of(word));
  const std::string text = "declare " + print(pieces);
  const Parsed parsed = parse(text);
  require(static_cast<bool>(parsed), "the printed pieces do not parse", text);
  const SimpleCommand* simple = only_simple_command(parsed.tree);
  require(simple != nullptr, "the printed pieces are no words", text);
  const Pieces again = simple->words.size() < 2 ? Pieces{} : simplified(pieces_of(simple->words[1]));
  require(simple->words.size() <= 2 && again == pieces, "the printed pieces mean something else", text);
}

void check_words(const List& list) {
  for (const AndOr& item : list.items) {
    for (const Link& link : item.links) {
      for (const Command& command : link.pipeline.commands) {
        const auto* simple = std::get_if<SimpleCommand>(&command.node);
        if (!simple) continue;
        for (std::size_t i = 1; i < simple->words.size(); ++i) check_word(simple->words[i]);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  const ParseOptions options{.max_depth = 40};
  const Parsed parsed = parse(source, options);
  if (!parsed) return 0;
  const std::string text = print(parsed.tree);
  const Parsed again = parse(text);
  require(static_cast<bool>(again), "the printed text does not parse", text);
  require(again.tree == parsed.tree, "the printed text means something else", text);
  require(print(again.tree) == text, "printing is no fixed point", text);
  check_words(parsed.tree);
  return 0;
}
