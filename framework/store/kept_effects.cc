// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/kept_effects.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "assay/internal/file.h"
#include "assay/internal/text.h"
#include "assay/store.h"
#include "checksum.h"
#include "connection.h"
#include "query.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr int kEffectsVersion = 1;
constexpr std::size_t kMostPending = 256;
constexpr std::chrono::seconds kPatience{10};

constexpr const char* kSchema =
    "CREATE TABLE effects(key TEXT PRIMARY KEY NOT NULL, day INTEGER NOT NULL, checksum INTEGER NOT NULL, "
    "text BLOB NOT NULL); CREATE INDEX effects_by_day ON effects(day)";

std::int64_t today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()).time_since_epoch().count();
}

std::int64_t effect_checksum(std::string_view key, std::string_view text) {
  Checksum checksum;
  checksum.add(key);
  checksum.add(text);
  return checksum.value();
}

std::int64_t number_of(Database& database, const std::string& sql) {
  Query query(database, sql);
  return query.step() ? query.integer(0) : 0;
}

struct Damaged {};

bool says_damage(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_CORRUPT || error.getErrorCode() == SQLITE_NOTADB;
}

}  // namespace

fs::path kept_effects_file() {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / "effects.db";
}

bool is_in_reach(const fs::path& folder) {
  struct statvfs system {};
  if (::geteuid() == 0) return true;
  if (::statvfs(folder.c_str(), &system) == 0 && (system.f_flag & ST_RDONLY) != 0) return false;
  for (fs::path place = fs::absolute(folder).lexically_normal();; place = place.parent_path()) {
    struct stat known {};
    if (::lstat(place.c_str(), &known) != 0 || S_ISLNK(known.st_mode) || known.st_uid == ::geteuid() ||
        ::access(place.c_str(), W_OK) == 0)
      return true;
    if (place == place.root_path()) return false;
  }
}

// Its log goes first: a new file must not find the log of an old one.
std::uintmax_t remove_kept_effects(const fs::path& file) {
  std::uintmax_t bytes = 0;
  for (const char* end : {"-wal", "-shm", ""}) {
    std::error_code failed;
    const auto size = fs::file_size(file.string() + end, failed);
    if (!failed && fs::remove(file.string() + end, failed)) bytes += size;
  }
  return bytes;
}

struct KeptEffects::Inner {
  fs::path file;
  Access access;
  std::uint64_t most_bytes;
  std::mutex mutex;
  bool is_off = false;
  bool has_told = false;
  std::unique_ptr<Database> database;
  std::map<std::string, std::string> pending;  // not yet written
  std::set<std::string> used;                  // today, for the first time

  void tell(const std::string& what) {
    if (!std::exchange(has_told, true))
      std::cerr << "kept effects: " << one_line(file.string()) << " " + what + "\n";
  }

  // Whatever fails costs only time. What it does with the file happens once more if it was thrown away.
  template <typename Work>
  auto attempt(Work work) -> decltype(work()) {
    const std::lock_guard lock(mutex);
    for (int again = 0; again < 2 && !is_off; ++again) try {
        if (!database) open();
        if (database) return work();
      } catch (const Damaged&) {
        throw_away();
      } catch (const SQLite::Exception& error) {
        if (says_damage(error))
          throw_away();
        else
          only_read("cannot be written, so nothing more is kept: " + std::string(error.what()));
      } catch (const std::exception& error) {
        only_read("cannot be used: " + std::string(error.what()));
      }
    return decltype(work())();
  }

  void throw_away() {
    tell("is damaged, and is thrown away");
    database.reset();
    is_off = access == Access::read;
    if (!is_off) remove_kept_effects(file);
  }

  void only_read(const std::string& why) {
    tell(why);
    is_off = access == Access::read;
    access = Access::read;
    database.reset();
    pending.clear();
    used.clear();
  }

