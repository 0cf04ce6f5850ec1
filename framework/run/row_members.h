// SPDX-License-Identifier: Apache-2.0
// The required outcome of an answer's command, as JSON.
#pragma once

#include <array>
#include <type_traits>
#include <variant>

#include "assay/dataset.h"
#include "assay/verdict.h"
#include "json_members.h"

namespace assay {

inline std::string_view to_string(WantedFile::Kind kind) {
  constexpr std::array<std::string_view, 6> kWords = {"any", "file", "dir", "symlink", "fifo", "absent"};
  return kWords.at(static_cast<std::size_t>(kind));
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, WantedOutput>& output) {
  io("bytes", json_members::or_null<json_members::Bytes>(output.bytes));
  io("tokens", output.tokens);
  io("lines", output.lines);
  io("pattern", output.pattern);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, WantedFile>& file) {
  io("path", file.path);
  io("type", file.kind);
  io("content", json_members::or_null<json_members::Bytes>(file.content));
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

// Verdicts and their evidence as JSON.

inline std::string_view to_string(ProofStep::Of of) { return word_of(of); }

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, ProofStep>& step) {
  io("of", step.of);
  io("rule", step.rule);
  io("detail", step.detail);
  io("score", json_members::Fraction{step.score});
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Proof>& proof) {
  io("canonical", proof.canonical);
  io("steps", proof.steps);
  io("assumptions", proof.assumptions);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, WorldOutcome>& outcome) {
  io("stdout", outcome.out);
  io("stderr", outcome.err);
  io("ending", outcome.ending);
  io("changes", outcome.changes);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Counterexample>& shown) {
  io("world", shown.world);
  io("accepted", shown.accepted);
  io("generated", shown.generated);
  io.added("again", shown.again);
  io.added("smaller", shown.smaller);
  if (!Io::kWrites || !shown.elsewhere.empty()) io.added("elsewhere", shown.elsewhere);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, UnmetClause>& each) {
  io("clause", each.clause);
  io("wanted", each.wanted);
  io("got", each.got);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, UnmetOutcome>& found) {
  io("world", found.world);
  io("unmet", found.unmet);
  io("generated", found.generated);
  io("again", found.again);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Similarity>& measured) {
  io("model", measured.model);
  io("cosine", measured.cosine);
  io("threshold", measured.threshold);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Vote>& vote) {
  io("outcome", vote.outcome);
  io("why", vote.why);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Votes>& judged) {
  io("model", judged.model);
  io("votes", judged.votes);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, PatternMatch>& found) {
  io("pattern", found.pattern);
  io("matched", found.matched);
}

namespace json_members {

// Words as a string, everything else as an object with its kind.
template <typename E>
struct ByKind {
  E& evidence;
};
template <typename E>
ByKind(E&) -> ByKind<E>;

constexpr std::array kKinds = {"words", "proof",   "counterexample", "similarity",
                               "votes", "pattern", "outcome"};  // in the order of Evidence
static_assert(kKinds.size() == std::variant_size_v<Evidence>);

template <typename E>
void write_view(std::string& to, const ByKind<E>& view) {
  if (const auto* words = std::get_if<std::string>(&view.evidence)) return write_text(to, *words);
  to += '{';
  Writer writer(to);
  writer("kind", kKinds[view.evidence.index()]);
  std::visit(
      [&](const auto& known) {
        if constexpr (!std::is_same_v<decltype(known), const std::string&>) describe(writer, known);
      },
      view.evidence);
  to += '}';
}

template <std::size_t kind = 1>
bool read_kind(const Parsed& from, std::string_view name, Evidence& evidence) {
  if constexpr (kind == std::variant_size_v<Evidence>) {
    return false;
  } else {
    if (name != kKinds[kind]) return read_kind<kind + 1>(from, name, evidence);
    read(from, evidence.emplace<kind>());
    return true;
  }
}

inline void read_view(const Parsed& from, ByKind<Evidence> view) {
  if (from.IsString()) {
    view.evidence = std::string(text_in(from));
    return;
  }
  std::string kind;
  Reader{from}("kind", kind);
  if (!read_kind(from, kind, view.evidence))
    throw BadValue{"\"" + one_line(kind) + "\" is not known to this version of assay"};
}

}  // namespace json_members

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Power::OfClass>& count) {
  constexpr std::int64_t kMost = 1000;
  io("class", count.id);
  io("told", json_members::Count{count.told, 0, kMost});
  io("all", json_members::Count{count.all, 0, kMost});
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Power>& power) {
  io("classes", power.classes);
}

template <typename Io>
void describe(Io& io, json_members::MemberOf<Io, Verdict>& verdict) {
  io("level", verdict.level);
  io("outcome", verdict.outcome);
  io("score", json_members::Fraction{verdict.score});
  io("accepted", verdict.accepted);
  io("why", verdict.why);
  io("evidence", json_members::ByKind{verdict.evidence});
  if (!Io::kWrites || verdict.power) io.added("power", verdict.power);
}

}  // namespace assay
