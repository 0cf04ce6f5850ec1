// SPDX-License-Identifier: Apache-2.0
// Recursive descent on characters: in shell text the meaning of a character depends on the grammar around it,
// so there is no token stream. Every function returns false once something has failed; the first failure is
// kept.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell.h"

namespace assay::shell {

// A position in the source. Line continuations (backslash newline) are skipped: `at` never sees one, except
// after the raw steps, which single quotes, comments and quoted here-documents need.
class Cursor {
 public:
  explicit Cursor(std::string_view text, std::size_t position = 0) : text_(text), position_(position) {
    splice();
  }

  std::size_t position() const { return position_; }
  std::string_view text() const { return text_; }
  bool at_end() const { return position_ >= text_.size(); }

  // NUL at the end: the parser rejects sources that contain one.
  char at() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  char next() const {
    Cursor ahead = *this;
    ahead.advance();
    return ahead.at();
  }
  bool looking_at(std::string_view wanted) const {
    Cursor ahead = *this;
    for (const char c : wanted) {
      if (ahead.at() != c) return false;
      ahead.advance();
    }
    return true;
  }

  void advance() {
    if (position_ < text_.size()) ++position_;
    splice();
  }
  void advance(std::size_t count) {
    while (count-- > 0) advance();
  }

  void advance_raw() { ++position_; }
  void jump(std::size_t position) { position_ = position, splice(); }
  void jump_raw(std::size_t position) { position_ = position; }
  void splice() {
    while (position_ + 1 < text_.size() && text_[position_] == '\\' && text_[position_ + 1] == '\n')
      position_ += 2;
  }

 private:
  std::string_view text_;
  std::size_t position_;
};

// The context of unquoted text: what ends it and what is special in it.
enum class Context {
  word,               // ends at a blank or operator
  argument,           // ${x:-…}: ends at }
  pattern,            // ${x/…/with}: ends at / or }
  offset,             // ${x:…:length}: ends at : or }
  subscript,          // a[…]: ends at ], brackets nest
  arithmetic,         // $((…)): ends at ), parentheses nest
  old_arithmetic,     // $[…]: ends at ], brackets nest
  arithmetic_clause,  // for ((…;…;…)): ends at ; or ), parentheses nest
  alternative,        // @(…|…): ends at | or )
  regex,              // right of =~: ends at a blank or operator, but parentheses group and | is plain
};

// The context of quoted text.
enum class QuotedContext {
  double_quotes,  // ends at "
  here_document,  // ends with the source; " is plain
  argument,       // "${x:-…}": ends at }
};

enum class Reserved {
  none,
  in,
  if_,
  then,
  elif,
  else_,
  fi,
  while_,
  until,
  for_,
  select,
  do_,
  done,
  case_,
  esac,
  function,
  time,
  coproc,
  bang,
  left_brace,
  right_brace,
  left_test,
  right_test,
};

// The meaning of `text` in command position.
Reserved reserved_word(std::string_view text);

struct ParserStart {
  std::size_t position = 0;
  int depth = 0;
  std::optional<Span> fixed_span;  // the text is a rewritten copy of this part of the source
};

class Parser {
 public:
  Parser(std::string_view text, const ParseOptions& options, const ParserStart& start = {});

  bool parse_script(List& list);
  bool parse_here_document_body(std::vector<Segment>& parts);
  const std::optional<ParseError>& error() const { return error_; }
  bool substitutes_here() const { return substitutes_here_; }
  bool has_bash_prefix() const { return bash_prefix_; }

 private:
  struct PendingDocument {
    DoubleQuoted* body;  // inside its redirection's target, on the heap: stays put when the redirection moves
    std::string delimiter;
    bool quoted;
    bool strips_tabs;
  };
  enum class Arithmetics { yes, no, failed };
  // Delimiters that unquoted text must close before it can end.
  struct Open {
    int brackets = 0;
    int choices = 0;  // in an offset: each ? needs its own colon
  };
  class Deeper;

