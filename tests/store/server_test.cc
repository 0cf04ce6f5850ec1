// SPDX-License-Identifier: Apache-2.0
// Stores on servers that cannot be used, or that disappear: each gives an Error that names the store and the
// next step, and finished results stay.
#include "server.h"

#include <fstream>
#include <thread>

#include "error_of.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Access = StoreOptions::Access;

class ServerTest : public testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_SERVER(StoreKind::server); }
  PostgresServer& server() { return PostgresServer::of_this_process(); }
  std::string refusal_to_open(const std::filesystem::path& url, Access access = Access::write) {
    return refusal([&] { Store({.file = url, .access = access}); });
  }
  template <typename Work>
  std::string refusal(Work work) {
    try {
      work();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("postgresql://"), HasSubstr("next: ")));
      return error.what();
    }
    return "nothing was refused";
  }
  StorePlaces places_{StoreKind::server};
};

TEST_F(ServerTest, NoSuchServer) {
  const TemporaryFolder nowhere;
  EXPECT_THAT(
      refusal_to_open("postgresql:///runs?host=" + nowhere.path().string()),
      AllOf(HasSubstr("the store's server cannot be reached"),
            HasSubstr("No such file or directory. Is the server running locally"), Not(HasSubstr("\\n"))));
}

TEST_F(ServerTest, NoSuchDatabase) {
  EXPECT_THAT(refusal_to_open(server().url("nowhere")), HasSubstr("database \"nowhere\" does not exist"));
}

TEST_F(ServerTest, AnEmptyDatabaseForReading) {
  EXPECT_THAT(refusal_to_open(places_.place("empty"), Access::read),
              AllOf(HasSubstr("the store is empty"), HasSubstr("USAGE"), Not(HasSubstr("-wal"))));
  EXPECT_EQ(rows_seen(places_.place("empty"), "SELECT to_regclass('eval_runs') IS NULL"), "1\n")
      << "and it stays so";
}

TEST_F(ServerTest, ASchemaThatDoesNotExist) {
  EXPECT_THAT(refusal_to_open(server().url("postgres", "nowhere")),
              AllOf(HasSubstr("the store's schema does not exist, or the role may not use it"),
                    HasSubstr("CREATE SCHEMA")));
}

TEST_F(ServerTest, ATableThatIsMissing) {
  const auto url = places_.place("runs");
  Store({.file = url}).add(sample_run("r1"));
  change_store(url, "DROP TABLE eval_figures CASCADE");
  EXPECT_THAT(refusal([&] { Store({.file = url, .access = Access::read}).list_runs(); }),
              HasSubstr("the store lacks a table: relation \"eval_figures\" does not exist"));
}

TEST_F(ServerTest, ARoleThatMayReadNothing) {
  const auto url = places_.place("runs");
  Store({.file = url});
  const std::string schema = url.string().substr(url.string().rfind("%3D") + 3);
  server().run("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA " + schema +
               " TO guest");
  const auto as_guest = server().url("postgres", schema, "guest");
  EXPECT_THAT(refusal_to_open(as_guest, Access::read),
              AllOf(HasSubstr("the role lacks a right: permission denied for table assay_schema"),
                    HasSubstr("grant it the rights"), Not(HasSubstr("cannot be written"))));
  server().run("DROP OWNED BY guest; DROP ROLE guest");
}

TEST_F(ServerTest, AWrongPassword) {
  server().run(
      "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'locked') THEN "
      "CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'right'; END IF; END $$");
  const auto url = server().url("postgres", "public", "locked");
  ::setenv("PGPASSWORD", "wrong-secret", 1);
  EXPECT_THAT(refusal_to_open(url), AllOf(HasSubstr("password authentication failed"), HasSubstr("~/.pgpass"),
                                          Not(HasSubstr("wrong-secret"))));
  ::setenv("PGPASSWORD", "right", 1);
  EXPECT_NO_THROW(Store({.file = url}));
  ::unsetenv("PGPASSWORD");
  EXPECT_THAT(refusal_to_open(url), HasSubstr("no password supplied"));
  server().run(
      "DROP TABLE eval_runs, eval_figures, eval_rows, blobs, vectors, judge_answers, assay_schema CASCADE");
}

TEST_F(ServerTest, ARoleThatIsSetToReadOnlyWritesNothing) {
  server().run(
      "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'careful') THEN "
      "CREATE ROLE careful LOGIN SUPERUSER; ALTER ROLE careful SET default_transaction_read_only = on; END "
      "IF; END $$");
  const auto url = server().url("postgres", "public", "careful");
  EXPECT_THAT(refusal_to_open(url), HasSubstr("cannot be written: default_transaction_read_only is on"));
}

