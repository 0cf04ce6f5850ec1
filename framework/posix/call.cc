// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "assay/internal/commands_run.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay::posix {
namespace {

// POSIX replacements for constructs that it lacks; empty if it has none.

using Advice = std::map<std::string_view, std::string_view>;

std::string_view in(const Advice& advice, std::string_view name) {
  const auto found = advice.find(name);
  return found == advice.end() ? std::string_view() : found->second;
}

std::string_view instead_of_utility(std::string_view name) {
  static const Advice advice = {
      {"base64", "uuencode -m"},
      {"bash", "sh"},
      {"dash", "sh"},
      {"egrep", "grep -E"},
      {"fgrep", "grep -F"},
      {"free", "vmstat, or nothing"},
      {"gawk", "awk"},
      {"gsed", "sed"},
      {"hexdump", "od"},
      {"hostname", "uname -n"},
      {"less", "more"},
      {"mawk", "awk"},
      {"md5sum", "cksum"},
      {"nproc", "getconf _NPROCESSORS_ONLN, where it is known"},
      {"pgrep", "ps -A -o pid,args and awk"},
      {"pkill", "kill, with what ps -A -o pid,comm says"},
      {"printenv", "env, or printf '%s\\n' \"$NAME\""},
      {"readlink", "ls -ld"},
      {"rev", "awk"},
      {"seq", "awk, or a loop that counts"},
      {"sha1sum", "cksum"},
      {"sha256sum", "cksum"},
      {"shuf", "awk and sort"},
      {"stat", "ls -ld"},
      {"tac", "sed -n '1!G;h;$p'"},
      {"tar", "pax"},
      {"truncate", ": >, or dd"},
      {"vim", "vi"},
      {"which", "command -v"},
      {"whoami", "id -un"},
      {"xxd", "od -A x -t x1"},
      {"zsh", "sh"},
  };
  return in(advice, name);
}

// `what` is the text from beyond_posix(): "ls -G is not in POSIX".
std::string_view instead_of_option(std::string_view what) {
  static const Advice advice = {
      {"basename -a", "a loop"},
      {"cat -A", "sed -n l"},
      {"cat -b", "nl"},
      {"cat -e", "sed -n l"},
      {"cat -n", "nl -ba"},
      {"cat -v", "sed -n l"},
      {"cp -a", "cp -RPp"},
      {"cp -d", "cp -P"},
      {"cut --complement", "the other fields"},
      {"date -I", "date +%Y-%m-%d"},
      {"df -h", "df -k"},
      {"diff -q", "cmp -s"},
      {"du -h", "du -k"},
      {"echo -e", "printf"},
      {"echo -n", "printf"},
      {"echo -E", "printf '%s\\n'"},
      {"grep -G", "grep"},
      {"grep -H", "grep with /dev/null as another file"},
      {"grep -L", "find -type f ! -exec grep -q … {} \\; -print"},
      {"grep -P", "grep -E, or awk"},
      {"grep -R", "find -type f -exec grep … {} +"},
      {"grep -h", "cat … | grep"},
      {"grep -o", "awk and match()"},
      {"grep -r", "find -type f -exec grep … {} +"},
      {"grep -w", "grep -E '(^|[^[:alnum:]_])…([^[:alnum:]_]|$)'"},
      {"head -c", "dd bs=1 count=…"},
      {"ln -n", "rm, then ln -s"},
      {"mktemp", "umask 077 and a name with $$"},
      {"read -p", "printf first"},
      {"rm -d", "rmdir"},
      {"sed -E", "the basic form of the expression"},
      {"sed -i", "a new file, then mv"},
      {"sort -h", "sizes in one unit, and sort -n"},
      {"tail -F", "tail -f"},
      {"uname -o", "uname -s"},
      {"uniq -i", "tr to lower case first"},
      {"wc -L", "awk"},
      {"xargs -0", "find -exec … {} +"},
      {"xargs -d", "tr, or quotes"},
      {"xargs -i", "xargs -I {}"},
      {"xargs -r", "a test first"},
  };
  return in(advice, what.substr(0, what.find(" is ")));
}

std::string_view instead_of_primary(std::string_view name) {
  static const Advice advice = {
      {"-and", "-a"},
      {"-delete", "-exec rm {} +"},
      {"-empty", "-size 0, or rmdir"},
      {"-executable", "-perm -u=x"},
      {"-iname", "-name with both letters in brackets"},
      {"-ls", "-exec ls -ld {} +"},
      {"-maxdepth", "-path and -prune"},
      {"-mindepth", "-path"},
      {"-mount", "-xdev"},
      {"-not", "!"},
      {"-or", "-o"},
      {"-print0", "-exec … {} +"},
      {"-printf", "-exec ls -ld {} +"},
      {"-regex", "grep behind -print"},
      {"-wholename", "-path"},
      {"-d", "-depth"},
  };
  return in(advice, name);
}

// The expression of find.

using Words = std::span<const ReadWord>;

// A number of blocks or of bytes (c), or not known.
bool is_size(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  const std::size_t end = text.find_first_not_of("0123456789");
  return end == text.npos || text.substr(end) == "c" || text.find('$') != text.npos;
}

bool is_whole(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

void judge_value(std::string_view primary, const ReadWord& value, Findings& findings) {
  const auto say = [&](std::string what, std::string instead) {
    findings.add(Departs::operand, std::move(what), std::move(instead), value.span);
  };
  if (primary == "-size" && !is_size(value.text))
    say(fmt::format("find -size {} has a unit that is not in POSIX", value.text), "a number of bytes, and c");
  const bool is_old_perm = value.text.size() > 1 && value.text[0] == '+' && is_digit(value.text[1]);
  if (primary == "-perm" && (value.text.starts_with('/') || is_old_perm))
    say(fmt::format("find -perm {} is not in POSIX", value.text), "-perm -mode, joined by -o");
  if (primary == "-type" && value.is_literal && !is_among(value.text, "b c d f l p s"))
    say(fmt::format("find -type {} is not in POSIX", value.text),
        value.text.find(',') == value.text.npos ? "" : "-type, joined by -o");
  if (is_among(primary, "-atime -ctime -mtime -links") && value.is_literal && !is_whole(value.text))
    say(fmt::format("find {} {} is not a whole number", primary, value.text), "");
}

// The position of the ";" or "+" that ends the command beginning at `at`.
std::size_t end_of_command(Words words, std::size_t at) {
  const std::size_t begin = at;
  while (at < words.size() && words[at].text != ";" &&
         !(words[at].text == "+" && at > begin && words[at - 1].text == "{}"))
    ++at;
  return at;
}

void judge_braces(Words command, Findings& findings) {
  for (const ReadWord& word : command)
    if (word.text != "{}" && word.text.find("{}") != word.text.npos)
      findings.add(Departs::operand, fmt::format("what find makes of {} is not settled by POSIX", word.text),
                   "{} as a word of its own, to sh -c", word.span);
}

// Checks words[begin, …). Returns the commands that the expression runs.
std::vector<Inner> judge_expression(const Utility& utility, Words words, std::size_t begin,
                                    Findings& findings) {
  std::vector<Inner> commands;
  for (std::size_t at = begin; at < words.size();) {
    const ReadWord& word = words[at];
    const Primary* primary = utility.find_primary(word.text);
    const bool is_foreign =
        !primary || !primary->posix ||
        std::ranges::find(primary->posix_unless, word.text) != primary->posix_unless.end();
    if (is_foreign && word.is_literal)
      findings.add(Departs::option, fmt::format("find {} is not in POSIX", word.text),
                   std::string(instead_of_primary(word.text)), word.span);
    if (!primary) {
      at += word.text.starts_with("-newer") ? 2 : 1;
      continue;
    }
    if (primary->command) {
      const std::size_t end = end_of_command(words, at + 1);
      judge_braces(words.subspan(at + 1, end - at - 1), findings);
      commands.push_back({Inner::Form::argv, at + 1, end, ""});
      at = end + 1;
      continue;
    }
    if (primary->arguments > 0 && at + 1 < words.size()) judge_value(word.text, words[at + 1], findings);
    at += 1 + primary->arguments;
  }
  return commands;
}

using namespace shell;

std::string piece_text(const Piece& piece) {
  if (const auto* text = std::get_if<Literal>(&piece)) return text->text;
  if (const auto* glob = std::get_if<Glob>(&piece)) return glob->pattern;
  if (const auto* tilde = std::get_if<Tilde>(&piece)) return "~" + tilde->user;
  return "$";
}

ReadWord read_word(const Word& word) {
  if (auto literal = literal_value(word)) return {*std::move(literal), true, word.span};
  std::string text;
  for (const Piece& piece : pieces_of(word)) text += piece_text(piece);
  return {std::move(text), false, word.span};
}

// A program given by its path is the user's own, unless it is in a system folder.
std::string utility_name(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  if (slash == name.npos) return name;
  const std::string_view folder = std::string_view(name).substr(0, slash);
  return !is_among(folder, "/bin /usr/bin /sbin /usr/sbin") ? "" : name.substr(slash + 1);
}

// POSIX utilities without a table, or with one that is of another program (zcat is gzip's) or lists no
// options, and their option letters in getopt notation.
constexpr std::string_view kLetters =
    " admin=a:d:e:f:hi:m:nr:t:y:z ar=CTabcdimpqrstuvx asa= batch= bg= break= c99=cD:EgI:L:l:O:o:sU: "
    "cflow=d:D:i:I:rU: compress=b:cfv continue= ctags=af:x cxref=cD:I:o:sU:w: delta=g:m:npr:sy: ed=p:s "
    "ex=c:rRst:vw: exit= fc=0123456789e:lnrs fg= fort77=cgL:O:o:sw gencat= get=bc:egi:kLlmnpr:stx: "
    "getconf=v: ipcrm=M:m:Q:q:S:s: lex=ntv localedef=cf:i:u: lp=cd:mn:o:st:w m4=D:sU: mailx=EeFf:HiNns:u: "
    "mesg= newgrp=l pathchk=Pp pax=ab:cdf:HikLlno:p:rs:tuvwXx: prs=ac:d:elr: "
    "qalter=A:a:c:e:h:j:k:l:M:m:N:o:p:r:S:u: qdel= qhold=h: qmove= qmsg=EO qrerun= qrls=h: "
    "qselect=A:a:c:h:l:N:p:q:r:s:u: qsig=s: qstat=BfQ qsub=A:a:C:c:e:hj:k:l:M:m:N:o:p:q:r:S:u:v:Vz "
    "readonly=p return= rmdel=r: sact= sccs=d:p:r shift= stty=ag tabs=T: talk= times= tput=T: trap= ulimit=f "
    "uncompress=cfv unget=nr:s uucp=Ccdfjmrn: uudecode=o: uustat=k:qr:s:u: uux=jnp val=m:r:sy: vi=c:rRt:w: "
    "what=s write= yacc=b:dlp:tv zcat=";

std::optional<std::string_view> letters_of(std::string_view name) {
  const std::size_t at = kLetters.find(fmt::format(" {}=", name));
  if (at == kLetters.npos || name.find(' ') != name.npos) return std::nullopt;
  const std::string_view letters = kLetters.substr(at + name.size() + 2);
  return letters.substr(0, letters.find(' '));
}

void judge_letters(Words words, std::string_view letters, Findings& findings) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    if (text.size() < 2 || text[0] != '-' || text == "--") return;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const std::size_t known = text[i] == ':' ? letters.npos : letters.find(text[i]);
      if (known == letters.npos)
        return findings.add(Departs::option, fmt::format("{} {} is not in POSIX", words.front().text, text),
                            "", words[at].span);
      if (known + 1 < letters.size() && letters[known + 1] == ':') {
        if (i + 1 == text.size()) ++at;
        break;
      }
    }
  }
}

