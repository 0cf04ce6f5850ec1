// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "find.h"
#include "roles.h"
#include "walk.h"

namespace assay::risk {
namespace {

using shell::Word;

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

// name=value as a word; none if it is not one.
std::optional<std::pair<std::string, Word>> assignment_in(const Word& word) {
  if (word.segments.empty()) return std::nullopt;
  const auto* text = std::get_if<shell::Text>(&word.segments.front().node);
  const std::size_t equals = text ? text->text.find('=') : std::string::npos;
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  Word value = word;
  auto& rest = std::get<shell::Text>(value.segments.front().node).text;
  const std::string name = rest.substr(0, equals);
  rest.erase(0, equals + 1);
  if (rest.empty()) value.segments.erase(value.segments.begin());
  return std::pair(name, std::move(value));
}

std::string joined_text(std::span<const Word> words) {
  std::string text;
  for (const Word& each : words) text += (text.empty() ? "" : " ") + reread_text(each);
  return text;
}

bool declares(std::string_view name) { return is_among(name, "export declare local readonly typeset"); }

std::pair<std::string_view, RiskLevel> words_of(Origin origin) {
  return origin == Origin::fetched
             ? std::pair(std::string_view("runs whatever a server sends"), RiskLevel::high)
             : std::pair(std::string_view("runs what it decodes first"), RiskLevel::critical);
}

}  // namespace

// Checks the last stage against those that feed it.
void Walk::joined(const std::vector<Stage>& stages, Span span) {
  const Stage& last = stages.back();
  for (std::size_t i = 0; i + 1 < stages.size(); ++i)
    for (const StageCall& each : stages[i]) {
      say_of_input(each.origin, span);
      if (!last.empty() && sends(last.back().call) && reveals_secrets(each.call))
        say(Harm::credentials, RiskLevel::critical, "sends credentials to another machine", std::nullopt,
            span);
    }
}

void Walk::call(const Words& words, Span span) {
  if (words.empty() || nested_ >= kMaxCommands) return;
  const ReadCall read = read_call(words, tables_, span);
  const Call& call = read.call;
  if (call.only_informs) return;
  if (const auto function = functions_.find(call.name); function != functions_.end() && call.name != bomb_)
    call_function(*function->second, words);
  change_variables(call.name, words);
  if (const auto text = texts_.text_of_variable("alias " + call.name); text && nested_ < kMaxCommands) {
    ++nested_;
    script(*text + " " + joined_text(std::span(words).subspan(1)), span);
    --nested_;
  }

  const Fed fed = this->fed();
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < read.texts.size(); ++i) arguments.push_back({read.texts[i], Known::literal});
  const CommandsRun inner = commands_run_by(tables_, call.name, arguments, fed.input.get());
  if (inner.runs_input) take_input();
  bool is_wrapper = false, has_read = inner.runs_input;
  for (const CommandRun& each : inner.all) has_read |= !each.has_input;
  if (has_read && input_.text) spend(input_.text->size());
  std::size_t expressions = 0;
  for (const CommandRun& each : inner.all) {
    if (each.is_of_expression)
      nested_call(executed_command(call, words, each, expressions++ == 0), span);
    else
      run(each, words, span);
    is_wrapper |= each.form == CommandRun::Form::argv && !each.is_of_expression;
  }
  if (is_wrapper) return;
  if (runs_its_input(call)) {
    take_input();
    if (!is_language(call) && input_.text) run_input(span);
  }
  if (call.name == "eval" || (is_language(call) && has_script(call))) say_of_origin(origin_, span);
  say_of_origin(texts_.origin_of(words.front()), span);
  run_file(call, words, span);
  for (auto& each : fetched_files(call)) texts_.keep_file(each, {std::nullopt, Origin::fetched}, false);
  if ((call.name == "cp" || call.name == "mv") && call.operands.size() == 2)
    texts_.copy_file(call.operands.front(), call.operands.back());
  if (const Held* held =
          call.name == "crontab" && call.operands.size() == 1 ? texts_.file(call.operands.front()) : nullptr;
      held && held->text)
    for (const CommandRun& each : commands_run_by(tables_, call.name, {}, &*held->text).all)
      script(each.text, span);
  judge(call, judge_call);
  for (const std::string& each : effects_of_programs(tables_, call.name, arguments).written)
    judge(each, [&](const std::string& target, std::vector<Risk>& risks) {
      judge_writing(target, Writing::replaces, span, risks);
    });
  calls_.push_back({call, texts_.origin_of(call, words)});
}