TEST_F(ServerTest, APasswordInTheUrlIsRefusedAndNotRepeated) {
  for (const char* url :
       {"postgresql://me:hunter2@localhost/runs", "postgres://localhost/runs?user=me&password=hunter2"})
    EXPECT_THAT(error_of([&] { Store({.file = url}); }),
                AllOf(HasSubstr("the URL has a password"), HasSubstr("***"), HasSubstr(".pgpass"),
                      Not(HasSubstr("hunter2"))));
}

TEST(ServerUrl, OfAnotherKindIsRefusedByTheKindsThatThereAre) {
  for (const char* url : {"mysql://me:hunter2@h/db", "file:///runs.db", "sqlite+x://runs.db"})
    for (const auto access : {Access::read, Access::write})
      EXPECT_THAT([&] { Store({.file = url, .access = access}); },
                  testing::ThrowsMessage<Error>(AllOf(
                      HasSubstr("assay has no store of this kind"), Not(HasSubstr("hunter2")),
                      HasSubstr("next: name a file, or the database of a PostgreSQL server: postgresql://"))))
          << url;
}

TEST(ServerUrl, IsNoFile) {
  for (const char* url : {"postgresql://h/db", "postgres:///db", "mysql://h/db"})
    EXPECT_TRUE(names_server(url));
  for (const char* file : {"runs.db", "/tmp/a:b.db", "./a://b", "://b", ""}) EXPECT_FALSE(names_server(file));
}

TEST(ServerUrl, IsShownWithoutAnyOfItsPasswords) {
  EXPECT_EQ(shown_url("postgresql://u:p@h/db?password=q&sslmode=require&sslpassword=r"),
            "postgresql://u:***@h/db?password=***&sslmode=require&sslpassword=***");
  EXPECT_EQ(shown_url("postgresql://h/db?p%61ssword=q"), "postgresql://h/db?p%61ssword=***");
  EXPECT_EQ(shown_url("postgresql://u:a@b?c#d@h/db"), "postgresql://u:***@h/db");
  EXPECT_EQ(shown_url("postgresql://u:p@h?password=x@y"), "postgresql://u:***");
}

TEST(ServerUrl, IsShownAsItIsWithoutAPassword) {
  for (const char* url : {"postgresql://me@host:5432/runs?sslmode=require", "postgresql://[::1]:5432/runs",
                          "postgresql:///runs?user=me&passfile=/home/me/%2epgpass", "postgresql://h/a%"})
    EXPECT_EQ(shown_url(url), url);
}

TEST(ServerUrl, IsRefusedWithAPasswordHoweverItIsSpelled) {
  for (const char* url : {"postgresql://u:p@h/db", "postgresql://h/db?user=u&%70assword=p",
                          "postgresql://u:a?b@h", "postgresql://h?sslpassword=p"})
    EXPECT_THROW(expect_no_password(url), Error) << url;
  EXPECT_NO_THROW(expect_no_password("postgresql://me@host:5432/runs?sslmode=require"));
}

TEST_F(ServerTest, ANewerSchema) {
  const auto url = places_.place("runs");
  Store({.file = url});
  change_store(url, "UPDATE assay_schema SET version = 99");
  for (const auto access : {Access::read, Access::write})
    EXPECT_THAT(refusal_to_open(url, access), AllOf(HasSubstr("schema 99"), HasSubstr("newer")));
}

TEST_F(ServerTest, SomethingElsesTables) {
  const auto url = places_.place("runs");
  change_store(url, "CREATE TABLE eval_runs(x text)");
  EXPECT_THAT(refusal_to_open(url), HasSubstr("not of a store of assay"));
  change_store(url, "DROP TABLE eval_runs; CREATE TABLE weather(x text)");
  EXPECT_NO_THROW(Store({.file = url})) << "other tables do no harm";
}

TEST_F(ServerTest, ARoleThatMayOnlyRead) {
  const auto url = places_.place("runs");
  Store({.file = url}).add(sample_run("r1"));
  const std::string schema = url.string().substr(url.string().rfind("%3D") + 3);
  server().run("DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA " + schema +
               " TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO reader");
  const auto as_reader = server().url("postgres", schema, "reader");
  EXPECT_THAT(
      refusal_to_open(as_reader),
      AllOf(HasSubstr("the store cannot be written: role reader may not insert"), HasSubstr("eval_figures")));
  EXPECT_EQ(Store({.file = as_reader, .access = Access::read}).count_results("r1"), 3u);
  server().run("DROP OWNED BY reader; DROP ROLE reader");
}

