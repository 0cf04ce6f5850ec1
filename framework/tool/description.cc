// SPDX-License-Identifier: Apache-2.0
#include "description.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"

namespace assay::tool {
namespace {

nlohmann::ordered_json copied(const JsonValue& value) {
  using Json = nlohmann::ordered_json;
  return std::visit(
      [](const auto& data) -> Json {
        using Data = std::decay_t<decltype(data)>;
        if constexpr (std::is_same_v<Data, JsonValue::Array>) {
          Json list = Json::array();
          for (const JsonValue& each : data) list.push_back(copied(each));
          return list;
        } else if constexpr (std::is_same_v<Data, JsonValue::Object>) {
          Json object = Json::object();
          for (const auto& [name, each] : data) object[name] = copied(each);
          return object;
        } else {
          return Json(data);
        }
      },
      value.data);
}

void read_text(const JsonValue& written, std::string_view key, std::string& to) {
  if (const JsonValue* value = written.find(key)) to = *value->string();
}

std::optional<std::int64_t> integer_at(const JsonValue& written, std::string_view key) {
  const JsonValue* value = written.find(key);
  return value ? std::optional(static_cast<std::int64_t>(value->number(0))) : std::nullopt;
}

double number_at(const JsonValue& written, std::string_view key) {
  const JsonValue* value = written.find(key);
  return value ? value->number(0) : 0;
}

}  // namespace

Chat chat_of(const JsonValue& written) {
  Chat chat;
  read_text(written, "base_url", chat.base_url);
  read_text(written, "model", chat.model);
  read_text(written, "system", chat.system);
  read_text(written, "user", chat.user);
  read_text(written, "key", chat.key_variable);
  if (const JsonValue* value = written.find("temperature")) chat.temperature = value->number(0);
  chat.max_tokens = integer_at(written, "max_tokens");
  chat.seed = integer_at(written, "seed");
  if (const JsonValue* value = written.find("parameters")) chat.parameters = copied(*value).dump();
  chat.requests_per_minute = number_at(written, "requests_per_minute");
  if (const JsonValue* price = written.find("price"))
    chat.price = TokenPrice{number_at(*price, "input"), number_at(*price, "output")};
  return chat;
}

std::vector<Problem> chat_problems(const JsonValue& description, const Chat& chat, const std::string& file) {
  std::vector<Problem> problems;
  const auto add = [&](const std::string& pointer, std::string what, std::string next) {
    const JsonValue* at = description.at_pointer(pointer);
    problems.push_back({{file, at ? at->line : description.line}, pointer, std::move(what), std::move(next)});
  };
  for (const char* member : {"argv", "stdin", "success_codes", "tokens", "cost"})
    if (description.find(member))
      add(std::string("/") + member,
          std::string("\"") + member + "\" is of a program, and the tool is a model",
          "leave it out, or leave out \"chat\"");
  if (!http::is_server_address(chat.base_url))
    add("/chat/base_url", "\"" + one_line(chat.base_url) + "\" is not the address of a server",
        "write it as http://localhost:11434/v1 or https://api.openai.com/v1, without a key: \"key\" names "
        "the "
        "variable that holds it");
  if (chat.user.find("{prompt}") == std::string::npos)
    add("/chat/user", "the model is never given the prompt", "put {prompt} into \"user\", or leave it out");
  for (const char* member : {"model", "messages", "stream", "n", "temperature", "max_tokens", "seed"})
    if (description.at_pointer(std::string("/chat/parameters/") + member))
      add(std::string("/chat/parameters/") + member, std::string("\"") + member + "\" cannot be a parameter",
          "use \"chat\"'s own member if it has one; assay requests exactly one complete message");
  return problems;
}

ProcessLimits limits_of_chat() {
  ProcessLimits limits;
  limits.timeout = std::chrono::seconds(60);
  return limits;
}

}  // namespace assay::tool

namespace assay {

extern const std::string_view tool_schema;
}

