// SPDX-License-Identifier: Apache-2.0
#include "entry_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/digest.h"
#include "assay/internal/text.h"
#include "moment.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;

bool is_account_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

bool fits_a_line(std::string_view text) { return text.find_first_of(":\n") == std::string_view::npos; }

}  // namespace

void EntryReader::add(const JsonValue& where, const std::string& pointer, std::string what,
                      std::string next) {
  problems_.push_back({{"", where.line}, pointer, std::move(what), std::move(next)});
}

std::string EntryReader::bytes(const JsonValue& value, std::string_view member, const std::string& pointer) {
  const std::string encoded_member = std::string(member) + "_base64";
  const JsonValue* plain = value.find(member);
  const JsonValue* encoded = value.find(encoded_member);
  if (plain && encoded) {
    add(*encoded, pointer + "/" + encoded_member, fmt::format("says what \"{}\" says", member),
        "remove one of the two");
  }
  if (!encoded) return plain ? *plain->string() : std::string();
  auto decoded = from_base64(*encoded->string());
  if (!decoded)
    add(*encoded, pointer + "/" + encoded_member, "is not base64", "encode the bytes with `base64`");
  return decoded.value_or(std::string());
}

void EntryReader::read(const JsonValue& document) {
  into_.note = document.text("note");
  into_.setup = document.text("setup");
  if (std::string name = document.text("name"); !name.empty()) into_.name = std::move(name);
  if (const JsonValue* folder = document.find("cwd")) {
    into_.world.folder = *folder->string();
    if (!into_.world.folder.starts_with('/'))
      add(*folder, "/cwd", "is not an absolute path", "begin it with /");
  }
  into_.world.input = bytes(document, "stdin", "");
  read_userland(document);
  if (const JsonValue* variables = document.find("env")) {
    for (const auto& [name, value] : *variables->object())
      into_.world.environment.emplace_back(name, *value.string());
  }
  if (const JsonValue* users = document.find("users")) read_users(*users);
  const JsonValue::Array& entries = *document.find("entries")->array();
  for (std::size_t i = 0; i < entries.size(); ++i) read_entry(entries[i], "/entries/" + std::to_string(i));
}

// `utilities` is its older name.
void EntryReader::read_userland(const JsonValue& document) {
  const JsonValue* userland = document.find("userland");
  const JsonValue* utilities = document.find("utilities");
  if (userland && utilities)
    add(*utilities, "/utilities", "says what \"userland\" says", "remove one of the two");
  if (!userland) userland = utilities;
  if (!userland) return;
  into_.world.userland = *userland->string();
  if (!sandbox::is_userland(into_.world.userland))
    add(*userland, "/userland", "is no userland", "use " + sandbox::userland_list());
}

void EntryReader::read_users(const JsonValue& users) {
  std::vector<User> read;
  for (std::size_t i = 0; i < users.array()->size(); ++i) {
    const JsonValue& value = (*users.array())[i];
    User user{.name = value.text("name"), .uid = static_cast<unsigned>(*value.find("uid")->integer())};
    const JsonValue* group = value.find("gid");
    user.gid = group ? static_cast<unsigned>(*group->integer()) : user.uid;
    const std::string home = value.text("home"), shell = value.text("shell");
    user.home = home.empty() ? "/home/" + user.name : home;
    user.shell = shell.empty() ? "/bin/bash" : shell;
    user.full_name = value.text("full_name");
    if (!is_account_name(user.name) || !fits_a_line(user.home) || !fits_a_line(user.shell) ||
        !fits_a_line(user.full_name))
      add(value, "/users/" + std::to_string(i), "cannot be written into /etc/passwd",
          "leave out colons, newlines and odd characters");
    read.push_back(std::move(user));
  }
  for (const User& user : read) {
    accounts_.users.insert_or_assign(user.name, user.uid);
    accounts_.groups.insert_or_assign(user.name, user.gid);
  }
  std::ranges::move(accounts_of(read), std::back_inserter(into_.world.entries));
}

void EntryReader::read_entry(const JsonValue& value, const std::string& pointer) {
  Entry entry;
  entry.path = bytes(value, "path", pointer);
  if (entry.path.empty()) {
    add(value, pointer, "member \"path\" is missing", "name its place");
    return;
  }
  const std::string type = value.text("type");
  if (type == "dir") entry.type = NodeType::folder;
  if (type == "symlink") entry.type = NodeType::link;
  if (type == "fifo") entry.type = NodeType::pipe;
  read_mode(value, pointer, entry);
  read_times(value, pointer, entry);
  const std::string target = bytes(value, "target", pointer);
  if (type == "hardlink" || entry.type == NodeType::link) {
    if (target.empty()) add(value, pointer, "member \"target\" is missing", "name its target");
    (type == "hardlink" ? entry.same_file : entry.content) = target;
  } else if (!target.empty()) {
    add(value, pointer + "/target", "is for symlinks and hardlinks",
        "remove it, or write \"type\": \"symlink\"");
  }
  read_content(value, pointer, entry);
  read_owner(value, entry);
  into_.world.entries.push_back(std::move(entry));
}

