// The index that was compiled into the binary.
#pragma once

#include <string_view>

namespace assay::howto {

std::string_view bundled_index();

}  // namespace assay::howto