// Until 2024, zcat and uncompress read only what compress made.
void judge_packed(Words words, Findings& findings) {
  const std::string& name = words.front().text;
  if (name != "zcat" && name != "uncompress") return;
  for (const ReadWord& word : words.subspan(1))
    if (word.text.ends_with(".gz") || word.text.ends_with(".tgz"))
      return findings.add(Departs::operand,
                          fmt::format("{} of what gzip made is in POSIX only since 2024", name), "",
                          word.span);
}

// A command of the arguments. Scripts count only if the utility is POSIX's own: otherwise what runs them may
// be another shell.
std::optional<Inner> inner_in(const CommandRun& command, bool is_posix, Words words) {
  const bool is_argument = command.end > command.begin;
  if (!is_argument || command.place == InnerPlace::container) return std::nullopt;
  const std::size_t begin = command.begin + 1, end = command.end + 1;
  if (command.form == CommandRun::Form::argv)
    return Inner{Inner::Form::argv, begin, end, "", command.has_input};
  if (!is_posix) return std::nullopt;
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (!words[i].is_literal) return std::nullopt;
    text += (i == begin ? "" : " ") + words[i].text;
  }
  return Inner{Inner::Form::script, begin, end, std::move(text), command.has_input};
}

// Whether the utility is sh without a script, or runs sh if there is no command (at).
bool runs_its_input(const ParsedInvocation& parsed, Words words) {
  if (parsed.utility->inner.otherwise == std::vector<std::string>{"sh"})
    return !parsed.unknown_at && inner_applies(parsed);
  const Utility& utility = *parsed.utility;
  if (utility.name != "sh" || parsed.unknown_at || parsed.has(utility.find_option("-c"))) return false;
  return parsed.has(utility.find_option("-s")) ||
         std::ranges::all_of(parsed.operands, [&](std::uint32_t at) { return words[at + 1].text == "-"; });
}

