// SPDX-License-Identifier: Apache-2.0
// A similarity model and a judge's server that give the opinions the tests want.
#pragma once

#include <atomic>
#include <string>

#include "assay/embedder.h"
#include "assay/error.h"
#include "assay/internal/http.h"

namespace assay {

// Says that "ls" is similar to "ls *" by 0.96, to "dir" by 0.75, and to anything else by 0.
class Model final : public Embedder {
 public:
  explicit Model(bool is_broken) : is_broken_(is_broken) {}
  void load() override {
    if (is_broken_)
      throw Error(Problem{.where = {.file = "m/config.json"}, .pointer = {}, .what = "is gone", .next = {}});
  }
  Embedding get_embedding(std::string_view text) override {
    load();
    if (text == "ls") return {.values = {1, 0, 0}};
    if (text == "ls *") return {.values = {0.96f, 0.28f, 0}};
    if (text == "dir") return {.values = {0.75f, 0.6614378f, 0}};
    return {.values = {0, 0, 1}, .is_cut = text == "long"};
  }
  std::string name() const override { return "model"; }
  Pooling pooling() override { return Pooling::mean; }
  std::string model_hash() override { return "abc"; }

 private:
  bool is_broken_;
};

class JudgesServer final : public http::Poster {
 public:
  explicit JudgesServer(std::string verdict, std::atomic<int>& asked)
      : verdict_(std::move(verdict)), asked_(asked) {}
  void post(http::Request request, std::stop_token, std::function<void(http::Reply)> done) override {
    const bool is_canary = request.body.find("rm -rf") != std::string::npos;
    if (!is_canary) ++asked_;
    if (verdict_.empty()) return done({.ending = http::Ending::unreachable, .why = "nobody is there"});
    done({.status = 200,
          .body = R"({"choices": [{"message": {"content": "{\"analysis\": \"because\", \"verdict\": \")" +
                  (is_canary ? "not_equivalent" : verdict_) + R"(\"}"}}]})"});
  }

 private:
  std::string verdict_;
  std::atomic<int>& asked_;
};

}  // namespace assay
