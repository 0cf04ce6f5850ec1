// SPDX-License-Identifier: Apache-2.0
#include "table_names.h"

#include <algorithm>

namespace assay {
namespace {

constexpr NamedValue<Arity> arity_names[] = {
    {"none", Arity::none},         {"required", Arity::required}, {"optional", Arity::optional},
    {"attached", Arity::attached}, {"pair", Arity::pair},         {"number", Arity::number},
    {"perhaps", Arity::perhaps},   {"next", Arity::next},
};

constexpr NamedValue<Repetition> repetition_names[] = {
    {"unknown", Repetition::unknown},       {"exits", Repetition::exits},
    {"idempotent", Repetition::idempotent}, {"last_wins", Repetition::last_wins},
    {"ordered", Repetition::ordered},       {"set", Repetition::set},
    {"counts", Repetition::counts},         {"once", Repetition::once},
};

constexpr NamedValue<ValueKind> value_kind_names[] = {
    {"text", ValueKind::text},           {"integer", ValueKind::integer},
    {"size", ValueKind::size},           {"duration", ValueKind::duration},
    {"mode", ValueKind::mode},           {"owner", ValueKind::owner},
    {"signal", ValueKind::signal},       {"field_list", ValueKind::field_list},
    {"sort_key", ValueKind::sort_key},   {"list", ValueKind::list},
    {"path", ValueKind::path},           {"pattern", ValueKind::pattern},
    {"character", ValueKind::character}, {"choice", ValueKind::choice},
    {"script", ValueKind::script},       {"program", ValueKind::program},
};

constexpr NamedValue<GroupRule> group_rule_names[] = {
    {"last_wins", GroupRule::last_wins},
    {"ordered", GroupRule::ordered},
};

constexpr NamedValue<OptionOrder> option_order_names[] = {
    {"permute", OptionOrder::permute},
    {"stop", OptionOrder::stop},
    {"none", OptionOrder::none},
};

constexpr NamedValue<OperandRole> operand_role_names[] = {
    {"text", OperandRole::text},       {"path", OperandRole::path},
    {"source", OperandRole::source},   {"target", OperandRole::target},
    {"pattern", OperandRole::pattern}, {"program", OperandRole::program},
    {"script", OperandRole::script},   {"mode", OperandRole::mode},
    {"owner", OperandRole::owner},     {"user", OperandRole::user},
    {"host", OperandRole::host},       {"url", OperandRole::url},
    {"process", OperandRole::process}, {"signal", OperandRole::signal},
    {"number", OperandRole::number},   {"duration", OperandRole::duration},
    {"name", OperandRole::name},       {"assignment", OperandRole::assignment},
    {"command", OperandRole::command}, {"character_set", OperandRole::character_set},
};

constexpr NamedValue<OperandOrder> operand_order_names[] = {
    {"kept", OperandOrder::kept},
    {"names", OperandOrder::names},
    {"usually", OperandOrder::usually},
    {"sorted", OperandOrder::sorted},
};

constexpr NamedValue<StdinUse> stdin_use_names[] = {
    {"unknown", StdinUse::unknown},
    {"never", StdinUse::never},
    {"without_operands", StdinUse::without_operands},
    {"always", StdinUse::always},
};

constexpr NamedValue<NumericPlace> numeric_place_names[] = {
    {"anywhere", NumericPlace::anywhere},
    {"first", NumericPlace::first},
    {"sole", NumericPlace::sole},
};

constexpr NamedValue<InnerForm> inner_form_names[] = {
    {"none", InnerForm::none},
    {"argv", InnerForm::argv},
    {"script", InnerForm::script},
    {"joined", InnerForm::joined},
    {"subcommand", InnerForm::subcommand},
};

constexpr NamedValue<InnerPlace> inner_place_names[] = {
    {"here", InnerPlace::here},
    {"container", InnerPlace::container},
    {"host", InnerPlace::host},
};

constexpr NamedValue<InputUse> input_use_names[] = {
    {"inherited", InputUse::inherited}, {"unused", InputUse::unused}, {"arguments", InputUse::arguments},
    {"schedule", InputUse::schedule},   {"script", InputUse::script},
};

constexpr NamedValue<PrimaryClass> primary_class_names[] = {
    {"test", PrimaryClass::test},          {"action", PrimaryClass::action},
    {"option", PrimaryClass::option},      {"positional", PrimaryClass::positional},
    {"operator", PrimaryClass::operator_},
};

constexpr NamedValue<Bundles> bundles_names[] = {
    {"none", Bundles::none},
    {"tar", Bundles::tar},
    {"bsd", Bundles::bsd},
};

constexpr NamedValue<Builtin> builtin_names[] = {
    {"no", Builtin::no},     {"quiet", Builtin::quiet},       {"state", Builtin::state},
    {"sets", Builtin::sets}, {"declares", Builtin::declares}, {"rereads", Builtin::rereads},
};

constexpr NamedValue<FilePart> file_part_names[] = {
    {"mode", FilePart::mode},   {"owner", FilePart::owner},     {"times", FilePart::times},
    {"links", FilePart::links}, {"content", FilePart::content},
};

constexpr NamedValue<Data> data_names[] = {
    {"terminal", Data::terminal},
    {"messages", Data::messages},
    {"speed", Data::speed},
    {"ties", Data::ties},
    {"blanks", Data::blanks},
    {"case", Data::letter_case},
    {"repeats", Data::repeats},
    {"word_parts", Data::word_parts},
    {"numbers", Data::numbers},
    {"units", Data::units},
    {"months", Data::months},
    {"versions", Data::versions},
    {"binary", Data::binary},
    {"carriage_returns", Data::carriage_returns},
    {"nul_ends", Data::nul_ends},
    {"empty_lines", Data::empty_lines},
    {"long_lines", Data::long_lines},
    {"many_lines", Data::many_lines},
    {"duplicates", Data::duplicates},
    {"fields", Data::fields},
    {"context", Data::context},
    {"hidden", Data::hidden},
    {"links", Data::links},
    {"folders", Data::folders},
    {"deep", Data::deep},
    {"empty_folder", Data::empty_folder},
    {"hard_links", Data::hard_links},
    {"blank_names", Data::blank_names},
    {"dash_names", Data::dash_names},
    {"ages", Data::ages},
    {"access_times", Data::access_times},
    {"sizes", Data::sizes},
    {"modes", Data::modes},
    {"extensions", Data::extensions},
    {"backups", Data::backups},
    {"several_files", Data::several_files},
    {"one_file", Data::one_file},
    {"existing_target", Data::existing_target},
    {"newer_target", Data::newer_target},
    {"older_target", Data::older_target},
    {"target_folder", Data::target_folder},
    {"refusal", Data::refusal},
    {"write_protected", Data::write_protected},
    {"missing", Data::missing},
    {"variables", Data::variables},
};

}  // namespace

std::span<const NamedValue<Arity>> names_of(Arity) { return arity_names; }
std::span<const NamedValue<Repetition>> names_of(Repetition) { return repetition_names; }
std::span<const NamedValue<ValueKind>> names_of(ValueKind) { return value_kind_names; }
std::span<const NamedValue<GroupRule>> names_of(GroupRule) { return group_rule_names; }
std::span<const NamedValue<OptionOrder>> names_of(OptionOrder) { return option_order_names; }
std::span<const NamedValue<OperandRole>> names_of(OperandRole) { return operand_role_names; }
std::span<const NamedValue<OperandOrder>> names_of(OperandOrder) { return operand_order_names; }
std::span<const NamedValue<StdinUse>> names_of(StdinUse) { return stdin_use_names; }
std::span<const NamedValue<NumericPlace>> names_of(NumericPlace) { return numeric_place_names; }
std::span<const NamedValue<InnerForm>> names_of(InnerForm) { return inner_form_names; }
std::span<const NamedValue<InnerPlace>> names_of(InnerPlace) { return inner_place_names; }
std::span<const NamedValue<InputUse>> names_of(InputUse) { return input_use_names; }
std::span<const NamedValue<PrimaryClass>> names_of(PrimaryClass) { return primary_class_names; }
std::span<const NamedValue<Bundles>> names_of(Bundles) { return bundles_names; }
std::span<const NamedValue<Builtin>> names_of(Builtin) { return builtin_names; }
std::span<const NamedValue<FilePart>> names_of(FilePart) { return file_part_names; }
std::span<const NamedValue<Data>> names_of(Data) { return data_names; }

std::string_view data_name(Data data) {
  return std::ranges::find(data_names, data, &NamedValue<Data>::value)->name;
}

}  // namespace assay