void EntryReader::read_mode(const JsonValue& value, const std::string& pointer, Entry& entry) {
  if (entry.type == NodeType::folder) entry.mode = 0755;
  const JsonValue* mode = value.find("mode");
  if (!mode) return;
  const auto read = permissions_from(*mode->string());
  if (!read)
    add(*mode, pointer + "/mode", fmt::format("\"{}\" is not a mode", *mode->string()),
        "write it in octal, for example \"0644\"");
  entry.mode = read.value_or(entry.mode);
}

void EntryReader::read_times(const JsonValue& value, const std::string& pointer, Entry& entry) {
  const auto read = [&](const char* member) -> std::optional<Moment> {
    const JsonValue* time = value.find(member);
    if (!time) return {};
    if (time->integer()) return Moment{Moment::From::start, *time->integer()};
    const auto moment = moment_from(*time->string());
    if (!moment)
      add(*time, pointer + "/" + member, fmt::format("\"{}\" is not a time", *time->string()),
          "write \"-7d\", \"+90m\" or \"2023-05-31T23:59:59Z\"");
    return moment;
  };
  const auto modified = read("mtime"), accessed = read("atime");
  if (modified && modified->from == Moment::From::epoch) entry.dated = modified->seconds;
  if (modified && modified->from == Moment::From::start) entry.modified = modified->seconds;
  if (!accessed) return;
  if (entry.dated || accessed->from == Moment::From::epoch) {
    add(*value.find("atime"), pointer + "/atime", "is not from the start, or the mtime is not",
        "write both from the start of a run, or the mtime alone");
  } else {
    entry.accessed = accessed->seconds;
  }
}

void EntryReader::read_content(const JsonValue& value, const std::string& pointer, Entry& entry) {
  const JsonValue* size = value.find("size");
  const bool is_file = entry.type == NodeType::file && entry.same_file.empty();
  const bool has_content = value.find("content") || value.find("content_base64");
  if (!is_file) {
    if (size || has_content) add(value, pointer, "has content or a size, which only files have", "remove it");
    return;
  }
  entry.content = bytes(value, "content", pointer);
  if (const JsonValue* times = value.find("repeat")) repeat(*times, pointer, entry);
  if (size) {
    entry.size = static_cast<std::uint64_t>(*size->integer());
    if (entry.size < entry.content.size())
      add(*size, pointer + "/size",
          fmt::format("is less than the {} bytes of the content", entry.content.size()), "remove it");
    if (entry.size == entry.content.size()) entry.size = 0;
  }
  const JsonValue* digest = value.find("sha256");
  if (!digest) return;
  if (!has_content && entry.size > 0)
    into_.lacking.push_back("the bytes of " + entry.path + " are not known");
  else if (entry.size == 0 && sha256(entry.content) != *digest->string())
    add(*digest, pointer + "/sha256", "does not match the content", "compute it again, or remove it");
}

void EntryReader::repeat(const JsonValue& times, const std::string& pointer, Entry& entry) {
  constexpr std::size_t kMost = 16u << 20, kMostOfAll = 64u << 20;
  const auto count = static_cast<std::size_t>(*times.integer());
  const std::size_t total = entry.content.size() * count;
  if (total > kMost || total > kMostOfAll - repeated_bytes_) {
    add(times, pointer + "/repeat",
        total > kMost ? "makes more than 16 MiB" : "makes more than 64 MiB of all repeated contents",
        "use \"size\" for a large file whose bytes do not matter");
    return;
  }
  repeated_bytes_ += total;
  const std::string once = entry.content;
  for (std::size_t i = 1; i < count; ++i) entry.content += once;
}

void EntryReader::read_owner(const JsonValue& value, Entry& entry) {
  const auto read = [&](const char* member, const std::map<std::string, unsigned>& known, unsigned& number) {
    const std::string name = value.text(member);
    if (name.empty()) return;
    if (const auto found = number_of(name, known))
      number = *found;
    else
      into_.lacking.push_back(
          fmt::format("the {} of {} is {}, who does not exist there", member, entry.path, name));
  };
  read("owner", accounts_.users, entry.owner);
  read("group", accounts_.groups, entry.group);
}

}  // namespace assay::worlds