std::optional<Inner> inner_of(Words words, std::span<const Argument> arguments, const KnownText& input,
                              const UtilityTables& tables) {
  const std::string& name = words.front().text;
  const Utility* utility = tables.find(name);
  const bool is_posix = utility && utility->posix;
  for (const CommandRun& each : commands_run_by(tables, name, arguments).all)
    if (auto inner = inner_in(each, is_posix, words)) return inner;
  if (!is_posix || !input) return std::nullopt;
  for (const Utility* table : tables.readings(name))
    if (runs_its_input(parse_options(*table, arguments), words))
      return Inner{Inner::Form::script, 0, 1, *input, false};
  return std::nullopt;
}

void judge_utility(const Utility& utility, const ParsedInvocation& parsed,
                   std::span<const Argument> arguments, Words words, Findings& findings) {
  const std::string& name = words.front().text;
  if (!utility.posix || std::ranges::find(utility.posix_unless, name) != utility.posix_unless.end())
    return findings.add(Departs::utility, fmt::format("{} is not a POSIX utility", name),
                        std::string(instead_of_utility(name)), words.front().span);
  for (BeyondPosix& each : beyond_posix(parsed, arguments)) {
    const Span span = each.argument ? words[*each.argument + 1].span : words.front().span;
    if (each.instead.empty()) each.instead = instead_of_option(each.what);
    findings.add(Departs::option, std::move(each.what), std::move(each.instead), span);
  }
  if (!parsed.unknown_at) judge_operands(parsed, words, findings);
}

}  // namespace

