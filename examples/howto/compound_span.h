// What the words around values say about them: "save it as x" makes x an output, "/srv on web1 as bob" is one
// remote path.
#pragma once

#include "request.h"

namespace assay::howto {

// Gives roles to the request's spans and joins those that are parts of one value.
void compound_spans(Request& request, const Words& words);

}  // namespace assay::howto