namespace assay::tool {
namespace {

std::vector<std::string> strings(const JsonValue* list) {
  std::vector<std::string> found;
  for (const JsonValue& item : list ? *list->array() : JsonValue::Array()) found.push_back(*item.string());
  return found;
}

std::map<std::string, std::string> named_strings(const JsonValue* object) {
  std::map<std::string, std::string> found;
  if (object)
    for (const auto& [name, value] : *object->object()) found.emplace(name, *value.string());
  return found;
}

std::vector<int> integers(const JsonValue* list) {
  std::vector<int> found;
  for (const JsonValue& item : list ? *list->array() : JsonValue::Array())
    found.push_back(static_cast<int>(item.number(0)));
  return found;
}

// A pointer, or a list of them.
std::vector<std::string> pointers_of(const JsonValue* written) {
  if (written && written->string()) return {*written->string()};
  return strings(written);
}

// By name; anything but a string as its JSON text.
std::vector<std::pair<std::string, std::string>> files_of(const JsonValue* written) {
  std::vector<std::pair<std::string, std::string>> files;
  if (written)
    for (const auto& [name, content] : *written->object())
      files.emplace_back(name, content.string() ? *content.string() : copied(content).dump(2) + "\n");
  return files;
}

JsonDocument document_of(const std::string& word) {
  if (word == "last") return JsonDocument::last;
  return word == "lines" ? JsonDocument::lines : JsonDocument::only;
}

void read_time(const JsonValue& limits, std::string_view key, std::chrono::milliseconds& to) {
  if (const JsonValue* value = limits.find(key))
    to = std::chrono::milliseconds(std::max(1ll, std::llround(value->number(0) * 1000)));
}

template <typename Size>
void read_size(const JsonValue& limits, std::string_view key, Size& to) {
  if (const JsonValue* value = limits.find(key)) to = static_cast<Size>(value->number(0));
}

ProcessLimits limits_of(const JsonValue* written, ProcessLimits limits) {
  if (!written) return limits;
  read_time(*written, "timeout_s", limits.timeout);
  read_time(*written, "term_grace_s", limits.term_grace);
  read_time(*written, "drain_grace_s", limits.drain_grace);
  read_size(*written, "stdout_bytes", limits.stdout_bytes);
  read_size(*written, "stderr_bytes", limits.stderr_bytes);
  read_size(*written, "flood_bytes", limits.flood_bytes);
  return limits;
}

// A path relative to the description's folder; a bare name is left for the search in PATH.
std::string located(const std::string& path, const std::string& file) {
  if (path.find('/') == std::string::npos || path.starts_with('/')) return path;
  return (std::filesystem::absolute(file).parent_path() / path).lexically_normal().string();
}

std::string located_folder(const std::string& path, const std::string& file) {
  return path.empty() ? path : located(path.find('/') == std::string::npos ? "./" + path : path, file);
}

using Corpus = std::set<std::string, std::less<>>;

// One id per line.
std::shared_ptr<const Corpus> read_corpus(const std::string& file) {
  Corpus corpus;
  const std::string text = read_file(file);
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (const auto id = trimmed(rest.substr(0, end)); !id.empty()) corpus.emplace(id);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::make_shared<const Corpus>(std::move(corpus));
}

RetrievalPointers retrieval_pointers(const JsonValue& written, const std::string& file) {
  RetrievalPointers pointers;
  const auto read = [&](std::string_view key, std::string& to) {
    if (written.find(key)) to = written.text(key);
  };
  read("hits", pointers.hits);
  read("chunk_id", pointers.hit_chunk_id);
  read("doc_id", pointers.hit_doc_id);
  read("score", pointers.hit_score);
  const JsonValue* text = written.find("text");
  pointers.speaks = !text || !text->is_null();
  if (pointers.speaks) read("text", pointers.text);
  read("grounded", pointers.grounded);
  read("citations", pointers.citations);
  read("cited_chunk_id", pointers.cited_chunk_id);
  read("cited_doc_id", pointers.cited_doc_id);
  if (const auto corpus = written.text("corpus"); !corpus.empty())
    pointers.corpus = read_corpus(located_folder(corpus, file));
  return pointers;
}

AnswerFormat format_of(const JsonValue* written, const std::string& file) {
  if (!written) return WholeStdout{};
  if (const std::string* word = written->string())
    return *word == "retrieval" ? AnswerFormat(RetrievalPointers{}) : WholeStdout{};
  if (const JsonValue* pointers = written->find("retrieval")) return retrieval_pointers(*pointers, file);
  if (written->find("json")) {
    JsonPointer json{written->text("json")};
    for (const auto& [pointer, value] : named_strings(written->find("where")))
      json.where.emplace_back(pointer, value);
    return json;
  }
  const std::string match = written->text("match");
  return Pattern{written->text("regex"), match == "last"   ? Pattern::Match::last
                                         : match == "only" ? Pattern::Match::only
                                                           : Pattern::Match::first};
}

RefusalMarkers markers_of(const JsonValue* written) {
  if (!written) return {};
  return {written->text("json"), integers(written->find("exit_codes")), written->text("regex"),
          written->text("stderr"), written->text("answer")};
}

std::vector<Strip> strips_of(const JsonValue* written) {
  const std::vector<std::string> words = strings(written);
  std::vector<Strip> strips;
  for (const Strip each : {Strip::ansi, Strip::think, Strip::fences, Strip::prompt_sign, Strip::inline_code})
    if (std::ranges::find(words, to_string(each)) != words.end()) strips.push_back(each);
  return strips;
}

Inheritance inheritance_of(const JsonValue* written) {
  if (!written) return {};
  if (written->array()) return {Inheritance::What::named, strings(written)};
  return {*written->string() == "none" ? Inheritance::What::none : Inheritance::What::all};
}

Retry retry_of(const JsonValue* written) {
  Retry retry;
  if (!written) return retry;
  read_size(*written, "times", retry.times);
  if (const JsonValue* wait = written->find("wait_ms"))
    retry.wait = std::chrono::milliseconds(static_cast<std::int64_t>(wait->number(0)));
  return retry;
}

Home home_of(const std::string& word) {
  if (word == "case") return Home::per_case;
  return word == "run" ? Home::per_run : Home::inherited;
}

// A command; its program is located relative to the description.
std::vector<std::string> command_of(const JsonValue* written, const std::string& file) {
  std::vector<std::string> words = strings(written);
  if (!words.empty()) words.front() = located(words.front(), file);
  return words;
}

Fixture fixture_of(const JsonValue& written, const std::string& file) {
  Fixture fixture{.setup = command_of(written.find("setup"), file),
                  .server = std::nullopt,
                  .teardown = command_of(written.find("teardown"), file)};
  if (const JsonValue* limits = written.find("limits")) read_time(*limits, "fixture_s", fixture.limit);
  const JsonValue* server = written.find("server");
  if (!server) return fixture;
  const JsonValue* ready = server->find("ready");
  fixture.server = Server{.argv = command_of(server->find("argv"), file), .line = ready->text("line")};
  read_size(*ready, "port", fixture.server->port);
  return fixture;
}

Program program_of(const JsonValue& written, const std::string& file) {
  Program program;
  program.argv = command_of(written.find("argv"), file);
  if (const JsonValue* chat = written.find("chat")) program.chat = chat_of(*chat);
  for (auto& [name, value] : named_strings(written.find("env"))) program.env.emplace_back(name, value);
  program.cwd = located_folder(written.text("cwd"), file);
  program.prompt_on_stdin = written.text("stdin") == "prompt";
  if (const JsonValue* input = written.find("stdin")) program.input = input->text("text");
  program.answer = format_of(written.find("answer"), file);
  program.refusal = markers_of(written.find("refusal"));
  program.blocked = markers_of(written.find("blocked"));
  if (const JsonValue* missing = written.find("unavailable")) {
    program.unavailable = {integers(missing->find("exit_codes")), missing->text("stdout"),
                           missing->text("stderr"), missing->text("json")};
  }
  program.retry = retry_of(written.find("retry"));
  program.inherit = inheritance_of(written.find("inherit"));
  program.strip = program.chat ? kStripsOfMessages : std::vector<Strip>();
  if (const JsonValue* strips = written.find("strip")) program.strip = strips_of(strips);
  program.document = document_of(written.text("json"));
  if (const JsonValue* codes = written.find("success_codes")) program.success_codes = integers(codes);
  program.home = home_of(written.text("home"));
  program.files = files_of(written.find("files"));
  program.usage = {pointers_of(written.find("tokens")), written.text("cost")};
  program.limits = limits_of(written.find("limits"), program.chat ? limits_of_chat() : ProcessLimits{});
  program.fixture = fixture_of(written, file);
  return program;
}

bool mentions_prompt(const std::string& element) { return element.find("{prompt}") != std::string::npos; }

class Check {
 public:
  Check(const JsonValue& written, const std::string& file) : written_(written), file_(file) {}

