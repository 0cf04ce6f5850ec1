#include "bundled.h"

#include "embedded.h"

HOWTO_EMBED(bundled_index, HOWTO_INDEX)
