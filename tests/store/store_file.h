// SPDX-License-Identifier: Apache-2.0
// A test's own store. Each StoreTest runs for both kinds: a file, and a server's database.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "sample.h"
#include "store_places.h"

namespace assay {

class StoreTest : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override { SKIP_WITHOUT_SERVER(GetParam()); }

  Store open(StoreOptions::Access access = StoreOptions::Access::write) {
    return Store({.file = file_, .access = access});
  }

  // What a person sees with the sqlite3 program, or with psql.
  std::string sql(const std::string& query) { return rows_seen(file_, query); }
  void change(const std::string& statements) { change_store(file_, statements); }
  // A literal of these bytes in SQL.
  std::string blob(const std::string& hexadecimal) {
    return GetParam() == StoreKind::file ? "x'" + hexadecimal + "'" : "'\\x" + hexadecimal + "'";
  }

  StorePlaces places_{GetParam()};
  std::filesystem::path file_ = places_.place("assay");
};

#define FOR_BOTH_STORES(Tests)                                        \
  INSTANTIATE_TEST_SUITE_P(In, Tests, testing::ValuesIn(kStoreKinds), \
                           [](const auto& kind) { return name_of(kind.param); })

}  // namespace assay
