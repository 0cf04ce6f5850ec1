// SPDX-License-Identifier: Apache-2.0
// Vectors from a scripted server: which replies are vectors, and that no others are accepted. The first
// request is that of load().
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/embedder.h"
#include "assay/error.h"
#include "assay/internal/http_client.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "error_of.h"
#include "scripted_server.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

using Vectors = std::vector<std::vector<float>>;

json item(std::size_t index, const json& vector) { return {{"index", index}, {"embedding", vector}}; }

ScriptedReply giving(const json& items) { return replying(200, json({{"data", items}}).dump()); }

ScriptedReply giving(const Vectors& vectors) {
  auto items = json::array();
  for (const auto& each : vectors) items.push_back(item(items.size(), each));
  return giving(items);
}

const ScriptedReply kLoaded = giving(Vectors{{1, 0, 0}});

std::unique_ptr<Embedder> embedder_at(const ScriptedServer& server) {
  return http_embedder({.url = server.url("/v1"), .model = "m"},
                       std::make_unique<http::Client>(
                           http::ClientOptions{.attempt_timeout = std::chrono::seconds(5), .attempts = 1}));
}

// The error message that users see.
std::string fault_of(Embedder& embedder, const std::vector<std::string>& texts) {
  return error_of([&] { embedder.get_embeddings(texts); });
}

std::string fault_with(ScriptedReply reply, const std::vector<std::string>& texts = {"a", "b"}) {
  ScriptedServer server({kLoaded, std::move(reply)});
  return fault_of(*embedder_at(server), texts);
}

TEST(ServedEmbedder, AsksForManyTextsAtOnce) {
  ScriptedServer server({kLoaded, giving(Vectors{{1, 2, 3}, {4, 5, 6}})});
  const auto found = embedder_at(server)->get_embeddings(std::vector<std::string>{"ls", "p\xffwd"});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[1].values, ElementsAre(4, 5, 6));
  const auto seen = server.seen();
  ASSERT_THAT(seen, SizeIs(2));
  EXPECT_EQ(seen[1].target, "/v1/embeddings");
  EXPECT_EQ(json::parse(seen[1].body), json({{"model", "m"}, {"input", {"ls", "p\uFFFDwd"}}}));
}

TEST(ServedEmbedder, PutsVectorsIntoTheOrderOfTheirTexts) {
  ScriptedServer server(
      {kLoaded, giving(json::array({item(2, {0, 0, 3}), item(0, {1, 0, 0}), item(1, {0, 2, 0})}))});
  const auto found = embedder_at(server)->get_embeddings(std::vector<std::string>{"a", "b", "c"});
  EXPECT_THAT(found[0].values, ElementsAre(1, 0, 0));
  EXPECT_THAT(found[1].values, ElementsAre(0, 2, 0));
  EXPECT_THAT(found[2].values, ElementsAre(0, 0, 3));
}

TEST(ServedEmbedder, ReadsVectorsInBase64) {
  // 1, -2.5 and 0.15625 as 32-bit floats, the lowest byte first.
  for (const char* text : {"AACAPwAAIMAAACA+", "AACAPwAAIMAAACA+\n"}) {
    ScriptedServer server({kLoaded, giving(json::array({item(0, text)}))});
    const auto found = embedder_at(server)->get_embeddings(std::vector<std::string>{"ls"});
    EXPECT_THAT(found[0].values, ElementsAre(1, -2.5, 0.15625));
  }
  for (const char* text : {"", "not base64", "AACAPw==AA", "AACA", "AADAfwAAIMAAACA+" /* a NaN */})
    EXPECT_THAT(fault_with(giving(json::array({item(0, text)})), {"a"}), HasSubstr("an embedding")) << text;
}

TEST(ServedEmbedder, AsksForMoreThanABatchBatchByBatch) {
  ScriptedServer server({kLoaded, giving(Vectors(32, {1, 1, 1})), giving(Vectors{{2, 2, 2}})});
  const auto found = embedder_at(server)->get_embeddings(std::vector<std::string>(33, "ls"));
  ASSERT_THAT(found, SizeIs(33));
  EXPECT_THAT(found[32].values, ElementsAre(2, 2, 2));
  EXPECT_THAT(server.seen(), SizeIs(3));
}

