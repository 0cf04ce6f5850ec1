// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "assay/internal/shell.h"
#include "fetched_text.h"
#include "find_reach.h"
#include "find_words.h"
#include "roles.h"
#include "walk.h"

namespace assay::risk {
namespace {

constexpr int kMaxDepth = 20;     // nesting of scripts in scripts
constexpr int kMaxCommands = 50;  // nesting of commands in one: nice nice nice …

// Bytes of scripts and inputs that are read for one command: nested calls of parallel multiply, and a group
// of many shells reads one input again and again. Each script counts kScript bytes more.
constexpr std::size_t kMaxRead = std::size_t{4} << 20, kScript = 256;

// Whether the last risks, as far as they are of the same command, contain one like it.
bool is_said(const Risk& risk, const std::vector<Risk>& risks) {
  for (auto at = risks.rbegin(); at != risks.rend(); ++at) {
    if (at->span.begin != risk.span.begin || at->span.end != risk.span.end) return false;
    if (at->harm == risk.harm && at->level == risk.level && at->reason == risk.reason) return true;
  }
  return false;
}

}  // namespace

std::string without_dot(std::string path) { return path.starts_with("./") ? path.substr(2) : path; }

// Checks the last stage against those that feed it.
void Walk::joined(const std::vector<Stage>& stages, Span span) {
  const Stage& last = stages.back();
  for (std::size_t i = 0; i + 1 < stages.size(); ++i)
    for (const Call& call : stages[i]) {
      if (fetches(call)) say_of_input("runs whatever a server sends", RiskLevel::high, span);
      if (decodes(call)) say_of_input("runs what it decodes first", RiskLevel::critical, span);
      if (!last.empty() && sends(last.back()) && reveals_secrets(call))
        say(Harm::credentials, RiskLevel::critical, "sends credentials to another machine", std::nullopt,
            span);
    }
}

void Walk::call(const Words& words, Span span) {
  if (words.empty() || nested_ >= kMaxCommands) return;
  ReadCall read = read_call(words, tables_, span, fed());
  if (read.inner.runs_input) take_input();
  bool is_wrapper = false, has_read = read.inner.runs_input;
  for (const auto& inner : read.inner.all) has_read |= !inner.has_input;
  if (has_read && input_.text) spend(input_.text->size());
  for (const auto& inner : read.inner.all) {
    run(inner, span);
    is_wrapper |= !inner.is_script && !inner.is_default;
  }
  if (is_wrapper) return;
  if (runs_its_input(read.call)) {
    take_input();
    if (!is_language(read.call) && input_.text) run_input(span);
  }
  if (runs_fetched(read.call.name, words, tables_))
    say(Harm::foreign_code, RiskLevel::critical, "runs whatever a server sends", RiskLevel::high, span);
  const auto file = without_dot(run_file(read.call, shown(words.front())));
  if (!file.empty() && fetched_.contains(file))
    say(Harm::foreign_code, RiskLevel::critical, "runs whatever a server sends", RiskLevel::high, span);
  for (auto& each : fetched_files(read.call)) fetched_.insert(without_dot(std::move(each)));
  for (const auto& command : executed_commands(read.call, words)) nested_call(command, span);
  judge(read.call, judge_call);
  calls_.push_back(std::move(read.call));
}

void Walk::nested_call(const Words& words, Span span) {
  ++nested_;
  call(words, span);
  --nested_;
}

Fed Walk::fed() const {
  Fed fed;
  if (*read_ < kMaxRead) fed.input = input_.text;
  if (feeding_stage_ && feeding_stage_->size() == 1 && feeding_stage_->front().name == "find" &&
      reaches_all(feeding_stage_->front().expression, ""))
    fed.find = &feeding_stage_->front();
  return fed;
}

void Walk::run(const InnerCommand& inner, Span span) {
  const auto container = container_;
  const auto input = input_;
  if (inner.place == InnerPlace::container) container_ = inner.container;
  if (inner.place == InnerPlace::host) container_.reset();
  if (!inner.has_input) input_ = {.text = nullptr, .is_there = false};
  if (inner.is_script)
    script(inner.script, span);
  else
    nested_call(inner.words, span);
  container_ = container;
  input_ = input;
}

// Positions inside a script are not positions in the text: its risks get the span of the command that runs
// it. Several scripts of one command may do the same harm, which is said once.
void Walk::script(const std::string& text, Span span) {
  if (depth_ >= kMaxDepth || !spend(text.size() + kScript)) return;
  const auto parsed = shell::parse(text);
  if (!parsed) return;
  Walk walk(tables_, depth_ + 1);
  walk.read_ = read_;
  walk.input_ = input_;
  walk.container_ = container_;
  walk.list(parsed.tree);
  runs_input_ = std::max(runs_input_, walk.runs_input_);
  for (auto& each : walk.take()) {
    each.span = span;
    if (!is_said(each, risks_)) risks_.push_back(std::move(each));
  }
}

bool Walk::spend(std::size_t bytes) {
  *read_ += bytes;
  return *read_ < kMaxRead;
}

void Walk::take_input() {
  if (input_.is_there)
    runs_input_ = std::max(runs_input_, container_ ? RunsInput::in_container : RunsInput::yes);
}

// A shell has read all of its input by the time its commands run.
void Walk::run_input(Span span) {
  const Input input = std::exchange(input_, {.text = nullptr, .is_there = false});
  script(*input.text, span);
  input_ = input;
}

// If the current stage runs its input.
void Walk::say_of_input(std::string reason, RiskLevel from, Span span) {
  if (runs_input_ == RunsInput::no) return;
  Risk risk{Harm::foreign_code, RiskLevel::critical, std::move(reason), from, span};
  if (container_) soften(*container_, risk);
  if (runs_input_ == RunsInput::in_container) soften({}, risk);
  risks_.push_back(std::move(risk));
}

void Walk::say(Harm harm, RiskLevel level, std::string reason, std::optional<RiskLevel> from, Span span) {
  Risk risk{harm, level, std::move(reason), from, span};
  if (container_) soften(*container_, risk);
  risks_.push_back(std::move(risk));
}

}  // namespace assay::risk
