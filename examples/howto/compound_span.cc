#include "compound_span.h"

#include <algorithm>
#include <array>

namespace assay::howto {
namespace {

using Kind = Span::Kind;
using Role = Span::Role;

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::ranges::find(list, word) != list.end();
}

constexpr std::array<std::string_view, 18> kSaveVerbs = {
    "save", "saving",  "saved",  "store",      "storing", "write",   "writing", "redirect", "redirecting",
    "put",  "putting", "output", "outputting", "dump",    "dumping", "saves",   "results",  "result"};
constexpr std::array<std::string_view, 8> kSavePrepositions = {"to",     "into",  "in",    "as",
                                                               "called", "named", "under", "file"};
constexpr std::array<std::string_view, 9> kBeforeName = {"the",    "a",     "an",   "new",     "file",
                                                         "called", "named", "text", "separate"};
constexpr std::array<std::string_view, 24> kTransfers = {
    "copy",     "scp",  "rsync", "sync", "synchronize", "synchronise", "transfer",     "upload",
    "download", "push", "pull",  "send", "fetch",       "mirror",      "backup",       "back",
    "get",      "grab", "move",  "sftp", "deploy",      "replicate",   "transferring", "syncing"};
constexpr std::array<std::string_view, 10> kBeforeHost = {"the",    "my",      "our", "remote", "host",
                                                          "server", "machine", "a",   "backup", "named"};
constexpr std::array<std::string_view, 9> kPathNouns = {"directory", "folder", "file", "on", "of",
                                                        "files",     "at",     "from", "dir"};
constexpr std::array<std::string_view, 12> kAfterUser = {"on", "and",     "over", "via", "using", "with",
                                                         "at", "through", "in",   "to",  "for",   "from"};

class Compounder {
 public:
  Compounder(Request& request, const Words& words) : request_(request), words_(words) {}

  void run() {
    for (auto& span : request_.spans) {
      if (span.kind == Kind::Number && follows_port(span.first)) span.role = Role::Port;
    }
    mark_user();
    if (std::ranges::any_of(request_.tokens,
                            [](const Token& token) { return is_one_of(token.lower, kTransfers); }))
      join_remote_paths();
    mark_output();
  }

 private:
  std::string_view word(std::size_t at) const {
    return at < request_.tokens.size() ? std::string_view(request_.tokens[at].lower) : std::string_view();
  }

  Span* span_at(std::size_t at) {
    const auto found = std::ranges::find(request_.spans, at, &Span::first);
    return found == request_.spans.end() ? nullptr : &*found;
  }

  bool is_unknown_word(std::size_t at) const {
    const auto& token = request_.tokens[at];
    return !token.stop &&
           std::ranges::none_of(token.stems, [&](const auto& stem) { return words_.knows(stem); });
  }

  // "port 80", "ports 22, 80 and 443".
  bool follows_port(std::size_t at) const {
    for (std::size_t back = at; back-- > 0;) {
      const auto before = word(back);
      if (before.starts_with("port")) return true;
      const bool number = before.find_first_not_of("0123456789") == before.npos && !before.empty();
      if (!number && before != "and" && before != "or" && before != "to" && before != "number" &&
          before != "through")
        return false;
    }
    return false;
  }

  // "as user bob", "as bob", "username bob", where a host is spoken of.
  void mark_user() {
    for (std::size_t at = 0; at + 1 < request_.tokens.size(); ++at) {
      const bool as = word(at) == "as" || word(at) == "user" || word(at) == "username";
      if (!as) continue;
      std::size_t name = at + 1;
      bool announced = word(at) != "as";
      while (word(name) == "the" || word(name) == "user" || word(name) == "username")
        announced |= word(name++) != "the";
      if (name >= request_.tokens.size()) return;
      Span* span = span_at(name);
      const bool plain = span != nullptr && (span->kind == Kind::Word || span->kind == Kind::Identifier ||
                                             span->kind == Kind::Quoted);
      const bool ends = name + 1 == request_.tokens.size() || is_one_of(word(name + 1), kAfterUser);
      if (!plain || span->first != span->last || words_.never_values.contains(std::string(word(name))) ||
          !(announced || ends))
        continue;
      span->role = Role::User;
      request_.user = span->value;
      return;
    }
  }

