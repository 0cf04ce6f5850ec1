#include "docs/doc_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "docs/reply.h"

namespace assay::howto {
namespace {

using Json = nlohmann::ordered_json;

enum class Output { Plain, Json };
enum ExitStatus { kAnswered = 0, kRefused = 1, kUsage = 2 };

struct Options {
  Output output = Output::Plain;
  std::string prompt;
  std::vector<std::string> words;
  std::size_t most = kMostHits;

  std::string question() const {
    if (!prompt.empty()) return prompt;
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }
};

std::string excerpt(const std::string& body) {
  constexpr std::size_t kLongest = 160;
  const auto passages = passages_of(body);
  std::string text = passages.empty() ? "" : passages.front();
  if (text.size() <= kLongest) return text;
  std::size_t end = text.rfind(' ', kLongest);
  if (end == text.npos) end = kLongest;
  return text.substr(0, end) + " …";
}

Json hits_json(const std::vector<DocHit>& hits) {
  Json rows = Json::array();
  for (const auto& hit : hits)
    rows.push_back({{"chunk_id", hit.chunk.chunk_id},
                    {"doc_id", hit.chunk.doc_id},
                    {"score", hit.score},
                    {"title", hit.chunk.title},
                    {"excerpt", excerpt(hit.chunk.body)}});
  return rows;
}

void print(const Json& json) {
  std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

int search(const Options& options, const DocIndex& index) {
  const auto question = options.question();
  const auto hits = index.search(index.terms_of(question), options.most);
  if (options.output == Output::Json) {
    print({{"query", question}, {"hits", hits_json(hits)}});
    return kAnswered;
  }
  for (const auto& hit : hits)
    std::cout << hit.chunk.chunk_id << "  " << hit.chunk.title << "\n    " << excerpt(hit.chunk.body) << '\n';
  if (!hits.empty()) return kAnswered;
  std::cerr << "howto: nothing in the documents has any of these words\n";
  return kRefused;
}

// In JSON a refusal is said by `grounded`, and not by the exit status as well.
int ask(const Options& options, const DocIndex& index) {
  const auto question = options.question();
  const Reply found = reply(question, index);
  if (options.output == Output::Json) {
    Json citations = Json::array();
    for (const auto& id : found.citations)
      citations.push_back({{"chunk_id", id}, {"doc_id", id.substr(0, id.find('#'))}});
    print({{"question", question},
           {"hits", hits_json(found.hits)},
           {"answer", found.text},
           {"citations", citations},
           {"grounded", found.grounded}});
    return kAnswered;
  }
  if (!found.grounded) {
    std::cerr << "howto: " << found.text << '\n';
    return kRefused;
  }
  std::cout << found.text << "\n\n";
  for (const auto& id : found.citations) std::cout << "[" << id << "]\n";
  return kAnswered;
}

bool names(int argc, char** argv, std::string_view word) {
  if (argc < 3 || word != argv[1]) return false;
  const std::string_view next = argv[2];
  return next.starts_with('-') || (argc == 3 && next.find(' ') != next.npos);
}

int run(int argc, char** argv, std::string_view documents, int (*command)(const Options&, const DocIndex&),
        const char* description) {
  CLI::App app(description, std::string("howto ") + argv[0]);
  Options options;
  app.add_option("--output,-o", options.output, "How to write the answer")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Output>{{"plain", Output::Plain}, {"json", Output::Json}}))
      ->option_text("plain|json");
  app.add_option("--prompt,-p", options.prompt, "The question, as one argument")->option_text("QUESTION");
  app.add_option("--limit,-k", options.most, "How many hits a search shows")->option_text("N");
  app.add_option("question", options.words, "What you want to know")->option_text("QUESTION...");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kAnswered : kUsage;
  }
  return command(options, DocIndex(documents));
}

}  // namespace

std::optional<int> run_doc_command(int argc, char** argv, std::string_view documents) {
  if (names(argc, argv, "search"))
    return run(argc - 1, argv + 1, documents, search,
               "Finds the places in the documents that speak of something");
  if (names(argc, argv, "ask"))
    return run(argc - 1, argv + 1, documents, ask, "Answers a question in the words of the documents");
  return std::nullopt;
}

}  // namespace assay::howto