  // Checks what the schema cannot express.
  std::vector<Problem> problems(const Program& program) {
    if (program.chat)
      std::ranges::move(chat_problems(written_, *program.chat, file_), std::back_inserter(problems_));
    else
      check_call(program);
    if (const auto* pattern = std::get_if<Pattern>(&program.answer))
      check_regex("/answer/regex", pattern->regex);
    if (const auto* pointers = std::get_if<RetrievalPointers>(&program.answer)) check_search(*pointers);
    check_regex("/refusal/regex", program.refusal.regex);
    check_regex("/refusal/stderr", program.refusal.stderr_regex);
    check_regex("/refusal/answer", program.refusal.answer_regex);
    check_regex("/blocked/answer", program.blocked.answer_regex);
    check_files(program);
    if (const auto* json = std::get_if<JsonPointer>(&program.answer);
        json && !json->where.empty() && program.document != JsonDocument::lines)
      add("/answer/where", "\"where\" chooses among JSON lines, and stdout is one document",
          "say \"json\": \"lines\"");
    check_regex("/blocked/regex", program.blocked.regex);
    check_regex("/blocked/stderr", program.blocked.stderr_regex);
    check_regex("/unavailable/stdout", program.unavailable.stdout_regex);
    check_regex("/unavailable/stderr", program.unavailable.stderr_regex);
    if (program.fixture.server) check_regex("/server/ready/line", program.fixture.server->line);
    return std::move(problems_);
  }