  // The host that begins at `at`, or null.
  Span* host_at(std::size_t at) {
    bool announced = false;
    while (at < request_.tokens.size() && is_one_of(word(at), kBeforeHost)) {
      announced |= word(at) == "host" || word(at) == "server" || word(at) == "machine";
      ++at;
    }
    if (at >= request_.tokens.size()) return nullptr;
    Span* span = span_at(at);
    if (span == nullptr || span->role == Role::User) return nullptr;
    const bool sure = span->kind == Kind::Host || span->kind == Kind::Login || span->kind == Kind::Identifier;
    const bool word = span->kind == Kind::Word && (announced || is_unknown_word(at));
    return sure || word ? span : nullptr;
  }

  static bool is_path(const Span& span) {
    return span.kind == Kind::Path || span.kind == Kind::FileName || span.kind == Kind::DirName ||
           (span.kind == Kind::Place && span.value != ".");
  }

  // "/srv on web1", "notes.txt from bob@web1", "bob@web1 in /srv"
  void join_remote_paths() {
    for (std::size_t i = 0; i < request_.spans.size(); ++i) {
      const Span path = request_.spans[i];
      if (is_path(path)) join_host_after(i);
      if (path.kind == Kind::Login || path.kind == Kind::Host || path.kind == Kind::RemotePath)
        join_path_after(i);
    }
  }

  void join_host_after(std::size_t index) {
    Span& path = request_.spans[index];
    std::size_t at = path.last + 1;
    bool preposition = false;
    while (is_one_of(word(at), kPathNouns)) {
      preposition |= word(at) == "on" || word(at) == "at" || word(at) == "from";
      ++at;
    }
    if (!preposition) return;
    const std::size_t from = at;
    if (Span* remote = span_at(at);
        remote != nullptr && remote->kind == Kind::RemotePath && path.kind == Kind::FileName) {
      remote->value += (remote->value.ends_with('/') ? "" : "/") + path.value;
      remote->first = path.first;
      request_.spans.erase(request_.spans.begin() + static_cast<std::ptrdiff_t>(index));
      return;
    }
    Span* host = host_at(from);
    if (host == nullptr) return;
    const bool home = path.kind == Kind::Place && path.value == "~";
    path = Span{path.first, host->last, Kind::RemotePath, host->value + ":" + (home ? "~/" : path.value),
                0,          path.role};
    std::erase_if(request_.spans, [&](const Span& span) {
      return &span != &path && span.overlaps(path) && span.first > path.first;
    });
  }

  void join_path_after(std::size_t index) {
    Span& host = request_.spans[index];
    std::size_t at = host.last + 1;
    const auto preposition = word(at);
    if (preposition != "in" && preposition != "into" && preposition != "under" && preposition != "at") return;
    ++at;
    while (is_one_of(word(at), kBeforeHost) || word(at) == "directory" || word(at) == "folder") ++at;
    const Span* path = span_at(at);
    if (host.kind == Kind::RemotePath || path == nullptr || path->kind != Kind::Path || path->value == ".")
      return;
    const std::size_t last = path->last;
    host = Span{host.first, last, Kind::RemotePath, host.value + ":" + path->value, 0, host.role};
    std::erase_if(request_.spans,
                  [&](const Span& span) { return span.first > host.first && span.last <= last; });
  }

  bool is_file_like(const Span& span, std::size_t at) const {
    if (span.kind == Kind::FileName || span.kind == Kind::Path || span.kind == Kind::Identifier) return true;
    const auto before = word(at - 1);
    return (span.kind == Kind::Word || span.kind == Kind::Quoted) &&
           (before == "file" || before == "called" || before == "named");
  }

  // "save it as x", "write the result to x", "sort a into b".
  void mark_output() {
    std::size_t verb = request_.tokens.size();
    for (std::size_t at = 0; at < request_.tokens.size(); ++at) {
      if (verb == request_.tokens.size() && is_one_of(word(at), kSaveVerbs)) verb = at;
      const bool saved = verb < at && is_one_of(word(at), kSavePrepositions);
      const bool into = word(at) == "into" && at > 0;
      if (!saved && !into) continue;
      std::size_t name = at + 1;
      while (is_one_of(word(name), kBeforeName)) ++name;
      Span* span = span_at(name);
      if (span == nullptr || !is_file_like(*span, name) || (into && !saved && span->kind != Kind::FileName))
        continue;
      if (span->kind == Kind::Path &&
          (span->value.ends_with('/') || (!saved && span->value.find('.') == span->value.npos)))
        continue;
      span->role = Role::Output;
      return;
    }
  }

  Request& request_;
  const Words& words_;
};

}  // namespace

void compound_spans(Request& request, const Words& words) { Compounder(request, words).run(); }

}  // namespace assay::howto
