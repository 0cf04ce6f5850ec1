// SPDX-License-Identifier: Apache-2.0
// What the files that work on pieces share.
#pragma once

#include "assay/internal/word.h"

namespace assay::shell {

// Does it matter whether it is quoted where nothing is split or globbed? It does where values are joined
// ("$*"), and where the expansion holds a word, in which a tilde lives only outside of quotes (${x:-~}).
bool quotes_matter_when_whole(const Expansion& expansion);

// Counts its way through brackets that hold an expansion.
class Brackets {
 public:
  // Whether the piece belongs to such brackets, the last one included.
  bool enclose(const Piece& piece) {
    const Glob* glob = std::get_if<Glob>(&piece);
    const bool before = inside_;
    if (glob && glob->pattern == "[") inside_ = true;
    if (glob && glob->pattern == "]") inside_ = false;
    return before || inside_;
  }

 private:
  bool inside_ = false;
};

}  // namespace assay::shell
