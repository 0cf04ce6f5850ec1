// SPDX-License-Identifier: Apache-2.0
#include "sameness.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"

namespace assay::behaviour {
namespace {

using sandbox::Change;
using sandbox::Effect;
using sandbox::End;
using sandbox::Node;
using sandbox::NodeType;
using sandbox::SandboxResult;

// A time that differs between two runs is the time of the run, or relative to it.
constexpr std::int64_t kSameMoment = 30'000'000'000;

bool is_near(std::int64_t a, std::int64_t b) { return std::llabs(a - b) <= kSameMoment; }

// Whether it is the time of a run that has just ended, and not one that a command sets.
bool is_of_the_run(std::int64_t modified) {
  constexpr std::chrono::minutes kLongest{10};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::llabs(std::chrono::nanoseconds(now).count() - modified) <=
         std::chrono::nanoseconds(kLongest).count();
}

// Output that is printed in any world if nothing was found.
bool is_bare(std::string_view out) {
  return std::ranges::all_of(words_of(out), [](const std::string& word) {
    return word == "0" || word == "total" || word == "." || word == "0K" || word == "4.0K";
  });
}

std::string_view line_at(std::string_view text, std::size_t number) {
  for (; number > 1 && !text.empty(); --number) {
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return first_line(text);
}

// A line of output in a message.
std::string excerpt(std::string_view text) { return one_line(shortened(text, 60)); }

std::string first_difference(std::string_view a, std::string_view b) {
  if (b.empty()) return "stdout: nothing instead of \"" + excerpt(line_at(a, 1)) + "\"";
  if (a.empty()) return "stdout: \"" + excerpt(line_at(b, 1)) + "\" instead of nothing";
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto line = static_cast<std::size_t>(std::count(a.begin(), at, '\n')) + 1;
  const bool at_line_start = at != a.begin() && *std::prev(at) == '\n';
  if (at_line_start && other == b.end())
    return fmt::format("stdout ends before line {}: \"{}\"", line, excerpt(line_at(a, line)));
  if (at_line_start && at == a.end())
    return fmt::format("stdout goes on with line {}: \"{}\"", line, excerpt(line_at(b, line)));
  if (line_at(a, line) == line_at(b, line))
    return fmt::format("stdout, line {}: {} newline at its end", line, at == a.end() ? "a" : "no");
  return fmt::format("stdout, line {}: \"{}\" instead of \"{}\"", line, excerpt(line_at(b, line)),
                     excerpt(line_at(a, line)));
}

std::string first_missing(std::vector<std::string> a, std::vector<std::string> b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  std::vector<std::string> lacking, added;
  std::ranges::set_difference(a, b, std::back_inserter(lacking));
  std::ranges::set_difference(b, a, std::back_inserter(added));
  std::string text = "stdout:";
  if (!lacking.empty())
    text += fmt::format(" {} words are missing, such as \"{}\"", lacking.size(), excerpt(lacking.front()));
  if (!added.empty())
    text += fmt::format("{} {} words too many, such as \"{}\"", lacking.empty() ? "" : ";", added.size(),
                        excerpt(added.front()));
  return text;
}

bool has_worked(const SandboxResult& outcome) { return outcome.end == End::exited && outcome.exit_code == 0; }

// 123: xargs ran everything it was given, and one command failed. find reports no such failure after `-exec …
// \;`, and reports 1 after `-exec … +`.
bool leaves_success_open(const SandboxResult& outcome) {
  constexpr int kOneFailed = 123;
  return outcome.end == End::exited && outcome.exit_code == kOneFailed;
}

bool is_same_success(const SandboxResult& a, const SandboxResult& b) {
  if (leaves_success_open(a)) return b.end == End::exited;
  if (leaves_success_open(b)) return a.end == End::exited;
  return has_worked(a) == has_worked(b);
}

// Whether it printed the names of what it changed and nothing else.
bool names_changes(const SandboxResult& outcome) {
  const std::vector<std::string> words = words_of(outcome.out);
  return !words.empty() && std::ranges::all_of(words, [&](const std::string& word) {
    return std::ranges::any_of(outcome.effects, [&](const Effect& effect) {
      return effect.path == word || effect.path.ends_with("/" + word);
    });
  });
}

// Whether it says each of those words, perhaps within others: "removed 'a.txt'".
bool mentions_all(std::string_view text, const std::vector<std::string>& words) {
  return std::ranges::all_of(words, [&](const std::string& word) { return text.find(word) != text.npos; });
}

// The numbers of a calculation without zeros at the end of their fractions: 2.50 is 2.5, and 3.00 is 3.
std::string without_last_zeros(std::string_view number) {
  const std::string_view plain = number.substr(0, number.find_last_not_of(" \n") + 1);
  const std::size_t point = plain.find('.');
  if (point == plain.npos || plain.find_first_not_of("0123456789.") != plain.npos ||
      plain.find('.', point + 1) != plain.npos)
    return std::string(plain);
  const std::string_view shorter = plain.substr(0, plain.find_last_not_of('0') + 1);
  return std::string(shorter.ends_with('.') ? shorter.substr(0, point) : shorter);
}

bool is_time_alone(const Effect& effect) {
  if (effect.change != Change::modified) return false;
  Node after = effect.after;
  after.modified = effect.before.modified;
  after.accessed = effect.before.accessed;
  after.links = effect.before.links;
  return after == effect.before;
}

bool is_access_alone(const Effect& effect) {
  return is_time_alone(effect) && effect.before.modified == effect.after.modified &&
         effect.before.accessed != effect.after.accessed;
}

// Temporary files of utilities such as tac and sort change only the modification time of /tmp.
bool is_trace_of_temporary_file(const Effect& effect) {
  return effect.path == "/tmp" && is_time_alone(effect) && effect.before.modified < effect.after.modified;
}

// A new name of a file that was there, and not a copy of it: what changes one changes the other.
bool is_another_name(const Effect& effect) {
  return effect.change == Change::created && effect.after.type == NodeType::file && effect.after.links > 1;
}

// Bytes may be written into the old file or a new one, so access times are a matter of chance.
bool has_new_bytes(const Effect& effect) {
  return effect.change == Change::modified && effect.after.digest != effect.before.digest;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  const auto is_blank = [](char c) { return c == '\0' || c == ' ' || (c >= '\t' && c <= '\r'); };
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && !is_blank(text[at])) continue;
    std::string_view word = text.substr(begin, at - begin);
    begin = at + 1;
    // The shell's variable _ names the program that prints it.
    if (word.empty() || word.starts_with("_=/")) continue;
    while (word.size() > 2 && word.starts_with("./")) word.remove_prefix(2);
    while (word.size() > 1 && word.ends_with('/')) word.remove_suffix(1);
    if (word.ends_with("/:"))
      word = word.substr(0, word.size() - 2), words.push_back(std::string(word) + ":");
    else
      words.emplace_back(word);
  }
  return words;
}

Expected::Expected(SandboxResult first, const SandboxResult& second, const Measure& measure)
    : first_(std::move(first)), measure_(measure) {
  ending_varies_ =
      first_.end != second.end || first_.exit_code != second.exit_code || first_.signal != second.signal;
  output_varies_ = first_.out != second.out;
  std::map<std::string, const Effect*> again;
  for (const Effect& effect : second.effects) again.emplace(effect.path, &effect);
  files_vary_ = again.size() != first_.effects.size() || first_.effects_cut || second.effects_cut;
  for (const Effect& effect : first_.effects) {
    const auto found = again.find(effect.path);
    if (found == again.end()) {
      files_vary_ = true;
      continue;
    }
    Node node = found->second->after;
    if (node.modified != effect.after.modified) free_times_.insert(effect.path);
    if (node.accessed != effect.after.accessed) free_accesses_.insert(effect.path);
    node.modified = effect.after.modified;
    node.accessed = effect.after.accessed;
    files_vary_ |= effect.change != found->second->change || !(node == effect.after);
  }
  tells_ = !is_bare(first_.out) || !counted(first_.effects).empty();
}

bool Expected::succeeded() const { return first_.end == End::exited && first_.exit_code == 0; }

std::string Expected::difference(const SandboxResult& other) const {
  std::string difference = output_difference(other);
  if (difference.empty()) difference = file_difference(other);
  if (difference.empty()) difference = ending_difference(other);
  return difference;
}

std::string Expected::reason(const SandboxResult& other, const Moments& moments) const {
  Expected mine = *this;
  SandboxResult others = other;
  mine.first_.out = moments.left_out_of(first_.out);
  others.out = moments.left_out_of(other.out);
  std::string text = mine.difference(others);
  if (text.empty()) text = output_difference(other).empty() ? difference(other) : "stdout: another time";
  return moments.left_out_of(text);
}

bool Expected::is_begun_by(const SandboxResult& other) const {
  return ending_difference(other).empty() && goes_on_from(other);
}

bool Expected::goes_on_from(const SandboxResult& other) const {
  if (output_difference(other).empty() || first_.out.starts_with(other.out)) return true;
  if (measure_.question == Question::equivalent || measure_.order == Order::counts) return false;
  std::vector<std::string> all = words_of(first_.out), begun = words_of(other.out);
  std::ranges::sort(all);
  std::ranges::sort(begun);
  return std::ranges::includes(all, begun);
}

std::string Expected::ending_difference(const SandboxResult& other) const {
  if (ending_varies_) return {};
  // Who printed what was asked for and failed on the way, as find does in a folder that it may not read, is
  // not asked to fail.
  const bool fails_by_the_way =
      first_.end == End::exited && !first_.out.empty() && (measure_.hides_errors || !first_.err.empty());
  // Who sees what was found need not be told by the status that something was, or was not.
  const auto says_so = [](const SandboxResult& outcome, bool answers_by_status) {
    return has_worked(outcome) || (answers_by_status && outcome.end == End::exited &&
                                   outcome.exit_code == 1 && outcome.err.empty() && !outcome.out.empty());
  };
  const bool is_same =
      measure_.question == Question::equivalent
          ? first_.end == other.end && first_.exit_code == other.exit_code && first_.signal == other.signal
          : is_same_success(first_, other) || (fails_by_the_way && has_worked(other)) ||
                (says_so(first_, measure_.answers_by_status) &&
                 says_so(other, measure_.other_answers_by_status));
  return is_same ? std::string{} : ending_text(other) + " instead of " + ending_text(first_);
}

std::string Expected::output_difference(const SandboxResult& other) const {
  if (output_varies_ || first_.out == other.out) return {};
  if (measure_.question == Question::equivalent) return first_difference(first_.out, other.out);
  // A user who asks for files to be changed does not mind a report.
  if (first_.out.empty() && !counted(first_.effects).empty()) return {};
  if (names_changes(first_) && (other.out.empty() || mentions_all(other.out, words_of(first_.out))))
    return {};
  if (measure_.reports && !counted(first_.effects).empty()) return {};
  if (measure_.computes && without_last_zeros(first_.out) == without_last_zeros(other.out)) return {};
  if (says_the_same(first_.out, other.out)) return {};
  if (says_more(other.out)) return {};
  if (measure_.layout == Layout::counts || measure_.order == Order::counts)
    return first_difference(first_.out, other.out);
  return first_missing(words_of(first_.out), words_of(other.out));
}

// More than was asked for is an answer; less is not. The exception is a single count, whose subject is
// obvious.
bool Expected::says_more(std::string_view others) const {
  const auto is_in = [this](std::string_view mine, std::string_view more) {
    const std::vector<std::string> readings = plainer(measure_.detail, more);
    return std::ranges::any_of(readings, [&](const std::string& each) { return says_the_same(mine, each); });
  };
  if (is_in(first_.out, others)) return true;
  const bool is_single = std::ranges::count(first_.out, '\n') == 1;
  // Only du prints a total that has to be asked for.
  if (measure_.detail == Detail::totals && !first_.out.ends_with("\ttotal\n") && is_in(others, first_.out))
    return true;
  return measure_.detail == Detail::names_of_counts && is_single && is_in(others, first_.out);
}

// If names are to end in NUL, a later command relies on it.
bool Expected::says_the_same(std::string_view mine, std::string_view others) const {
  if (measure_.layout == Layout::counts) return mine == others;
  if (mine.find('\0') != std::string_view::npos && others.find('\0') == std::string_view::npos) return false;
  const std::vector<std::string> my_words = words_of(mine), other_words = words_of(others);
  if (measure_.order == Order::counts) return my_words == other_words;
  return my_words.size() == other_words.size() && std::ranges::is_permutation(my_words, other_words);
}

// Under *fulfils*, a file rewritten with the same content counts as unchanged.
std::vector<Effect> Expected::counted(const std::vector<Effect>& effects) const {
  const auto is_dropped = [&](const Effect& effect) {
    if (is_trace_of_temporary_file(effect)) return true;
    // Who reads where a link leads changes its time of access.
    if (measure_.question == Question::fulfils && effect.after.type == NodeType::link &&
        is_access_alone(effect))
      return true;
    const bool is_moment =
        (free_times_.contains(effect.path) && is_of_the_run(effect.after.modified)) ||
        (is_access_alone(effect) && free_accesses_.contains(effect.path)) ||
        std::ranges::find(first_.effects, effect.path, &Effect::path) == first_.effects.end();
    return measure_.question == Question::fulfils && is_time_alone(effect) && is_moment;
  };
  std::vector<Effect> counted;
  std::ranges::remove_copy_if(effects, std::back_inserter(counted), is_dropped);
  return counted;
}

std::string Expected::other_change_text(const Effect& mine, const Effect& other) const {
  const std::string my_text = change_text(mine, {}, Digests::left_out);
  const std::string other_text = change_text(other, {}, Digests::left_out);
  if (my_text != other_text) return other_text + " instead of " + my_text;
  if (mine.after.digest != other.after.digest) return other_text + " with other content";
  if (is_another_name(mine) != is_another_name(other))
    return other_text + (is_another_name(other) ? " as another name of a file" : " as a file of its own");
  const bool is_access = is_same_node(mine.path, mine.after, other.after);
  if (is_access && !is_same_file(mine, other))
    return other_text + (other.is_replaced ? " as a new file in its place" : " in the file that was there");
  return other_text + " with another time of " + (is_access ? "access" : "change");
}

bool Expected::is_same_access(const Effect& mine, const Effect& other) const {
  const bool is_moment = free_accesses_.contains(mine.path);
  // A request for another time seldom means the access time.
  if (measure_.question == Question::fulfils && (is_moment || !is_access_alone(mine))) return true;
  if (has_new_bytes(mine)) return true;
  return is_moment ? is_near(mine.after.accessed, other.after.accessed)
                   : mine.after.accessed == other.after.accessed;
}

// Many ways of changing a file put a new one in its place, which seldom matters to who asks for the change.
// Who asks for a file to be emptied and kept has a program that goes on writing to it.
bool Expected::is_same_file(const Effect& mine, const Effect& other) const {
  if (measure_.question == Question::equivalent) return mine.is_replaced == other.is_replaced;
  const bool is_emptied = mine.change == Change::modified && mine.before.size > 0 && mine.after.size == 0 &&
                          mine.after.type == NodeType::file;
  return !is_emptied || mine.is_replaced || !other.is_replaced;
}

bool Expected::is_same_node(const std::string& path, const Node& a, const Node& b) const {
  const bool counts = measure_.question == Question::equivalent;
  if (a.owner != b.owner || a.group != b.group) return false;
  if (a.type != b.type || a.mode != b.mode || a.digest != b.digest || a.target != b.target) return false;
  if (a.type == NodeType::file && (a.size != b.size || (counts && a.links != b.links))) return false;
  // Programs that pack a file give the new one its time, which is no part of what anybody asks them for.
  if (measure_.packs && !counts) return true;
  if (!free_times_.contains(path)) return a.modified == b.modified;
  return (!counts && is_of_the_run(a.modified)) || is_near(a.modified, b.modified);
}

std::string Expected::file_difference(const SandboxResult& other) const {
  if (files_vary_) return {};
  if (other.effects_cut) return "files: not all changes could be looked at";
  const std::vector<Effect> mine = counted(first_.effects), others = counted(other.effects);
  auto a = mine.begin(), b = others.begin();
  while (a != mine.end() || b != others.end()) {
    if (b == others.end() || (a != mine.end() && a->path < b->path))
      return "files: not " + change_text(*a, {}, Digests::left_out);
    if (a == mine.end() || b->path < a->path) return "files: " + change_text(*b, {}, Digests::left_out);
    if (a->change != b->change || is_another_name(*a) != is_another_name(*b) ||
        (a->change != Change::deleted &&
         !(is_same_node(a->path, a->after, b->after) && is_same_file(*a, *b) && is_same_access(*a, *b))))
      return "files: " + other_change_text(*a, *b);
    ++a, ++b;
  }
  return {};
}

}  // namespace assay::behaviour
