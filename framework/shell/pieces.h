// SPDX-License-Identifier: Apache-2.0
// Shared by the files that work on pieces.
#pragma once

#include "assay/internal/word.h"

namespace assay::shell {

// Whether quotes matter in a place without splitting or globbing. They do if values are joined ("$*"), and if
// the expansion contains a word, in which a tilde is active only without quotes (${x:-~}).
bool quotes_matter_when_whole(const Expansion& expansion);

// Whether the value, if unquoted, is split at blanks and matched against file names.
bool is_splittable(const Expansion& expansion);

// A parameter or substitution whose value is split and matched against file names.
bool is_open_value(const Piece& piece);

// Whether the character means itself without quotes anywhere in a word.
bool is_safe_bare(char c);

// Beside a value that may contain brackets or a backslash, keeps characters apart whose quotes matter; merges
// all other literals. `pieces` contains such a value.
Pieces with_marks(Pieces pieces, Place place);

// Tracks whether a piece is inside brackets that contain an expansion.
class Brackets {
 public:
  // Whether the piece belongs to such brackets, including the opening and closing ones.
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
