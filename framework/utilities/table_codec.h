// A table as bytes: what the build packs the tables into, so that a program's start pays for none of them and
// the first use of one unpacks that one alone. Private to this program version: not a file format.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/utilities.h"

namespace assay {

std::string pack_table(const Utility& utility);
// REQUIRES: bytes that pack_table made. The result is indexed.
Utility unpack_table(std::string_view bytes);

}  // namespace assay