std::size_t after_dashes(Words words) { return words.size() > 1 && words[1].text == "--" ? 2 : 1; }

std::vector<ReadWord> read_words(std::span<const Word> words) {
  std::vector<ReadWord> read;
  for (const Word& word : words) read.push_back(read_word(word));
  return read;
}

std::vector<Inner> judge_call(Words words, const KnownText& input, const UtilityTables& tables,
                              Findings& findings) {
  if (!words.front().is_literal) return {};
  std::vector<ReadWord> named(words.begin(), words.end());
  named.front().text = utility_name(words.front().text);
  words = named;
  const std::string& name = words.front().text;
  if (name.empty()) return {};
  if (const auto instead = instead_of_builtin(name)) {
    findings.add(Departs::builtin, fmt::format("{} is a bashism", name), std::string(*instead),
                 words.front().span);
    return {};
  }
  judge_builtin(words, findings);
  std::vector<Argument> arguments;
  for (const ReadWord& word : words.subspan(1)) arguments.push_back({word.text, Known::literal});
  const Utility* utility = tables.find(name);
  if (const auto letters = letters_of(name)) {
    judge_letters(words, *letters, findings);
    judge_packed(words, findings);
  } else if (!utility) {
    findings.add(Departs::utility, fmt::format("{} is not a POSIX utility", name),
                 std::string(instead_of_utility(name)), words.front().span);
  } else {
    const ParsedInvocation parsed = parse_options(*utility, arguments);
    judge_utility(*utility, parsed, arguments, words, findings);
    if (parsed.expression_at) return judge_expression(*utility, words, *parsed.expression_at + 1, findings);
  }
  if (auto inner = inner_of(words, arguments, input, tables)) return {*std::move(inner)};
  return {};
}

}  // namespace assay::posix
