#include "rules.h"

#include <array>

#include "assay/equivalence.h"

namespace assay {
namespace equivalence {
namespace {

struct RungInfo {
  std::string_view name;
  double score;
};

constexpr std::array<RungInfo, 9> kRungs = {{{"exact", 1.0},
                                             {"whitespace", 0.95},
                                             {"quoting", 0.93},
                                             {"flag_order", 0.90},
                                             {"aliases", 0.88},
                                             {"values", 0.86},
                                             {"utility", 0.85},
                                             {"rewrite", 0.80},
                                             {"output", 0.75}}};

constexpr std::array kRules = {
    RuleInfo{Rule::same_bytes, "same-bytes", Rung::exact, "", ""},
    RuleInfo{Rule::layout, "layout", Rung::whitespace, "", ""},
    RuleInfo{Rule::quotes, "quotes", Rung::quoting, "", ""},
    RuleInfo{Rule::brace_expansion, "brace-expansion", Rung::quoting, "", ""},
    RuleInfo{Rule::group, "group", Rung::quoting, "", ""},
    RuleInfo{Rule::redirect_both, "redirect-both", Rung::quoting, "", ""},
    RuleInfo{Rule::pipe_errors, "pipe-errors", Rung::quoting, "", ""},
    RuleInfo{Rule::arithmetic_blanks, "arithmetic-blanks", Rung::quoting, "", ""},
    RuleInfo{Rule::flag_order, "flag-order", Rung::flag_order, "", ""},
    RuleInfo{Rule::cluster, "cluster", Rung::flag_order, "", ""},
    RuleInfo{Rule::operand_place, "operand-place", Rung::flag_order, "", ""},
    RuleInfo{Rule::dashes, "dashes", Rung::flag_order, "", ""},
    RuleInfo{Rule::repeated_option, "repeated-option", Rung::flag_order, "", ""},
    RuleInfo{Rule::assignment_order, "assignment-order", Rung::flag_order, "", ""},
    RuleInfo{Rule::redirect_order, "redirect-order", Rung::flag_order, "", ""},
    RuleInfo{Rule::option_name, "option-name", Rung::aliases, "", ""},
    RuleInfo{Rule::argument_form, "argument-form", Rung::aliases, "", ""},
    RuleInfo{Rule::default_value, "default-value", Rung::aliases, "", ""},
    RuleInfo{Rule::default_operand, "default-operand", Rung::aliases, "", ""},
    RuleInfo{Rule::option_bundle, "option-bundle", Rung::aliases, "", ""},
    RuleInfo{Rule::choice_value, "choice", Rung::aliases, "", ""},
    RuleInfo{Rule::integer_value, "integer", Rung::values, "", ""},
    RuleInfo{Rule::size_value, "size", Rung::values, "", ""},
    RuleInfo{Rule::duration_value, "duration", Rung::values, "", ""},
    RuleInfo{Rule::mode_value, "mode", Rung::values, "", ""},
    RuleInfo{Rule::signal_value, "signal", Rung::values, "", ""},
    RuleInfo{Rule::field_list, "field-list", Rung::values, "", ""},
    RuleInfo{Rule::list_value, "list", Rung::values, "", ""},
    RuleInfo{Rule::other_name, "other-name", Rung::utility, "", ""},
    RuleInfo{Rule::other_utility, "other-utility", Rung::utility, "", ""},
    RuleInfo{Rule::operand_set, "operand-set", Rung::utility, "", ""},
    RuleInfo{Rule::sorted_operands, "sorted-operands", Rung::utility, "", ""},
    RuleInfo{Rule::dash_operand, "dash-operand", Rung::utility, "", ""},
    RuleInfo{Rule::path_spelling, "path-spelling", Rung::utility, "", ""},
    RuleInfo{Rule::find_name, "find-name", Rung::utility, "", ""},
    RuleInfo{Rule::find_default_action, "find-default-action", Rung::utility, "", ""},
    RuleInfo{Rule::find_test_order, "find-test-order", Rung::utility, "", ""},
    RuleInfo{Rule::find_negation, "find-negation", Rung::utility, "", ""},
    RuleInfo{Rule::find_grouping, "find-grouping", Rung::utility, "", ""},
    RuleInfo{Rule::find_option_place, "find-option-place", Rung::utility, "", ""},
    RuleInfo{Rule::find_time, "find-time", Rung::utility, "", ""},
    RuleInfo{Rule::find_size, "find-size", Rung::utility, "", ""},
    RuleInfo{Rule::find_perm, "find-perm", Rung::utility, "", ""},
    RuleInfo{Rule::find_type, "find-type", Rung::utility, "", ""},
    RuleInfo{Rule::find_regextype, "find-regextype", Rung::utility, "", ""},
    RuleInfo{Rule::find_empty, "find-empty", Rung::utility, "", ""},
    RuleInfo{Rule::letter_case, "letter-case", Rung::utility, "", ""},
    RuleInfo{Rule::pattern_dialect, "pattern-dialect", Rung::utility, "", ""},
    RuleInfo{Rule::sort_keys, "sort-keys", Rung::utility, "", ""},
    RuleInfo{Rule::sed_script, "sed-script", Rung::utility, "", ""},
    RuleInfo{Rule::jq_filter, "jq-filter", Rung::utility, "", ""},
    RuleInfo{Rule::awk_program, "awk-program", Rung::utility, "", ""},
    RuleInfo{Rule::character_set, "character-set", Rung::utility, "", ""},
    RuleInfo{Rule::echo_text, "echo-text", Rung::utility, "", ""},
    RuleInfo{Rule::test_brackets, "test-brackets", Rung::utility, "", ""},
    RuleInfo{Rule::no_operation, "no-operation", Rung::utility, "", ""},
    RuleInfo{Rule::subshell, "subshell", Rung::utility, "", ""},
    RuleInfo{Rule::if_true, "if-true", Rung::utility, "", ""},
    RuleInfo{Rule::inner_script, "inner-script", Rung::utility, "", ""},
    RuleInfo{Rule::joined_words, "joined-words", Rung::utility, "", ""},
    RuleInfo{Rule::date_format, "date-format", Rung::utility, "", ""},
    RuleInfo{Rule::date_words, "date-words", Rung::utility, "", ""},
    RuleInfo{Rule::sequence_start, "sequence-start", Rung::utility, "", ""},
    RuleInfo{Rule::request_method, "request-method", Rung::utility, "", ""},
    RuleInfo{Rule::request_data, "request-data", Rung::utility, "", ""},
    RuleInfo{Rule::null_device, "null-device", Rung::utility, "", ""},
    RuleInfo{Rule::here_string, "here-string", Rung::utility, "", ""},
    RuleInfo{Rule::empty_output, "empty-output", Rung::utility, "", ""},
    RuleInfo{Rule::pipe_output, "pipe-output", Rung::utility, "", ""},
    RuleInfo{Rule::unseen_errors, "unseen-errors", Rung::utility, "", ""},
    RuleInfo{Rule::loop_word, "loop-word", Rung::utility, "", ""},
    RuleInfo{Rule::field_separator, "field-separator", Rung::utility, "", ""},
    RuleInfo{Rule::group_owner, "group-owner", Rung::utility, "", ""},
    RuleInfo{Rule::replacement_mark, "replacement-mark", Rung::utility, "", ""},
    RuleInfo{Rule::redirects_open, "redirects-open", Rung::rewrite,
             "every file that is redirected to or from can be opened", "{} can be opened"},
    RuleInfo{Rule::operand_links, "operand-links", Rung::rewrite,
             "no operand is a symbolic link that leads to or through another",
             "among {} is no symbolic link that leads to or through another"},
    RuleInfo{Rule::program_folder, "program-folder", Rung::rewrite, "PATH finds the same program",
             "PATH finds {}, or the same program"},
    RuleInfo{Rule::useless_cat, "useless-cat", Rung::rewrite,
             "the named input can be read, and nobody writes to it meanwhile",
             "{} can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::input_operand, "input-operand", Rung::rewrite,
             "the named input can be read, and nobody writes to it meanwhile",
             "{} can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::sort_unique, "sort-unique", Rung::rewrite,
             "the locale tells different lines apart, and the input can be read", ""},
    RuleInfo{Rule::last_sort, "last-sort", Rung::rewrite,
             "the named input can be read, and nobody writes to it meanwhile",
             "{} can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::first_lines, "first-lines", Rung::rewrite,
             "what is read can be, comes to an end, and nobody writes to it meanwhile", ""},
    RuleInfo{Rule::count_alone, "count-alone", Rung::rewrite,
             "the named input can be read, and nobody writes to it meanwhile",
             "{} can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::file_substitution, "file-substitution", Rung::rewrite,
             "the named input can be read, and nobody writes to it meanwhile",
             "{} can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::plain_copy, "plain-copy", Rung::rewrite,
             "the named input can be read, and nobody writes to it meanwhile",
             "{} can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::emptied_file, "emptied-file", Rung::rewrite,
             "what is emptied is a plain file that may be written to, or not there yet",
             "{} is a plain file that may be written to, or not there yet"},
    RuleInfo{Rule::plain_unlink, "plain-unlink", Rung::rewrite, "rm has nothing to ask about what it removes",
             "rm has nothing to ask about {}"},
    RuleInfo{Rule::user_name, "user-name", Rung::rewrite, "the user's number has a name", ""},
    RuleInfo{Rule::text_input, "text-input", Rung::rewrite,
             "the named input is text that can be read, and nobody writes to it meanwhile",
             "{} is text that can be read, and nobody writes to it meanwhile"},
    RuleInfo{Rule::awk_lines, "awk-lines", Rung::rewrite, "what is read can be, and ends in a newline",
             "what `{}` reads can be read, and ends in a newline"},
    RuleInfo{Rule::awk_fields, "awk-fields", Rung::rewrite,
             "each line that is read has the fields that are printed",
             "each line has the fields that `{}` prints"},
    RuleInfo{Rule::valid_text, "valid-text", Rung::rewrite, "what is read is valid text of the locale", ""},
    RuleInfo{Rule::number_words, "number-words", Rung::rewrite, "IFS holds neither digits nor a minus sign",
             ""},
    RuleInfo{Rule::matching_glob, "matching-glob", Rung::rewrite, "something matches the pattern", ""},
    RuleInfo{Rule::exec_plus, "exec-plus", Rung::rewrite, "each call of the command succeeds", ""},
    RuleInfo{Rule::exec_xargs, "exec-xargs", Rung::rewrite,
             "each call of the command succeeds and asks nothing, and so does find; nothing is made that "
             "find would come to",
             ""},
    RuleInfo{Rule::something_found, "something-found", Rung::rewrite, "find finds something",
             "find finds something for `{}`"},
    RuleInfo{Rule::exec_delete, "exec-delete", Rung::rewrite, "find and every removal succeed, and none asks",
             ""},
    RuleInfo{Rule::any_name, "any-name", Rung::rewrite, "file names are valid text of the locale", ""},
    RuleInfo{Rule::readable_folders, "readable-folders", Rung::rewrite,
             "find can read every folder that it comes to", ""},
    RuleInfo{Rule::plain_files, "plain-files", Rung::rewrite, "diff is given files, not folders", ""},
    RuleInfo{Rule::found_files, "found-files", Rung::rewrite, "zip finds something to pack", ""},
    RuleInfo{Rule::tar_compression, "tar-compression", Rung::rewrite,
             "the archive is compressed as the option says", "the compression of {} is []"},
    RuleInfo{Rule::trailing_slash, "trailing-slash", Rung::rewrite,
             "what is named with a slash behind it is a folder", "{} is a folder"},
    RuleInfo{Rule::process_id, "process-id", Rung::rewrite, "what stands for processes is IDs of processes",
             "{} is the ID of a process"},
    RuleInfo{Rule::ssh_port, "ssh-port", Rung::rewrite, "no configuration of ssh names a port", ""},
    RuleInfo{Rule::dig_header, "dig-header", Rung::rewrite,
             "nobody reads in which words dig says that it was called", ""},
    RuleInfo{Rule::root_number, "root-number", Rung::rewrite, "the user and the group 0 are called root", ""},
    RuleInfo{Rule::search_path, "search-path", Rung::rewrite, "CDPATH is not set", ""},
    RuleInfo{Rule::target_folder, "target-folder", Rung::rewrite,
             "what is named with a slash behind it is a folder that holds no folder of that name, nor a link "
             "to one",
             "{} is a folder that holds no folder of that name, nor a link to one"},
    RuleInfo{Rule::home_tilde, "home-tilde", Rung::rewrite, "HOME is set to an absolute path", ""},
    RuleInfo{Rule::class_ranges, "class-ranges", Rung::rewrite,
             "the locale's letters and blanks are those of ASCII", ""},
    RuleInfo{Rule::grep_count, "grep-count", Rung::output,
             "the exit status does not count, and the input is text that can be read", ""},
    RuleInfo{Rule::awk_grep, "awk-grep", Rung::output,
             "the exit status does not count, and the input is text that can be read", ""},
    RuleInfo{Rule::if_and, "if-and", Rung::output, "the exit status does not count", ""},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  return kRules.size() == static_cast<std::size_t>(Rule::count_);
}
static_assert(in_order());

}  // namespace

const RuleInfo& info(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }
std::string assumption_of(const Applied& applied) {
  const RuleInfo& rule = info(applied.rule);
  if (rule.sentence.empty() || applied.subject.empty()) return std::string(rule.assumption);
  std::string text(rule.sentence);
  const auto fill = [&text](std::string_view place, const std::string& words) {
    if (const std::size_t at = text.find(place); at != std::string::npos)
      text.replace(at, place.size(), words);
  };
  fill("{}", applied.subject);
  fill("[]", applied.value);
  return text;
}

std::optional<Contradiction> contradiction_in(const std::vector<Applied>& applied) {
  for (std::size_t at = 0; at < applied.size(); ++at) {
    for (std::size_t before = 0; before < at; ++before) {
      const bool is_one_subject =
          applied[at].rule == applied[before].rule && applied[at].subject == applied[before].subject;
      if (is_one_subject && applied[at].value != applied[before].value)
        return Contradiction{&applied[before], &applied[at]};
    }
  }
  return std::nullopt;
}

double score_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].score; }
std::string_view name_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].name; }

}  // namespace equivalence

std::span<const RuleText> equivalence_rules() {
  static const std::vector<RuleText> all = [] {
    std::vector<RuleText> texts;
    for (const equivalence::RuleInfo& each : equivalence::kRules) {
      texts.push_back(
          {each.id, equivalence::name_of(each.rung), equivalence::score_of(each.rung), each.assumption});
    }
    return texts;
  }();
  return all;
}

}  // namespace assay
