// SPDX-License-Identifier: Apache-2.0
#include "archive.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace assay::worlds {
namespace {

void little(std::string& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

// RFC 1952, section 8.
std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? 0xedb88320u ^ (value >> 1) : value >> 1;
      made[i] = value;
    }
    return made;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (const char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

std::string tar_header(const std::string& name, std::size_t size, bool is_new) {
  std::string header(512, '\0');
  const auto put = [&](std::size_t at, std::string_view text) { header.replace(at, text.size(), text); };
  put(0, std::string_view(name).substr(0, 99));
  put(100, "0000644");
  put(108, "0001750");
  put(116, "0001750");
  put(124, fmt::format("{:011o}", size));
  put(136, is_new ? "17777777777" : "07346545000");  // 2242, 2001-09-09
  put(148, "        ");
  put(156, "0");
  put(257, std::string_view("ustar\0"
                            "00",
                            8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header;
}

// In the ustar format.
std::string tar_of(const Members& members) {
  std::string tar;
  for (const auto& [name, content, is_new] : members) {
    tar += tar_header(name, content.size(), is_new);
    tar += content;
    tar.resize((tar.size() + 511) / 512 * 512, '\0');
  }
  tar.append(1024, '\0');
  return tar;
}

// With stored blocks.
std::string gzip_of(std::string_view bytes) {
  std::string gzip("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  std::size_t at = 0;
  do {
    const std::string_view block = bytes.substr(at, 0xffff);
    at += block.size();
    gzip += at == bytes.size() ? '\1' : '\0';
    little(gzip, static_cast<std::uint32_t>(block.size()), 2);
    little(gzip, ~static_cast<std::uint32_t>(block.size()), 2);
    gzip += block;
  } while (at < bytes.size());
  little(gzip, crc32(bytes), 4);
  little(gzip, static_cast<std::uint32_t>(bytes.size()), 4);
  return gzip;
}

// With stored members.
std::string zip_of(const Members& members) {
  std::string zip, directory;
  for (const auto& [name, content, is_new] : members) {
    std::string shared;  // shared by both headers of a member
    little(shared, 10, 2);
    little(shared, 0, 4);
    little(shared, 0, 2);
    little(shared, 0x2b21, 2);  // 2001-09-01
    little(shared, crc32(content), 4);
    little(shared, static_cast<std::uint32_t>(content.size()), 4);
    little(shared, static_cast<std::uint32_t>(content.size()), 4);
    little(shared, static_cast<std::uint32_t>(name.size()), 2);
    little(shared, 0, 2);
    directory += "PK\1\2";
    little(directory, 10, 2);
    directory += shared;
    little(directory, 0, 4);
    little(directory, 0, 2);
    little(directory, 0, 4);
    little(directory, static_cast<std::uint32_t>(zip.size()), 4);
    directory += name;
    zip += "PK\3\4" + shared + name + content;
  }
  const auto begin = static_cast<std::uint32_t>(zip.size());
  zip += directory + "PK\5\6";
  little(zip, 0, 4);
  little(zip, static_cast<std::uint32_t>(members.size()), 2);
  little(zip, static_cast<std::uint32_t>(members.size()), 2);
  little(zip, static_cast<std::uint32_t>(directory.size()), 4);
  little(zip, begin, 4);
  little(zip, 0, 2);
  return zip;
}

}  // namespace

std::string archive_named(std::string_view name, const Members& members) {
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  if (members.empty()) return {};
  if (ends(".tar.gz") || ends(".tgz")) return gzip_of(tar_of(members));
  if (ends(".tar")) return tar_of(members);
  if (ends(".zip") || ends(".jar")) return zip_of(members);
  if (ends(".gz")) return gzip_of(members.front().content);
  return {};
}

}  // namespace assay::worlds
