// SPDX-License-Identifier: Apache-2.0
// howto [search|ask] [--output plain|json] TEXT…: a shell command for a request, or an answer from the
// project's pages. Exit status: 0 answered, 1 no recipe or page fits, 2 usage error.
#include <iostream>
#include <nlohmann/json.hpp>

#include "answer.h"
#include "documents.h"

namespace {

using Json = nlohmann::ordered_json;
enum ExitStatus { kAnswered = 0, kRefused = 1, kUsage = 2 };

struct Arguments {
  std::string form;  // "search", "ask" or empty
  std::string output = "plain";
  std::string text;
};

// "search" or "ask" counts as the form only before an option or before a single quoted text: "howto search
// for big files" is a request.
Arguments read(std::vector<std::string> words) {
  Arguments read;
  words.resize(std::max<std::size_t>(words.size(), 1));
  auto word = words.begin();
  const bool alone = words.size() == 2 && words[1].find(' ') != std::string::npos;
  if ((*word == "search" || *word == "ask") && (alone || words[1].starts_with('-'))) read.form = *word++;
  if (words.end() - word > 2 && *word == "--output") read.output = *++word, ++word;
  for (; word != words.end(); ++word) read.text += (read.text.empty() ? "" : " ") + *word;
  if (read.output != "plain" && read.output != "json") throw std::runtime_error("--output is plain or json");
  if (read.text.empty()) throw std::runtime_error("say what you want to do");
  return read;
}

ExitStatus print(const Arguments& arguments, const Json& json, const std::string& plain) {
  std::cout << (arguments.output == "json" ? json.dump(-1, ' ', false, Json::error_handler_t::replace)
                                           : plain)
            << '\n';
  return kAnswered;
}

ExitStatus refuse(const char* reason) {
  std::cerr << "howto: " << reason << '\n';
  return kRefused;
}

ExitStatus command(const Arguments& arguments) {
  const auto answer = howto::answer(howto::read_cookbook(HOWTO_COOKBOOK), arguments.text);
  if (!answer) return refuse("no recipe fits the request");
  return print(arguments, {{"command", answer->text}, {"recipe", answer->recipe}}, answer->text);
}

// In JSON only `grounded` reports a refusal; the exit status does not.
ExitStatus ask(const Arguments& arguments) {
  const auto reply = howto::ask(howto::chunks_in(HOWTO_PAGES), arguments.text);
  const auto ids = [](const howto::Chunk& chunk) {
    return Json{{"chunk_id", chunk.chunk_id}, {"doc_id", chunk.doc_id}};
  };
  Json json = {{"hits", Json::array()}};
  std::string text;
  for (const auto& [chunk, score] : reply.hits)
    json["hits"].push_back(ids(chunk)), json["hits"].back()["score"] = score;
  if (arguments.form == "ask") {
    json["citations"] = Json::array();
    for (const auto& source : reply.sources) {
      text += source.body + "\n[" + source.chunk_id + "]\n";
      json["citations"].push_back(ids(source));
    }
    json.update({{"answer", text}, {"grounded", !reply.sources.empty()}});
  } else {
    for (const auto& [chunk, score] : reply.hits) text += chunk.chunk_id + "  " + chunk.title + "\n";
  }
  if (arguments.output == "plain" && text.empty()) return refuse("the documents do not say");
  return print(arguments, json, text);
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments = read({argv + 1, argv + argc});
  return arguments.form.empty() ? command(arguments) : ask(arguments);
} catch (const std::exception& error) {
  std::cerr << "howto: " << error.what() << "\nusage: howto [search|ask] [--output plain|json] TEXT...\n";
  return kUsage;
}