TEST(ServedEmbedder, TakesNothingElseForAVector) {
  EXPECT_THAT(fault_with(giving(Vectors{{1, 0, 0}})), HasSubstr("1 embeddings of 2 texts"));
  EXPECT_THAT(fault_with(giving(Vectors{{1, 0, 0}, {1, 0}})), HasSubstr("2 numbers, after one of 3"));
  EXPECT_THAT(fault_with(giving(Vectors{{1, 0, 0}, {0, 0, 0}})), HasSubstr("all zeros"));
  EXPECT_THAT(fault_with(giving(json::array({item(0, {1, 0, 0}), item(1, {1, nullptr, 0})}))),
              HasSubstr("not a number"));
  EXPECT_THAT(fault_with(giving(json::array({item(0, {1, 0, 0}), item(1, {1, 1e300, 0})}))),
              HasSubstr("not a number"));
  EXPECT_THAT(fault_with(giving(json::array({item(0, {1, 0, 0}), item(0, {1, 0, 0})}))),
              HasSubstr("not numbered"));
  EXPECT_THAT(fault_with(giving(json::array({item(0, {1, 0, 0}), item(2, {1, 0, 0})}))),
              HasSubstr("not numbered"));
  EXPECT_THAT(fault_with(giving(json::array({item(0, {1, 0, 0}), item(1, json::array())}))),
              HasSubstr("no embedding"));
  EXPECT_THAT(fault_with(replying(200, R"({"data": [{"index": 0, "embedding": [NaN]}]})"), {"a"}),
              HasSubstr("not JSON"));
  EXPECT_THAT(fault_with(replying(200, "{}")), HasSubstr("no data"));
  EXPECT_THAT(fault_with(replying(400, R"({"error": {"message": "input is empty"}})")),
              HasSubstr("status 400: input is empty"));
  EXPECT_THAT(fault_with(replying(200, R"({"error": "no such model"})")),
              HasSubstr("an error: no such model"));
}

TEST(ServedLikeness, ATextThatTheServerRefusesIsNoFaultOfTheServer) {
  for (const int status : {400, 413, 422}) {
    ScriptedServer server({kLoaded, replying(status, "{}"), giving(Vectors{{1, 0, 0}}),
                           replying(status, "{}"), giving(Vectors{{0, 1, 0}})});
    Likeness likeness(embedder_at(server), std::nullopt);
    EXPECT_TRUE(likeness.compare("ls", "a text that is too long").is_refused) << status;
    EXPECT_THAT(server.seen(), SizeIs(5)) << "at last, whether it takes another text";
  }
}

TEST(ServedLikeness, AServerThatRefusesEverythingIsUnavailable) {
  ScriptedServer server({kLoaded, replying(400, "{}")});
  Likeness likeness(embedder_at(server), std::nullopt);
  EXPECT_THROW(likeness.compare("ls", "ls -l"), Error);
}

