// SPDX-License-Identifier: Apache-2.0
// An embedder on a server: /embeddings as offered by OpenAI, Ollama, llama.cpp, vLLM and TEI.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/embedder.h"
#include "assay/error.h"
#include "assay/internal/courier.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr JsonLimits kLimits = {.bytes = std::size_t{64} << 20, .depth = 8};

[[noreturn]] void refuse(const std::string& server, std::string what) {
  throw Error({.file = server}, "the server gives no vectors: " + std::move(what));
}

JsonValue answer_in(std::string_view body, const std::string& server) try {
  return parse_json(body, server, kLimits);
} catch (const Error&) {
  refuse(server, "its answer is not JSON");  // the parser's message would point into JSON that the user does
                                             // not have
}

std::vector<float> checked(std::vector<float> vector, const std::string& server) {
  if (!std::ranges::all_of(vector, [](float value) { return std::isfinite(value); }))
    refuse(server, "an embedding holds a value that is not a number");
  if (std::ranges::all_of(vector, [](float value) { return value == 0; }))
    refuse(server, "an embedding is all zeros");
  return vector;
}

// 32-bit floats, the lowest byte first. Some servers send them without being asked to.
std::vector<float> vector_in_base64(std::string text, const std::string& server) {
  constexpr std::size_t kBytes = sizeof(std::uint32_t);
  std::erase_if(text, [](char c) { return c == '=' || c == ' ' || c == '\n' || c == '\r'; });
  text.append((4 - text.size() % 4) % 4, '=');
  const auto bytes = from_base64(text);
  if (!bytes || bytes->empty() || bytes->size() % kBytes != 0)
    refuse(server, "an embedding is a text that is not numbers in base64");
  std::vector<float> vector;
  for (std::size_t at = 0; at < bytes->size(); at += kBytes) {
    std::uint32_t bits = 0;
    for (std::size_t byte = 0; byte < kBytes; ++byte)
      bits |= std::uint32_t{static_cast<unsigned char>((*bytes)[at + byte])} << (8 * byte);
    vector.push_back(std::bit_cast<float>(bits));
  }
  return vector;
}

std::vector<float> vector_in(const JsonValue& item, const std::string& server) {
  const auto* numbers = item.find("embedding");
  if (numbers && numbers->string()) return checked(vector_in_base64(*numbers->string(), server), server);
  if (!numbers || !numbers->array() || numbers->array()->empty()) refuse(server, "an item has no embedding");
  std::vector<float> vector;
  vector.reserve(numbers->array()->size());
  for (const auto& number : *numbers->array()) {
    const double value = number.number(std::numeric_limits<double>::quiet_NaN());
    if (!(std::abs(value) <= std::numeric_limits<float>::max()))
      refuse(server, "an embedding holds a value that is not a number");
    vector.push_back(static_cast<float>(value));
  }
  return checked(std::move(vector), server);
}

// The vectors in the reply to a request for `texts` texts, in the order of the request: each present once, of
// finite numbers, not all zero. Throws Error, with `server` as its place, for any other reply.
std::vector<std::vector<float>> vectors_in(std::string_view body, std::size_t texts,
                                           const std::string& server) {
  const auto answer = answer_in(body, server);
  const auto* data = answer.find("data");
  if (!data || !data->array()) refuse(server, "its answer has no data");
  if (data->array()->size() != texts)
    refuse(server, fmt::format("{} embeddings of {} texts", data->array()->size(), texts));
  std::vector<std::vector<float>> vectors(texts);
  for (const auto& item : *data->array()) {
    const auto at = http::count_at(item, "/index");
    // A vector assigned to the wrong text would be worse than none.
    if (!at || static_cast<std::uint64_t>(*at) >= texts || !vectors[static_cast<std::size_t>(*at)].empty())
      refuse(server, "its embeddings are not numbered from 0");
    vectors[static_cast<std::size_t>(*at)] = vector_in(item, server);
  }
  return vectors;
}

constexpr std::size_t kBatch = 32;
constexpr std::size_t kLongestAnswer = std::size_t{32} << 20;  // for 32 vectors of 16,384 numbers
constexpr int kMostInARow = 3;                                 // requests without an answer
constexpr std::string_view kProbe = "ls -la";

std::unique_ptr<http::Poster> courier_for(const EmbeddingService& service) {
  return std::make_unique<http::Courier>(http::ClientOptions{
      .attempt_timeout = service.timeout, .timeout = 3 * service.timeout, .body_limit = kLongestAnswer});
}

class Served final : public Embedder {
 public:
  Served(EmbeddingService service, std::unique_ptr<http::Poster> poster)
      : service_(std::move(service)), key_(http::key_in(service_.key_variable)), poster_(std::move(poster)) {
    check(service_);
  }