 private:
  void check_call(const Program& program) {
    if (program.argv.empty())
      return add("", "the description does not say how the tool is asked",
                 "name a program with its arguments in \"argv\", or a server's model in \"chat\"");
    if (program.argv.front().empty()) add("/argv/0", "the program has no name", "");
    if (!program.prompt_on_stdin && !mentions_prompt(program.input) &&
        std::ranges::none_of(program.argv, mentions_prompt)) {
      add("/argv", "the tool is never given the prompt",
          "put {prompt} into an element of argv, or say \"stdin\": \"prompt\"");
    }
  }

  void check_files(const Program& program) {
    if (!program.files.empty() && program.home == Home::inherited)
      add("/files", "files would be written into your own home", "say \"home\": \"case\" or \"run\"");
    for (const auto& [name, content] : program.files) {
      const std::filesystem::path path(name);
      if (path.is_absolute() || !path.has_filename() || std::ranges::find(path, "..") != path.end())
        add("/files" + pointer_token(name), "\"" + one_line(name) + "\" is not a path in the home",
            "write it relative to the home, without ..");
    }
  }

  void check_search(const RetrievalPointers& pointers) {
    constexpr const char* kGrounded = "/answer/retrieval/grounded";
    if (!pointers.speaks && written_.at_pointer(kGrounded))
      add(kGrounded, "\"grounded\" is not read of a tool that only searches (\"text\": null)",
          "remove \"grounded\", or say where the tool's words are (\"text\")");
  }

  void check_regex(const std::string& pointer, const std::string& regex) {
    try {
      Regex compiled(regex);
    } catch (const RegexFault& fault) {
      add(pointer, std::string("the regular expression cannot be read: ") + fault.what(),
          "docs/tool-contract.md lists what is supported");
    }
  }

  void add(const std::string& pointer, std::string what, std::string next) {
    const JsonValue* at = written_.at_pointer(pointer);
    problems_.push_back({{file_, at ? at->line : written_.line}, pointer, std::move(what), std::move(next)});
  }

  const JsonValue& written_;
  const std::string& file_;
  std::vector<Problem> problems_;
};

}  // namespace

Tool tool_from(const JsonValue& description, const std::string& file) {
  static const JsonSchema schema(tool_schema);
  if (auto problems = schema.check(description, file); !problems.empty()) {
    for (Problem& each : problems)
      if (each.next.empty()) each.next = "docs/tool-contract.md says what belongs there";
    throw Error(std::move(problems));
  }
  Program program = program_of(description, file);
  if (auto problems = Check(description, file).problems(program); !problems.empty())
    throw Error(std::move(problems));
  auto parts = named_strings(description.find("parts"));
  if (program.chat) parts.emplace("model", program.chat->model);
  return {description.text("name"), std::move(program), std::move(parts)};
}

}  // namespace assay::tool