void Walk::nested_call(const Words& words, Span span) {
  ++nested_;
  call(words, span);
  --nested_;
}

// Its body once more, with what it is called with.
void Walk::call_function(const shell::FunctionDefinition& function, const Words& words) {
  if (words.size() < 2 || nested_ >= kMaxCommands || !spend(kScript)) return;
  const KnownTexts outer = texts_;
  const std::string outer_bomb = std::exchange(bomb_, function.name);
  for (std::size_t i = 1; i < words.size() && i < 10; ++i)
    texts_.set(std::to_string(i), Held(shell::literal_value(words[i]), texts_.origin_of(words[i])));
  ++nested_;
  command(*function.body);
  --nested_;
  bomb_ = outer_bomb;
  texts_.take_variables_of(outer);
}

// By export, read, printf -v and their like.
void Walk::change_variables(const std::string& name, const Words& words) {
  if (declares(name) || name == "alias") {
    for (std::size_t i = 1; i < words.size(); ++i)
      if (const auto found = assignment_in(words[i])) {
        texts_.assign((name == "alias" ? "alias " : "") + found->first, found->second, false);
        if (!is_among(name, "alias export readonly")) locals_.push_back(found->first);
      }
  } else if (name == "read" && words.size() > 1 && input_.text) {
    // The only name, or the last one, gets the line or what is left of it; of others nothing is known.
    for (std::size_t i = 1; i < words.size(); ++i) texts_.forget(word_text(words[i]));
    if (words.size() == 2 || (words.size() == 3 && word_text(words[1]) == "-r"))
      texts_.set(word_text(words.back()),
                 Held(input_.text->substr(0, input_.text->find('\n')), Origin::here));
  } else if (is_among(name, "read unset mapfile readarray")) {
    for (std::size_t i = 1; i < words.size(); ++i) texts_.forget(word_text(words[i]));
  } else if (name == "printf" && words.size() > 3 && word_text(words[1]) == "-v") {
    shell::SimpleCommand printed;
    printed.words.push_back(words[0]);
    printed.words.insert(printed.words.end(), words.begin() + 3, words.end());
    const auto text = shell::produced_text(
        {.node = printed, .redirects = {}, .pipes_errors = false, .span = {}}, nullptr, texts_.sources());
    texts_.set(word_text(words[2]), Held(text, Origin::here));
  }
}

Fed Walk::fed() const {
  Fed fed;
  if (*read_ < kMaxRead) fed.input = input_.text;
  if (feeding_stage_ && feeding_stage_->size() == 1 && feeding_stage_->front().call.name == "find" &&
      reaches_all(feeding_stage_->front().call.expression, ""))
    fed.find = &feeding_stage_->front().call;
  return fed;
}

