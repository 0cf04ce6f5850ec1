#include "docs/bundled_docs.h"

#include "embedded.h"

HOWTO_EMBED(bundled_docs, HOWTO_DOCS)
