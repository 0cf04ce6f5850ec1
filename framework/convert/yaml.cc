// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <libfyaml.h>

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "assay/internal/text.h"
#include "node.h"

namespace assay::convert {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostValues = 8u << 20;

struct Release {
  void operator()(fy_parser* parser) const { fy_parser_destroy(parser); }
  void operator()(fy_diag* messages) const { fy_diag_destroy(messages); }
};

std::string_view token_text(fy_token* token) {
  std::size_t size = 0;
  const char* text = fy_token_get_text(token, &size);
  return text ? std::string_view(text, size) : std::string_view();
}

// Null as in YAML 1.2's core schema.
bool says_nothing(std::string_view plain) { return plain.empty() || is_among(plain, "~ null Null NULL"); }

std::string_view line_at(std::string_view text, int number) {
  for (; number > 1 && !text.empty(); --number)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return first_line(text);
}

// Without quotes, a template is a map in a map.
std::string hint_at(std::string_view text, int line, std::string_view otherwise) {
  return line_at(text, line).find("{{") == std::string_view::npos
             ? std::string(otherwise)
             : "put text that contains {{ into quotes: '{{.Names}}'";
}

// The tree grows at the end of a path of open lists and maps.
class Tree {
 public:
  Tree(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void take(fy_event* event) {
    switch (event->type) {
      case FYET_DOCUMENT_START:
        if (documents_++ > 0) fail(event, "a second document begins here", "keep one document per file");
        return;
      case FYET_MAPPING_START: return open(event, Node::Kind::map);
      case FYET_SEQUENCE_START: return open(event, Node::Kind::list);
      case FYET_MAPPING_END:
      case FYET_SEQUENCE_END: return close();
      case FYET_SCALAR: return scalar(event);
      case FYET_ALIAS:
        fail(event, "aliases (*) are not followed", "write the value itself in place of the alias");
      case FYET_NONE:
      case FYET_STREAM_START:
      case FYET_STREAM_END:
      case FYET_DOCUMENT_END: return;
    }
  }

  Node finish() && {
    if (documents_ == 0) throw Error({file_, 0}, "is empty", "name the file that holds the tests");
    return std::move(root_);
  }

 private:
  struct Open {
    Node node;
    bool has_key = false;  // for a map: the next value belongs to it
    std::string key;
    int key_line = 0;
    std::unordered_set<std::string> keys = {};
  };

  // An omitted value has no position, so it takes that of the previous one.
  int line_of(fy_event* event) const {
    if (const fy_mark* mark = fy_event_start_mark(event)) line_ = mark->line + 1;
    return line_;
  }

  [[noreturn]] void fail(fy_event* event, std::string what, std::string next) const {
    throw Error({file_, line_of(event)}, std::move(what), std::move(next));
  }

  void expect_plain_meaning(fy_event* event) {
    if (fy_event_get_anchor_token(event))
      fail(event, "anchors (&) are not followed", "write the value out in each place that refers to it");
    fy_token* tag = fy_event_get_tag_token(event);
    if (tag && token_text(tag) != "tag:yaml.org,2002:str")
      fail(event, fmt::format("the tag \"{}\" is not understood", one_line(token_text(tag))),
           "remove it, or use !!str");
    if (++values_ > kMostValues) fail(event, "there are more than 8 million values", "split the file");
  }

  void open(fy_event* event, Node::Kind kind) {
    expect_plain_meaning(event);
    if (!path_.empty() && path_.back().node.is_map() && !path_.back().has_key)
      fail(event, "a key is a list or a map", hint_at(text_, line_of(event), "use words as keys"));
    if (path_.size() == kDeepest)
      fail(event, fmt::format("lists and maps are nested more than {} levels deep", kDeepest),
           "make it flatter");
    Open begun;
    begun.node.kind = kind;
    begun.node.line = line_of(event);
    path_.push_back(std::move(begun));
  }

  void close() {
    Node node = std::move(path_.back().node);
    path_.pop_back();
    add(std::move(node));
  }

  void add(Node node) {
    if (path_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& into = path_.back();
    if (into.node.is_map()) node.key_line = into.key_line;
    if (into.node.is_list())
      into.node.items.push_back(std::move(node));
    else
      into.node.members.emplace_back(std::move(into.key), std::move(node));
    into.has_key = false;
  }

  void scalar(fy_event* event) {
    expect_plain_meaning(event);
    fy_token* token = fy_event_get_token(event);
    const fy_scalar_style style = fy_token_scalar_style(token);
    std::string_view text = token_text(token);
    if ((style == FYSS_LITERAL || style == FYSS_FOLDED) && text.ends_with('\n')) text.remove_suffix(1);
    const bool is_plain = style == FYSS_PLAIN && !fy_event_get_tag_token(event);
    if (!path_.empty() && path_.back().node.is_map() && !path_.back().has_key)
      return key(event, text, is_plain);
    Node node;
    node.kind = !is_plain ? Node::Kind::text : says_nothing(text) ? Node::Kind::nothing : Node::Kind::plain;
    node.line = line_of(event);
    node.text = text;
    add(std::move(node));
  }

  void key(fy_event* event, std::string_view text, bool is_plain) {
    if (is_plain && text == "<<")
      fail(event, "merge keys (<<) are not followed", "write the merged keys out");
    Open& map = path_.back();
    if (!map.keys.emplace(text).second)
      fail(event, fmt::format("the key \"{}\" comes twice in one map", one_line(text)),
           "keep one of the two");
    map.key = text;
    map.key_line = line_of(event);
    map.has_key = true;
  }

  std::string_view text_;
  const std::string& file_;
  mutable int line_ = 1;  // of the last event
  std::vector<Open> path_;
  Node root_;
  int documents_ = 0;
  std::size_t values_ = 0;
};

// libfyaml names no place for a fault of a directive.
int line_of_directive(std::string_view text) {
  int number = 1;
  for (std::string_view rest = text; !rest.empty() && !rest.starts_with('%'); ++number)
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  return line_at(text, number).starts_with('%') ? number : 1;
}

[[noreturn]] void refuse_yaml(fy_diag* messages, std::string_view text, const std::string& file) {
  Problem problem{
      .where = {file, 0}, .what = "is not YAML", .next = "fix the text at or just before that place"};
  void* place = nullptr;
  if (const fy_diag_error* first = fy_diag_errors_iterate(messages, &place)) {
    problem.where.line = std::max(first->line, 0);
    problem.what = "is not YAML: " + one_line(trimmed(first->msg ? first->msg : ""));
  }
  if (problem.where.line == 0) problem.where.line = line_of_directive(text);
  problem.next = hint_at(text, problem.where.line, problem.next);
  throw Error(std::move(problem));
}

}  // namespace

Node read_yaml(std::string_view text, const std::string& file) {
  if (without_mark(text).size() < text.size())
    throw Error({file, 1}, "begins with a byte order mark", "save it without one");
  expect_utf8(text, file);  // libfyaml 0.7 hangs on some other bytes after a %
  if (trimmed(text).empty()) return Tree(text, file).finish();
  if (const auto nul = text.find('\0'); nul != text.npos)
    throw Error(
        {file, static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(nul), '\n')) + 1},
        "holds a NUL character", "remove it; programs cannot be handed one");
  fy_diag_cfg quiet;
  fy_diag_cfg_default(&quiet);
  quiet.fp = nullptr;
  const std::unique_ptr<fy_diag, Release> messages(fy_diag_create(&quiet));
  fy_diag_set_collect_errors(messages.get(), true);
  const fy_parse_cfg how{.search_path = nullptr,
                         .flags = static_cast<fy_parse_cfg_flags>(
                             FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_JSON_NONE | FYPCF_DEFAULT_VERSION_1_2),
                         .userdata = nullptr,
                         .diag = messages.get()};
  const std::unique_ptr<fy_parser, Release> parser(fy_parser_create(&how));
  if (!parser || fy_parser_set_string(parser.get(), text.data(), text.size()) != 0)
    refuse_yaml(messages.get(), text, file);
  Tree tree(text, file);
  while (fy_event* event = fy_parser_parse(parser.get())) {
    const auto release = [&](fy_event* each) { fy_parser_event_free(parser.get(), each); };
    const std::unique_ptr<fy_event, decltype(release)> held(event, release);
    tree.take(event);
  }
  if (fy_parser_get_stream_error(parser.get())) refuse_yaml(messages.get(), text, file);
  return std::move(tree).finish();
}

}  // namespace assay::convert