TEST(ServedEmbedder, DoesNotAskAgainForAModelThatDidNotLoad) {
  ScriptedServer server({replying(404, R"({"error": "model \"m\" not found"})")});
  const auto embedder = embedder_at(server);
  EXPECT_THAT(fault_of(*embedder, {"a"}), HasSubstr("not found"));
  EXPECT_THAT(fault_of(*embedder, {"a"}), HasSubstr("not found"));
  EXPECT_THROW(embedder->load(), Error);
  EXPECT_THROW(embedder->model_hash(), Error);
  EXPECT_EQ(server.connections(), 1);
}

TEST(ServedEmbedder, GivesUpAServerThatHasGone) {
  ScriptedServer server({kLoaded, {.manner = ScriptedReply::Manner::closed}});
  const auto embedder = embedder_at(server);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(fault_of(*embedder, {"a"}), HasSubstr("gives no vectors"));
  EXPECT_THAT(fault_of(*embedder, {"a"}), HasSubstr("3 times in a row"));
  EXPECT_EQ(server.connections(), 4);
}

TEST(ServedEmbedder, SendsTheKeyOfTheEnvironmentAndShowsItNowhere) {
  ::setenv("ASSAY_EMBEDDER_KEY", "sk-secret", 1);
  ScriptedServer server({replying(401, R"({"error": {"message": "bad key sk-secret"}})")});
  const auto fault = fault_of(*embedder_at(server), {"a"});
  ::unsetenv("ASSAY_EMBEDDER_KEY");
  EXPECT_THAT(server.seen().at(0).headers, HasSubstr("Bearer sk-secret"));
  EXPECT_THAT(fault, HasSubstr("$ASSAY_EMBEDDER_KEY"));
  EXPECT_THAT(fault, Not(HasSubstr("sk-secret")));
}

TEST(ServedEmbedder, IsAnotherModelAtAnotherAddressOrUnderAnotherName) {
  ScriptedServer server({kLoaded, kLoaded, kLoaded, giving(Vectors{{1, 0}})});
  const auto hash = [&](const std::string& path, const std::string& model) {
    return http_embedder({.url = server.url(path), .model = model}, std::make_unique<http::Client>())
        ->model_hash();
  };
  const auto first = hash("/v1", "m");
  EXPECT_NE(first, hash("/v2", "m"));
  EXPECT_NE(first, hash("/v1", "n"));
  EXPECT_NE(first, hash("/v1", "m"));  // of vectors with another length
}

TEST(ServedEmbedder, RefusesAServiceThatIsNone) {
  for (const auto* url : {"localhost:11434", "http://me:secret@h/v1", "http://h/v1?key=1", ""})
    EXPECT_THROW(http_embedder({.url = url, .model = "m"}), Error) << url;
  EXPECT_THROW(http_embedder({.url = "http://h/v1"}), Error);
}

class KeptInMemory : public VectorCache {
 public:
  std::optional<Embedding> find(const VectorKey& key) override {
    const auto found = kept.find(key.model_hash + key.text);
    return found == kept.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const VectorKey& key, const Embedding& embedding) override {
    kept[key.model_hash + key.text] = embedding;
  }
  std::map<std::string, Embedding> kept;
};

TEST(ServedLikeness, AsksForBothTextsAtOnceAndKeepsThem) {
  ScriptedServer server({kLoaded, giving(Vectors{{1, 0, 0}, {1, 1, 0}}), kLoaded});
  const auto cache = std::make_shared<KeptInMemory>();
  for (int process = 0; process < 2; ++process) {
    Likeness likeness(
        LikenessPlace{.service = EmbeddingService{.url = server.url("/v1"), .model = "m"}, .vectors = cache});
    EXPECT_NEAR(likeness.compare("a", "b").cosine, 0.7071, 1e-4);
  }
  EXPECT_THAT(cache->kept, SizeIs(2));
  EXPECT_EQ(server.connections(), 3);  // two loads and one question
}

TEST(ServedLikeness, PreparesWhatWillBeCompared) {
  ScriptedServer server({kLoaded, giving(Vectors{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}})});
  Likeness likeness(embedder_at(server), std::nullopt);
  likeness.prepare(std::vector<std::string>{"a", "b", "c"});
  EXPECT_NEAR(likeness.compare("a", "b").cosine, 0, 1e-6);
  EXPECT_NEAR(likeness.compare("c", "b").cosine, 0.7071, 1e-4);
  EXPECT_EQ(server.connections(), 2);
}

class ServedProfile : public testing::Test {
 protected:
  // A profile of the model that gives {1, 0, 0}.
  std::filesystem::path profile(const ScriptedServer& server, const json& probe) {
    const json profile = {{"model", "m"},
                          {"model_hash", embedder_at(server)->model_hash()},
                          {"pooling", "server"},
                          {"rule", "youden"},
                          {"accept", 0.9},
                          {"reject", nullptr},
                          {"probes", {{{"text", "ls"}, {"vector", probe}}}}};
    write_file_atomically(file_, profile.dump());
    return file_;
  }
  ~ServedProfile() override { std::filesystem::remove(file_); }
  std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) / "served_profile.json";
};

TEST_F(ServedProfile, IsTakenWhereTheProbesAreThoseOfTheModel) {
  ScriptedServer server({kLoaded});
  Likeness likeness(LikenessPlace{.service = EmbeddingService{.url = server.url("/v1"), .model = "m"},
                                  .profile = profile(server, {1, 0.0001, 0})});
  EXPECT_EQ(likeness.threshold(), 0.9);
}

TEST_F(ServedProfile, IsRefusedOfAnotherModelUnderTheSameName) {
  ScriptedServer server({kLoaded});
  Likeness likeness(LikenessPlace{.service = EmbeddingService{.url = server.url("/v1"), .model = "m"},
                                  .profile = profile(server, {1, 1, 0})});
  EXPECT_THAT(likeness.description(), HasSubstr("no longer the model that was calibrated"));
  EXPECT_THROW(likeness.compare("a", "b"), Error);
}

}  // namespace
}  // namespace assay