  // parser.cc
  bool fail(std::string_view message);
  bool fail_at(std::size_t offset, std::string_view message);
  bool unexpected();
  bool parse_inner(std::string_view text, const ParserStart& start, List& list);
  Span span_from(std::size_t begin) const;

  // lexer.cc
  void skip_blanks();
  bool skip_newlines();
  bool take_newline();
  bool at_word() const;
  bool at_list_end() const;
  Reserved peek_reserved() const;
  bool take_reserved(Reserved wanted, std::string_view spelling);
  bool take(char c);
  bool at_process_substitution() const;

  // list_parser.cc
  bool parse_list(List& list);
  bool parse_body(List& list);
  bool parse_separator(AndOr& item, bool& more);
  bool parse_and_or(AndOr& item);
  bool parse_pipeline(Pipeline& pipeline);
  void take_pipeline_prefix(Pipeline& pipeline, int& prefixes);
  bool at_pipeline_end() const;
  bool parse_stages(Pipeline& pipeline);

  // command_parser.cc
  bool parse_command(Command& command);
  bool parse_simple(Command& command);
  bool parse_simple_word(SimpleCommand& simple, bool after_name);
  bool parse_assignment(SimpleCommand& simple, bool& found);
  bool parse_assignment_target(Assignment& assignment, bool& found);
  bool parse_value(Word& value);
  bool parse_array(Segment& segment);
  bool parse_array_element(Array& array);
  bool parse_declared_array(Word& word, bool& found);
  bool parse_function_body(Command& command, std::string name);
  bool parse_function_definition(Command& command, std::string name);

  // redirect_parser.cc
  bool at_redirect() const;
  bool parse_redirect(std::vector<Redirect>& redirects);
  bool parse_redirects(std::vector<Redirect>& redirects);
  bool parse_descriptor(Redirect& redirect);
  bool parse_redirect_operator(Redirect& redirect, bool& strips_tabs);

  // compound_parser.cc
  bool parse_compound(Command& command, Reserved reserved);
  bool parse_subshell(Command& command);
  bool parse_group(Command& command);
  bool parse_if(Command& command);
  bool parse_loop(Command& command, LoopKind kind);
  bool parse_for(Command& command, ForKind kind);
  bool parse_for_words(For& loop);
  bool parse_arithmetic_for(Command& command);
  bool parse_do_body(List& body);
  bool parse_case(Command& command);
  bool parse_case_item(Case& out);
  bool parse_case_patterns(CaseItem& item);
  bool parse_function(Command& command);
  bool parse_coprocess(Command& command);
  bool begins_compound() const;
  void take_coprocess_name(std::string& name);
  bool is_plain_coprocess(const Command& body);

  // condition_parser.cc
  bool parse_test(Command& command);
  bool parse_parts(Condition& condition, std::string_view sign, ConditionKind kind,
                   bool (Parser::*parse_part)(Condition&));
  bool parse_either(Condition& condition);
  bool parse_both(Condition& condition);
  bool parse_condition_term(Condition& condition);
  bool parse_condition_operand(Condition& condition);
  bool parse_binary_operand(Condition& condition);
  bool at_unquoted(std::string_view spelling) const;

  // here_document.cc
  bool begin_here_document(Redirect& redirect, bool strips_tabs);
  bool read_here_documents();
  bool read_here_document(const PendingDocument& document);
  bool find_here_document_end(const PendingDocument& document, std::size_t& body_end, std::size_t& next);
  bool parse_here_document_text(const PendingDocument& document, std::size_t begin, std::size_t end);

