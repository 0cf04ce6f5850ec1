// A store of a test's own.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample.h"

namespace assay {

class StoreTest : public testing::Test {
 protected:
  Store open(StoreOptions::Access access = StoreOptions::Access::write) {
    return Store({.file = file_, .access = access});
  }

  // What a person with the sqlite3 program sees.
  std::string sql(const std::string& query) {
    SQLite::Database database(file_.string());
    SQLite::Statement statement(database, query);
    std::string text;
    while (statement.executeStep()) {
      for (int i = 0; i < statement.getColumnCount(); ++i)
        text += (i == 0 ? "" : "|") + statement.getColumn(i).getString();
      text += "\n";
    }
    return text;
  }

  template <typename Work>
  std::string refusal(Work work) {
    try {
      work();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was refused";
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "assay.db";
};

}  // namespace assay
