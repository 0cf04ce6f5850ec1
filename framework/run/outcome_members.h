// SPDX-License-Identifier: Apache-2.0
// The required outcome of an answer's command, as JSON.
#pragma once

#include "assay/outcome.h"
#include "json_members.h"

namespace assay {

inline std::string_view to_string(WantedFile::Kind kind) {
  switch (kind) {
    case WantedFile::Kind::any:
      return "any";
    case WantedFile::Kind::file:
      return "file";
    case WantedFile::Kind::folder:
      return "dir";
    case WantedFile::Kind::link:
      return "symlink";
    case WantedFile::Kind::pipe:
      return "fifo";
    case WantedFile::Kind::absent:
      return "absent";
  }
  return "";
}

template <>
struct json_members::NamedBy<WantedFile::Kind> {
  static std::optional<WantedFile::Kind> from(std::string_view name) {
    using enum WantedFile::Kind;
    for (const auto kind : {any, file, folder, link, pipe, absent})
      if (to_string(kind) == name) return kind;
    return std::nullopt;
  }
};

namespace json_members {

// Null if unset.
template <typename B>
struct BytesOrNull {
  B& bytes;
};
template <typename B>
BytesOrNull(B&) -> BytesOrNull<B>;

template <typename B>
void write_view(std::string& to, const BytesOrNull<B>& view) {
  if (view.bytes) return write_view(to, Bytes{*view.bytes});
  to += "null";
}
inline void read_view(const Json& from, BytesOrNull<std::optional<std::string>> view) {
  if (!from.is_null()) read_view(from, Bytes{view.bytes.emplace()});
}

}  // namespace json_members

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, WantedOutput>& output) {
  io("bytes", json_members::BytesOrNull{output.bytes});
  io("tokens", output.tokens);
  io("lines", output.lines);
  io("pattern", output.pattern);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, WantedFile>& file) {
  io("path", file.path);
  io("type", file.kind);
  io("content", json_members::BytesOrNull{file.content});
  io("pattern", file.pattern);
  io("mode", file.mode);
  io("target", file.target);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, WantedOutcome>& wanted) {
  io("stdout", wanted.output);
  io("exit_status", wanted.exit_status);
  io("files", wanted.files);
  io("check", wanted.check);
}

}  // namespace assay
