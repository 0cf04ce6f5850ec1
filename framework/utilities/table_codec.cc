// One walk over the members serves both directions: `Packer` writes what it is shown, `Unpacker` fills it in.
#include "table_codec.h"

#include <concepts>
#include <type_traits>
#include <vector>

namespace assay {
namespace {

struct Packer {
  std::string bytes;

  template <class Number>
  requires std::integral<Number> || std::is_enum_v<Number>
  void operator()(Number& number) {
    auto rest = static_cast<std::uint32_t>(number);
    for (; rest >= 0x80; rest >>= 7) bytes.push_back(static_cast<char>(rest | 0x80));
    bytes.push_back(static_cast<char>(rest));
  }
  void operator()(std::string& text) {
    auto length = static_cast<std::uint32_t>(text.size());
    (*this)(length);
    bytes += text;
  }
  template <class T>
  void size(std::vector<T>& list) {
    auto length = static_cast<std::uint32_t>(list.size());
    (*this)(length);
  }
  void presence(std::optional<std::string>& text) { bytes.push_back(text ? 1 : 0); }
};

struct Unpacker {
  std::string_view bytes;

  template <class Number>
  requires std::integral<Number> || std::is_enum_v<Number>
  void operator()(Number& number) {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    number = static_cast<Number>(value);
  }
  void operator()(std::string& text) {
    std::uint32_t length = 0;
    (*this)(length);
    text.assign(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  template <class T>
  void size(std::vector<T>& list) {
    std::uint32_t length = 0;
    (*this)(length);
    list.resize(length);
  }
  void presence(std::optional<std::string>& text) {
    if (bytes.front() != 0) text.emplace();
    bytes.remove_prefix(1);
  }
};

template <class Walk>
void visit(Walk& walk, Utility& utility);

template <class Walk, class Member>
void visit(Walk& walk, Member& member) requires std::integral<Member> || std::is_enum_v<Member> ||
    std::same_as<Member, std::string> {
  walk(member);
}

template <class Walk>
void visit(Walk& walk, std::optional<std::string>& text) {
  walk.presence(text);
  if (text) walk(*text);
}

template <class Walk>
void visit(Walk& walk, OptionGroup& group) {
  walk(group.name);
  walk(group.rule);
}

template <class Walk>
void visit(Walk& walk, OptionSetting& setting) {
  walk(setting.option);
  walk(setting.value);
}

template <class Walk, class T>
void visit(Walk& walk, std::vector<T>& list) {
  walk.size(list);
  for (T& each : list) visit(walk, each);
}

template <class Walk, class... Members>
void visit_all(Walk& walk, Members&... members) {
  (visit(walk, members), ...);
}

template <class Walk>
void visit(Walk& walk, Option& o) {
  visit_all(walk, o.names, o.arity, o.repetition, o.kind, o.groups, o.choices, o.default_value, o.bare,
            o.stands_for, o.posix, o.positional);
}

template <class Walk>
void visit(Walk& walk, Operand& o) {
  visit_all(walk, o.role, o.optional, o.many, o.order, o.kept_with, o.unless, o.default_value);
}

template <class Walk>
void visit(Walk& walk, NumericForm& form) {
  visit_all(walk, form.sign, form.option, form.place, form.keeps_sign);
}

template <class Walk>
void visit(Walk& walk, InnerRule& rule) {
  visit_all(walk, rule.form, rule.skip, rule.assignments, rule.after_dashes, rule.with, rule.unless,
            rule.otherwise);
}

template <class Walk>
void visit(Walk& walk, Primary& p) {
  visit_all(walk, p.names, p.what, p.arguments, p.command, p.kind, p.posix);
}

template <class Walk>
void visit(Walk& walk, Utility& u) {
  visit_all(walk, u.name, u.other_names, u.package, u.posix, u.order, u.stop_at, u.clusters, u.attached,
            u.equals, u.short_equals, u.separate_long, u.abbreviations, u.dashes, u.dashes_matter,
            u.literal_unknown, u.inherits, u.bundles, u.expression, u.stdin_use, u.stdin_unless,
            u.dash_is_stdin, u.groups, u.options, u.operands, u.no_operands, u.numeric, u.inner, u.primaries,
            u.subcommands, u.same_as, u.except);
}

void index_all(Utility& utility) {
  utility.index();
  for (Utility& each : utility.subcommands) index_all(each);
}

}  // namespace

std::string pack_table(const Utility& utility) {
  Packer packer;
  Utility copy = utility;
  visit(packer, copy);
  return std::move(packer.bytes);
}

Utility unpack_table(std::string_view bytes) {
  Unpacker unpacker{bytes};
  Utility utility;
  visit(unpacker, utility);
  index_all(utility);
  return utility;
}

}  // namespace assay
