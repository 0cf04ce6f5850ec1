// SPDX-License-Identifier: Apache-2.0
#include "homes.h"

#include <stdlib.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "assay/error.h"

namespace assay {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void cannot_make(const fs::path& folder, const std::string& why) {
  throw Error(Problem{.where = {folder.string(), 0},
                      .what = "no empty home can be made for the tool: " + why,
                      .next = "make room there, or let TMPDIR name another folder"});
}

fs::path make_temporary() {
  std::error_code error;
  auto name = (fs::temp_directory_path(error) / "assay-home-XXXXXX").string();
  if (error || !::mkdtemp(name.data())) cannot_make(name, std::system_category().message(errno));
  return name;
}

}  // namespace

Homes::Homes(Home kind, fs::path shared) : kind_(kind), shared_(std::move(shared)) {
  if (kind_ == Home::inherited || (kind_ == Home::per_run && !shared_.empty())) return;
  own_ = make_temporary();
  if (kind_ == Home::per_run) shared_ = own_;
}

Homes::~Homes() {
  std::error_code ignored;
  if (!own_.empty()) fs::remove_all(own_, ignored);
}

void Homes::give(std::size_t index, ProcessSpec& spec) const {
  switch (kind_) {
    case Home::inherited:
      return;
    case Home::per_run:
      return set_home(spec, shared_);
    case Home::per_case:
      break;
  }
  std::error_code error;
  fs::create_directory(of(index), error);
  if (error) cannot_make(of(index), error.message());
  set_home(spec, of(index));
}

void Homes::clear(std::size_t index) const {
  std::error_code ignored;
  if (kind_ == Home::per_case) fs::remove_all(of(index), ignored);
}

}  // namespace assay
