#include "rules.h"

#include <array>

#include "assay/equivalence.h"

namespace assay {
namespace canonical {
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
    RuleInfo{Rule::same_bytes, "same-bytes", Rung::exact, ""},
    RuleInfo{Rule::layout, "layout", Rung::whitespace, ""},
    RuleInfo{Rule::quotes, "quotes", Rung::quoting, ""},
    RuleInfo{Rule::brace_expansion, "brace-expansion", Rung::quoting, ""},
    RuleInfo{Rule::group, "group", Rung::quoting, ""},
    RuleInfo{Rule::redirect_both, "redirect-both", Rung::quoting, ""},
    RuleInfo{Rule::pipe_errors, "pipe-errors", Rung::quoting, ""},
    RuleInfo{Rule::flag_order, "flag-order", Rung::flag_order, ""},
    RuleInfo{Rule::cluster, "cluster", Rung::flag_order, ""},
    RuleInfo{Rule::operand_place, "operand-place", Rung::flag_order, ""},
    RuleInfo{Rule::dashes, "dashes", Rung::flag_order, ""},
    RuleInfo{Rule::repeated_option, "repeated-option", Rung::flag_order, ""},
    RuleInfo{Rule::assignment_order, "assignment-order", Rung::flag_order, ""},
    RuleInfo{Rule::redirect_order, "redirect-order", Rung::flag_order, ""},
    RuleInfo{Rule::option_name, "option-name", Rung::aliases, ""},
    RuleInfo{Rule::argument_form, "argument-form", Rung::aliases, ""},
    RuleInfo{Rule::default_value, "default-value", Rung::aliases, ""},
    RuleInfo{Rule::default_operand, "default-operand", Rung::aliases, ""},
    RuleInfo{Rule::option_bundle, "option-bundle", Rung::aliases, ""},
    RuleInfo{Rule::integer_value, "integer", Rung::values, ""},
    RuleInfo{Rule::size_value, "size", Rung::values, ""},
    RuleInfo{Rule::duration_value, "duration", Rung::values, ""},
    RuleInfo{Rule::mode_value, "mode", Rung::values, ""},
    RuleInfo{Rule::signal_value, "signal", Rung::values, ""},
    RuleInfo{Rule::field_list, "field-list", Rung::values, ""},
    RuleInfo{Rule::list_value, "list", Rung::values, ""},
    RuleInfo{Rule::choice_value, "choice", Rung::aliases, ""},
    RuleInfo{Rule::other_name, "other-name", Rung::utility, ""},
    RuleInfo{Rule::operand_set, "operand-set", Rung::utility, ""},
    RuleInfo{Rule::sorted_operands, "sorted-operands", Rung::utility, ""},
    RuleInfo{Rule::subshell, "subshell", Rung::utility, ""},
    RuleInfo{Rule::if_true, "if-true", Rung::utility, ""},
    RuleInfo{Rule::uncertain_operand, "uncertain-operand", Rung::rewrite,
             "expansions among the arguments begin with no dash, and one that is a value is one word"},
    RuleInfo{Rule::redirects_open, "redirects-open", Rung::rewrite, "every file that is redirected to or from can be opened"},
    RuleInfo{Rule::operand_links, "operand-links", Rung::rewrite,
             "no operand is a symbolic link that leads to or through another"},
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
double score_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].score; }
std::string_view name_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].name; }

}  // namespace canonical

std::span<const RuleText> equivalence_rules() {
  static const std::vector<RuleText> all = [] {
    std::vector<RuleText> texts;
    for (const canonical::RuleInfo& each : canonical::kRules) {
      texts.push_back({each.id, canonical::name_of(each.rung), canonical::score_of(each.rung), each.assumption});
    }
    return texts;
  }();
  return all;
}

}  // namespace assay