TEST_F(ServerTest, OpenedForReadingIsNotWritten) {
  const auto url = places_.place("runs");
  Store({.file = url}).add(sample_run("r1"));
  Store store({.file = url, .access = Access::read});
  EXPECT_THAT(refusal([&] { store.add(sample_run("r2")); }), HasSubstr("for reading only"));
}

TEST_F(ServerTest, GoneInTheMiddleWithEverythingThatWasFinished) {
  const auto url = places_.place("runs");
  {
    Store store({.file = url});
    store.add_run(sample_info("r1"));
    store.add_result("r1", sample_result("a"));
    server().kill();
    EXPECT_THAT(refusal([&] { store.add_result("r1", sample_result("b")); }),
                AllOf(HasSubstr("the connection to the store's server was lost"),
                      HasSubstr("finished results are safe")));
    EXPECT_THAT(refusal([&] { store.count_results("r1"); }), HasSubstr("server"));
    server().start();
  }
  Store store({.file = url});
  EXPECT_EQ(store.count_results("r1"), 1u);
  store.add_result("r1", sample_result("b", 0.0));
  EXPECT_TRUE(store.check().empty());
}

TEST_F(ServerTest, HeldByAnotherProcess) {
  const auto url = places_.place("runs");
  Store store({.file = url, .patience = std::chrono::milliseconds(50)});
  const auto other = database_at(url);
  other->exec("BEGIN; LOCK TABLE eval_runs IN EXCLUSIVE MODE");
  EXPECT_THAT(refusal([&] { store.add_run(sample_info("r1")); }),
              HasSubstr("another process is using the store"));
  EXPECT_FALSE(Store({.file = url, .access = Access::read}).has_run("r1"));
  other->exec("ROLLBACK");
  store.add_run(sample_info("r1"));
}

TEST_F(ServerTest, WritersAtOnceLoseAndDoubleNothing) {
  const auto url = places_.place("runs");
  Store({.file = url}).add_run(sample_info("r1"));
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([&, writer] {
      Store store({.file = url});
      for (int i = 0; i < 50; ++i) {  // half of them are another's too, and outputs are shared crosswise
        const int number = i + writer / 2 * 25;
        Result result = sample_result("c" + std::to_string(number));
        result.answer.stdout_bytes = std::string(400, static_cast<char>('a' + number % 2));
        result.answer.stderr_bytes = std::string(400, static_cast<char>('b' - number % 2));
        store.add_result("r1", result);
      }
    });
  for (auto& writer : writers) writer.join();
  Store store({.file = url});
  EXPECT_EQ(store.count_results("r1"), 75u);
  EXPECT_TRUE(store.check().empty());
  EXPECT_EQ(rows_seen(url, "SELECT (SELECT count(*) FROM eval_rows), (SELECT count(*) FROM blobs)"),
            "75|2\n");
}

TEST_F(ServerTest, TwoThatMakeTheTablesAtOnceDoItOnce) {
  const auto url = places_.place("runs");
  std::vector<std::thread> makers;
  for (int i = 0; i < 4; ++i) makers.emplace_back([&] { Store({.file = url}); });
  for (auto& maker : makers) maker.join();
  EXPECT_EQ(rows_seen(url, "SELECT count(*), max(version) FROM assay_schema"), "1|8\n");
}

TEST(ServerSql, ParametersAreNumbered) {
  EXPECT_EQ(server_sql("SELECT ? WHERE a = '?' AND b = ?"), "SELECT $1 WHERE a = '?' AND b = $2");
  EXPECT_EQ(server_sql("UPDATE t SET a = ?2 WHERE b = ?1"), "UPDATE t SET a = $2 WHERE b = $1");
}

TEST(ServerText, ComesBackAsItWas) {
  for (const std::string& text : {std::string("a\0b", 3), std::string("\xff"), std::string("\x1A"),
                                  std::string("\x1A"
                                              "61")}) {
    const auto kept = escaped_text(text);
    ASSERT_TRUE(kept.has_value());
    EXPECT_EQ(unescaped_text(*kept), text);
  }
  EXPECT_EQ(escaped_text("ü\n"), std::nullopt);
  EXPECT_EQ(unescaped_text("ü\n"), std::nullopt);
}

}  // namespace
}  // namespace assay
