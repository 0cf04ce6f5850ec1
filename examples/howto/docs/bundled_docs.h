// The index of the project's own documents, as part of the binary.
#pragma once

#include <string_view>

namespace assay::howto {

std::string_view bundled_docs();

}  // namespace assay::howto