void Walk::run(const CommandRun& inner, const Words& words, Span span) {
  const auto container = container_;
  const auto input = input_;
  const Fed fed = this->fed();
  if (inner.place == InnerPlace::container) container_ = container_of(inner.part);
  if (inner.place == InnerPlace::host) container_.reset();
  if (!inner.has_input) input_ = {.text = nullptr, .is_there = false};
  const std::span<const Word> all(words);
  const bool by_shell = inner.form == CommandRun::Form::script;
  const auto within = all.subspan(inner.begin + 1, inner.end - inner.begin);
  const bool is_text = inner.begin == inner.end && !inner.text.empty();
  if (is_text) {
    if (inner.text_at > 0) say_of_origin(texts_.origin_of(words[inner.text_at + 1]), span);
    script(inner.text, span);
  } else if (inner.part.utility->inner.input == InputUse::arguments) {
    for (const Words& each : with_arguments(inner.part, all.subspan(inner.begin + 1), fed, by_shell))
      by_shell ? script(joined_text(each), span) : nested_call(each, span);
  } else if (inner.are_keys) {
    std::vector<std::string> typed;
    for (const Word& each : within) typed.push_back(reread_text(each));
    script(typed_text(typed), span);
  } else if (by_shell) {
    for (const Word& each : within) say_of_origin(texts_.origin_of(each), span);
    // sh -c 'script' name positions
    Words positions;
    if (inner.part.inner == InnerForm::script)
      for (const std::uint32_t at : inner.part.operands) positions.push_back(words[inner.part_at + at + 1]);
    const std::string name(base_name(word_text(words.front())));
    if ((name == "eval" || is_shell(name)) && origin_ == Origin::decoded) say_of_origin(origin_, span);
    script(joined_text(within), span, positions, name == "eval");
  } else {
    nested_call({within.begin(), within.end()}, span);
  }
  container_ = container;
  input_ = input;
}

// A script that is a file: of a shell or interpreter, of source, or called by its path.
void Walk::run_file(const Call& call, const Words& words, Span span) {
  const auto at = run_file_at(call, word_text(words.front()));
  if (!at) return;
  const Word& word = words[*at];
  const Held* held = texts_.file(word_text(word));
  say_of_origin(std::max(texts_.origin_of(word), held ? held->origin : Origin::here), span);
  shell::KnownText text = shell::provided_text(word, texts_.sources());
  if (!text && held) text = held->text;
  if (!text) return;
  if (!is_language(call)) return script(*text, span, {}, call.name == "source" || call.name == ".");
  for (const CommandRun& each : commands_run_by(tables_, call.name, {}, text.get()).all)
    script(each.text, span);
}

// Positions inside a script are not positions in the text: its risks get the span of the command that runs
// it. Several scripts of one command may do the same harm, which is said once.
void Walk::script(const std::string& text, Span span, const Words& positions, bool is_of_this_shell) {
  if (depth_ >= kMaxDepth || !spend(text.size() + kScript)) return;
  const auto parsed = shell::parse(text);
  if (!parsed) return;
  Walk walk(tables_, depth_ + 1);
  walk.read_ = read_;
  walk.input_ = input_;
  walk.container_ = container_;
  walk.texts_ = texts_;
  walk.functions_ = functions_;
  for (std::size_t i = 0; i < positions.size() && i < 10; ++i)
    walk.texts_.set(std::to_string(i),
                    Held(shell::literal_value(positions[i]), texts_.origin_of(positions[i])));
  walk.list(parsed.tree);
  runs_input_ = std::max(runs_input_, walk.runs_input_);
  if (is_of_this_shell) texts_ = walk.texts_;
  for (auto& each : walk.take()) {
    each.span = span;
    add(std::move(each));
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
void Walk::say_of_input(Origin origin, Span span) {
  if (runs_input_ == RunsInput::no || origin == Origin::here) return;
  const auto [reason, from] = words_of(origin);
  Risk risk{Harm::foreign_code, RiskLevel::critical, std::string(reason), from, span};
  if (container_) soften(*container_, risk);
  if (runs_input_ == RunsInput::in_container) soften({}, risk);
  add(std::move(risk));
}

void Walk::say_of_origin(Origin origin, Span span) {
  if (origin == Origin::here) return;
  const auto [reason, from] = words_of(origin);
  say(Harm::foreign_code, RiskLevel::critical, std::string(reason), from, span);
}

void Walk::say(Harm harm, RiskLevel level, std::string reason, std::optional<RiskLevel> from, Span span) {
  Risk risk{harm, level, std::move(reason), from, span};
  if (container_) soften(*container_, risk);
  add(std::move(risk));
}

void Walk::add(Risk risk) {
  if (!is_said(risk, risks_)) risks_.push_back(std::move(risk));
}

}  // namespace assay::risk