  // word_parser.cc
  bool parse_word(Word& word, Context context = Context::word);
  bool parse_segments(std::vector<Segment>& out, Context context);
  bool parse_special(std::vector<Segment>& out, Context context, Open& open, bool& done);
  bool parse_inner_quote(std::vector<Segment>& parts);
  bool parse_quote(std::vector<Segment>& out, char quote);
  bool parse_escape(std::vector<Segment>& out);
  void append_escaped(std::vector<Segment>& out, char c, std::size_t begin);
  bool parse_single_quoted(std::vector<Segment>& out);
  bool parse_double_quoted(std::vector<Segment>& out, std::size_t begin);
  bool parse_quoted_parts(std::vector<Segment>& parts, QuotedContext context);
  bool parse_quoted_special(std::vector<Segment>& parts, QuotedContext context, bool& done);
  bool parse_quoted_escape(std::vector<Segment>& parts, QuotedContext context);
  bool parse_quoted_apostrophe(std::vector<Segment>& parts);
  bool parse_quoted_process(std::vector<Segment>& parts);
  bool parse_extended_glob(std::vector<Segment>& out);
  void append_literal(std::vector<Segment>& out, std::string_view text, std::size_t begin);

  // substitution_parser.cc
  bool parse_dollar(std::vector<Segment>& out, std::optional<QuotedContext> quoted);
  bool parse_dollar_quote(std::vector<Segment>& out, std::size_t begin);
  bool parse_dollar_quote_in_quotes(std::vector<Segment>& out, std::size_t begin);
  bool read_ansi_quote(std::string& decoded, std::size_t begin);
  bool parse_command_substitution(std::vector<Segment>& out, std::size_t begin);
  bool parse_current_shell_substitution(std::vector<Segment>& out, std::size_t begin);
  bool parse_process_substitution(std::vector<Segment>& out);
  bool parse_nested_list(List& list, char close);
  bool parse_backquotes(std::vector<Segment>& out, std::optional<QuotedContext> quoted);

  // arithmetic_parser.cc
  bool is_readable_subshell(std::size_t begin);
  bool parse_arithmetic_or_command(std::vector<Segment>& out, std::size_t begin);
  bool parse_old_arithmetic(std::vector<Segment>& out, std::size_t begin);
  Arithmetics try_arithmetic(Arithmetic& arithmetic);

  // parameter_parser.cc
  bool parse_plain_parameter(std::vector<Segment>& out, std::size_t begin, bool quoted);
  bool parse_braced_parameter(std::vector<Segment>& out, std::size_t begin, bool quoted);
  bool parse_parameter_start(Parameter& parameter);
  bool parse_parameter_name(Parameter& parameter);
  bool parse_parameter_operation(Parameter& parameter, bool quoted);
  bool parse_default_operation(Parameter& parameter, bool quoted);
  bool parse_removal(Parameter& parameter);
  bool parse_replacement(Parameter& parameter);
  bool parse_substring(Parameter& parameter);
  bool parse_case_change(Parameter& parameter);
  bool parse_transform(Parameter& parameter);

  Cursor cursor_;
  const ParseOptions& options_;
  std::optional<ParseError> error_;
  std::optional<Span> fixed_span_;
  int depth_ = 0;
  bool substitutes_here_ = false;                            // some ${ …; } so far
  bool bash_prefix_ = false;                                 // some ! or time that only bash reads
  std::size_t second_parenthesis_ = std::string_view::npos;  // where that of the last (( stands
  bool in_here_document_ = false;
  bool in_parameter_ = false;       // inside ${…}, where braces are text
  bool closes_with_brace_ = false;  // inside ${ …; }, where } needs no blank after it
  std::vector<PendingDocument> pending_;
  std::size_t pending_base_ = 0;             // how many of those belong to text outside the substitution
  std::vector<std::size_t> not_arithmetic_;  // positions where `((` turned out to be two parentheses
};

// Counts a level of nesting during its lifetime; allowed() is false if there are too many.
class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser) : parser_(parser) { ++parser_.depth_; }
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  bool allowed() { return parser_.depth_ <= parser_.options_.max_depth || parser_.fail("nested too deeply"); }

 private:
  Parser& parser_;
};

}  // namespace assay::shell