  void load() override { dimension(); }

  Embedding get_embedding(std::string_view text) override {
    const std::string one(text);
    return get_embeddings({&one, 1}).front();
  }

  std::vector<Embedding> get_embeddings(std::span<const std::string> texts) override {
    const auto numbers = dimension();
    std::vector<Embedding> embeddings;
    for (std::size_t at = 0; at < texts.size(); at += kBatch)
      for (auto& vector : request_embeddings(texts.subspan(at, std::min(kBatch, texts.size() - at)))) {
        if (vector.size() != numbers)
          refuse(fmt::format("a vector of {} numbers, after one of {}", vector.size(), numbers));
        embeddings.push_back({.values = std::move(vector)});
      }
    return embeddings;
  }

  std::size_t batch() const override { return kBatch; }

  std::string name() const override { return fmt::format("{} at {}", service_.model, service_.url); }
  Pooling pooling() override { return Pooling::server; }
  std::string model_hash() override {
    return sha256(fmt::format("{}\n{}\n{}", service_.url, service_.model, dimension()));
  }

 private:
  // The length of this model's vectors. The first call asks the server; a failure then is final.
  std::size_t dimension() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (dimension_ > 0) return dimension_;
    try {
      const std::string probe(kProbe);
      dimension_ = request_embeddings({&probe, 1}).front().size();
    } catch (const Error&) {
      failure_ = std::current_exception();
      throw;
    }
    return dimension_;
  }

  std::vector<std::vector<float>> request_embeddings(std::span<const std::string> texts) {
    // Without this check, a server that is gone would be waited for at each pair.
    if (unanswered_ >= kMostInARow) refuse(fmt::format("it did not answer {} times in a row", kMostInARow));
    const auto reply = posted(texts);
    if (reply.ending != http::Ending::answered) {
      ++unanswered_;
      refuse(http::without_key(reply.why, key_));
    }
    unanswered_ = 0;
    if (!http::is_about_key(reply) && (reply.status == 400 || reply.status == 413 || reply.status == 422))
      throw TextRefused(problem_of(complaint_of(reply)));
    if (!reply.is_success()) refuse(complaint_of(reply));
    return vectors_in(reply.body, texts.size(), service_.url);
  }

  http::Reply posted(std::span<const std::string> texts) {
    auto inputs = nlohmann::json::array();
    for (const auto& text : texts) inputs.push_back(to_utf8(text));
    http::Request request{.url = http::joined(service_.url, "/embeddings"),
                          .headers = {},
                          .body = nlohmann::json({{"model", service_.model}, {"input", inputs}}).dump()};
    if (!key_.empty()) request.headers.push_back({"Authorization", "Bearer " + key_});
    std::promise<http::Reply> promised;
    poster_->post(std::move(request), {},
                  [&promised](http::Reply reply) { promised.set_value(std::move(reply)); });
    return promised.get_future().get();
  }

  std::string complaint_of(const http::Reply& reply) const {
    return http::without_key(
        http::failure_text(reply, service_.key_variable, "no variable is named that holds its key"), key_);
  }

  Problem problem_of(const std::string& why) const {
    return {
        .where = {.file = service_.url},
        .pointer = {},
        .what = fmt::format("the server of {} gives no vectors: {}", one_line(service_.model), one_line(why)),
        .next = {}};
  }
  [[noreturn]] void refuse(const std::string& why) const { throw Error(problem_of(why)); }

  EmbeddingService service_;
  std::string key_;
  std::mutex mutex_;
  std::size_t dimension_ = 0;
  std::exception_ptr failure_;
  std::atomic<int> unanswered_ = 0;
  std::unique_ptr<http::Poster> poster_;
};

}  // namespace

void check(const EmbeddingService& service) {
  const auto refuse = [](std::string what, std::string next) {
    throw Error({}, std::move(what), std::move(next));
  };
  if (!http::is_server_address(service.url))
    refuse("\"" + one_line(service.url) + "\" is not the address of an embedding server",
           "write it as http://localhost:11434/v1, without a key: that is in the environment");
  if (service.model.empty())
    refuse("the server of embeddings has no model", "name it: --embedder-model NAME");
}

std::unique_ptr<Embedder> http_embedder(EmbeddingService service) {
  auto courier = courier_for(service);
  return http_embedder(std::move(service), std::move(courier));
}

std::unique_ptr<Embedder> http_embedder(EmbeddingService service, std::unique_ptr<http::Poster> poster) {
  return std::make_unique<Served>(std::move(service), std::move(poster));
}

}  // namespace assay
