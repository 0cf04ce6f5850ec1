#include "assay/dataset.h"
#include <gtest/gtest.h>
TEST(X,Y){ auto d=assay::read_indexed_dataset("/tmp/x.json"); EXPECT_EQ(d.spans.size(), d.dataset.cases.size()); }