  void open() {
    std::error_code failed;
    if (access == Access::write) fs::create_directories(file.parent_path(), failed);
    if (access == Access::read && !fs::exists(file, failed)) {
      is_off = true;
      return;
    }
    auto opened = open_plain_file(
        {.file = file,
         .access = access == Access::write ? StoreOptions::Access::write : StoreOptions::Access::read,
         .patience = kPatience});
    if (access == Access::write && number_of(*opened, "PRAGMA user_version") == 0) make(*opened);
    const std::int64_t version = number_of(*opened, "PRAGMA user_version");
    if (version > kEffectsVersion) {
      tell("is of a newer version of assay, and is not used (assay gc --effects deletes it)");
      is_off = true;
      return;
    }
    if (version != kEffectsVersion) throw Damaged();
    database = std::move(opened);
  }

  static void make(Database& into) {
    Transaction transaction(into, Transaction::Of::schema);
    if (number_of(into, "PRAGMA user_version") != 0) return;  // another process was faster
    if (number_of(into, "SELECT count(*) FROM sqlite_schema") != 0) throw Damaged();
    into.exec(std::string(kSchema) + "; PRAGMA user_version = " + std::to_string(kEffectsVersion));
    transaction.commit();
  }

  std::optional<std::string> find(const std::string& key) {
    if (const auto known = pending.find(key); known != pending.end()) return known->second;
    Query select(*database, "SELECT text, checksum, day FROM effects WHERE key = ?");
    if (!select.text(1, key).step()) return std::nullopt;
    std::string text(select.blob(0));
    if (select.integer(1) != effect_checksum(key, text)) throw Damaged();
    if (select.integer(2) < today()) used.insert(key);
    return text;
  }

  void write() {
    if (access == Access::read || (pending.empty() && used.empty())) return;
    Transaction transaction(*database, Transaction::Of::results);
    const std::int64_t day = today();
    Query insert(
        *database,
        "INSERT INTO effects(key, day, checksum, text) VALUES(?, ?, ?, ?) ON CONFLICT(key) DO UPDATE "
        "SET day = excluded.day, checksum = excluded.checksum, text = excluded.text "
        "WHERE length(text) > 0");
    for (const auto& [key, text] : pending)
      insert.text(1, key).integer(2, day).integer(3, effect_checksum(key, text)).blob(4, text).run();
    Query renew(*database, "UPDATE effects SET day = ? WHERE key = ?");
    for (const std::string& key : used) renew.integer(1, day).text(2, key).run();
    make_room();
    transaction.commit();
    pending.clear();
    used.clear();
  }

  void make_room() {
    const auto pages = [&] {
      return number_of(*database, "PRAGMA page_count") - number_of(*database, "PRAGMA freelist_count");
    };
    const std::int64_t page = number_of(*database, "PRAGMA page_size");
    while (static_cast<std::uint64_t>(pages() * page) > most_bytes &&
           Query(*database,
                 "DELETE FROM effects WHERE key IN (SELECT key FROM effects ORDER BY day, rowid "
                 "LIMIT (SELECT count(*) / 4 + 1 FROM effects))")
                   .run() > 0) {
    }
  }
};

KeptEffects::KeptEffects(fs::path file, Access access, std::uint64_t most_bytes)
    : inner_(std::make_unique<Inner>()) {
  inner_->file = std::move(file);
  inner_->access = access;
  inner_->most_bytes = most_bytes;
}

KeptEffects::~KeptEffects() {
  if (!inner_->pending.empty() || !inner_->used.empty()) inner_->attempt([&] { inner_->write(); });
}

std::optional<std::string> KeptEffects::find(const std::string& key) {
  return inner_->attempt([&] { return inner_->find(key); });
}

void KeptEffects::keep(const std::string& key, const std::string& text) {
  inner_->attempt([&] {
    if (inner_->access == Access::read) return;
    // An empty text stays.
    const auto [known, is_new] = inner_->pending.try_emplace(key, text);
    if (!is_new && !known->second.empty()) known->second = text;
    if (inner_->pending.size() >= kMostPending) inner_->write();
  });
}

}  // namespace assay
