// SPDX-License-Identifier: Apache-2.0
#include "places.h"

#include <filesystem>

#include "assay/internal/linear_regex.h"

namespace assay::risk {
namespace {

// The path without parts that change nothing: doubled and trailing slashes, `.`, `..`, and a final /* .
std::string plain(std::string_view path) {
  if (path.starts_with("./~")) return std::string(path);  // a file of that name, not a home
  std::string text = std::filesystem::path(path).lexically_normal().string();
  while (text.starts_with("//")) text.erase(0, 1);
  if (text.ends_with("/*") || text.ends_with("/.*")) text.erase(text.rfind('/') + 1);
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

bool is(const Regex& pattern, std::string_view path) { return pattern.matches(plain(path)); }

}  // namespace

bool is_system(std::string_view path) {
  static const Regex system(
      "/|/(bin|boot|dev|etc|home|lib|lib32|lib64|opt|proc|root|run|sbin|srv|sys|usr|var)|"
      "/usr/(bin|lib|sbin|share)|/var/lib");
  return is(system, path);
}

bool is_home(std::string_view path) {
  static const Regex home("~[^/]*|/home/[^/]+|/root");
  return is(home, path);
}

bool is_in_system(std::string_view path) {
  static const Regex inside("/|/(bin|boot|dev|etc|lib|lib32|lib64|opt|root|sbin|srv|usr)(/.*)?|/var|/home");
  return is(inside, path);
}

bool is_disk(std::string_view path) {
  static const Regex disk("/dev/((sd|hd|vd|xvd|nvme|mmcblk|md|dm-)[^/]*|mapper/.*|disk/.*)");
  return is(disk, path);
}

bool is_guard(std::string_view path) {
  static const Regex guard(
      "/etc/(passwd|shadow|group|gshadow|sudoers|sudoers\\.d/.*|fstab|pam\\.d/.*)|/boot/.*");
  return is(guard, path);
}

bool is_credential(std::string_view path) {
  static const Regex credential(
      "/etc/(shadow|gshadow)-?|/etc/ssh/ssh_host_[^/.]*_key|"
      "(.*/)?\\.ssh/(id_[^/.]*|\\*)|(~[^/]*|/home/[^/]+|/root)/\\.ssh|"
      "(.*/)?\\.aws(/credentials)?|(.*/)?\\.(netrc|pgpass|git-credentials)|(.*/)?\\.gnupg(/.*)?|(.*/"
      ")?\\.config/gh/hosts\\.yml|(.*/)?\\.pypirc|"
      "(.*/)?\\.kube/config|(.*/)?\\.docker/config\\.json|/proc/[^/]+/environ");
  return is(credential, path);
}

bool is_trace(std::string_view path) {
  static const Regex trace(
      "/var/log(/(auth|syslog|messages|secure|kern|audit|journal|wtmp|btmp|lastlog|\\*)[^/]*(/.*)?)?|"
      "(~[^/]*|/home/[^/]+|/root)/\\.[a-z]*_?history");
  return is(trace, path);
}

}  // namespace assay::risk
