// howto [command] [--output plain|json] [--list] [--cookbook FILE] REQUEST…, howto search|ask QUESTION
// (docs/)
#include <CLI/CLI.hpp>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "answer.h"
#include "bundled.h"
#include "docs/bundled_docs.h"
#include "docs/doc_command.h"
#include "index.h"

namespace {

using namespace assay::howto;

enum class Output { Plain, Json };
enum ExitStatus { kAnswered = 0, kRefused = 1, kUsage = 2 };

struct Options {
  Output output = Output::Plain;
  bool list = false;
  std::string cookbook;
  std::string prompt;
  std::vector<std::string> words;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += ' ';
    // A word with blanks was quoted for the shell; the quotes belong to what it means only among other words.
    const bool quoted =
        words.size() > 1 && word.find_first_of(" \t\n") != word.npos && word.find('\'') == word.npos;
    text += quoted ? "'" + word + "'" : word;
  }
  return text;
}

void declare(CLI::App& app, Options& options) {
  app.add_option("--output,-o", options.output, "How to write the answer")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Output>{{"plain", Output::Plain}, {"json", Output::Json}}))
      ->option_text("plain|json");
  app.add_flag("--list", options.list, "List the recipes: id, category, first phrase");
  app.add_option("--cookbook", options.cookbook,
                 "Answer from this cookbook (JSON) instead of the bundled one")
      ->option_text("FILE");
  app.add_option("--prompt,-p", options.prompt, "The request, as one argument")->option_text("REQUEST");
  app.add_option("request", options.words, "What you want to do, in plain words")->option_text("REQUEST...");
}

void list(const Index& index) {
  for (const auto& recipe : index.recipes())
    std::cout << recipe.id << '\t' << recipe.category << '\t' << recipe.phrases.front() << '\n';
}

ExitStatus write(const std::string& request, const Answer& found, Output output) {
  const auto* ranked = std::get_if<Ranked>(&found);
  if (output == Output::Json) {
    std::cout << to_json(request, found) << '\n';
  } else if (ranked != nullptr) {
    std::cout << ranked->command.text << '\n';
  }
  if (ranked != nullptr) return kAnswered;
  std::cerr << "howto: " << std::get<Refusal>(found).reason << '\n';
  return kRefused;
}

ExitStatus run(const Options& options) {
  const std::string own = options.cookbook.empty()
                              ? std::string()
                              : compile(read_file(options.cookbook), words_of(bundled_index()));
  const Index index(own.empty() ? bundled_index() : std::string_view(own));
  if (options.list) {
    list(index);
    return kAnswered;
  }
  const std::string request = options.prompt.empty() ? joined(options.words) : options.prompt;
  return write(request, answer(request, index), options.output);
}

// "howto command …" names this form of the tool, for when there are others. It is a sub-command only with an
// option or a quoted request behind it: "howto command not found in the logs" is a request.
bool names_command_form(int argc, char** argv) {
  return argc == 3 ? std::string_view(argv[2]).find(' ') != std::string_view::npos &&
                         std::string_view(argv[1]) == "command"
                   : argc > 3 && std::string_view(argv[1]) == "command" &&
                         std::string_view(argv[2]).starts_with('-');
}

}  // namespace

int main(int argc, char** argv) try {
  std::ios::sync_with_stdio(false);
  if (const auto status = run_doc_command(argc, argv, bundled_docs())) return *status;
  if (names_command_form(argc, argv)) {
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  CLI::App app("Answers a request in plain words with one shell command", "howto");
  Options options;
  declare(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kAnswered : kUsage;
  }
  if (!options.list && options.prompt.empty() && options.words.empty()) {
    std::cerr << "howto: say what you want to do; try howto --help\n";
    return kUsage;
  }
  return run(options);
} catch (const std::exception& error) {
  std::cerr << "howto: " << error.what() << '\n';
  return kUsage;
}
