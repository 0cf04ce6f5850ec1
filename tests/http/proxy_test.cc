// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>

#include "assay/internal/courier.h"
#include "assay/internal/http_client.h"
#include "scripted_server.h"

namespace assay::http {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Variables = std::map<std::string, std::string>;

ProxyChoice choice(const std::string& url, const Variables& variables) {
  return proxy_for(*parse_url(url), [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  });
}

// The proxy's host and port; empty if there is none.
std::string proxy_of(const std::string& url, const Variables& variables) {
  const auto [proxy, fault] = choice(url, variables);
  EXPECT_EQ(fault, "");
  return proxy ? proxy->host + " " + proxy->port : "";
}

bool is_excepted(const std::string& url, const std::string& list) {
  return proxy_of(url, {{"http_proxy", "http://proxy:3128"}, {"no_proxy", list}}).empty();
}

TEST(ProxyVariables, AreReadByTheSchemeOfTheServer) {
  const Variables both{{"http_proxy", "http://plain:1"}, {"https_proxy", "http://secure:2"}};
  EXPECT_EQ(proxy_of("http://model.example/v1", both), "plain 1");
  EXPECT_EQ(proxy_of("https://model.example/v1", both), "secure 2");
  EXPECT_EQ(proxy_of("https://model.example/", {{"http_proxy", "http://plain:1"}}), "");
  EXPECT_EQ(proxy_of("https://model.example/", {{"HTTPS_PROXY", "http://upper:3"}}), "upper 3");
  EXPECT_EQ(proxy_of("https://model.example/",
                     {{"https_proxy", "http://lower:4"}, {"HTTPS_PROXY", "http://upper:3"}}),
            "lower 4");
}

// In a program that a server started, HTTP_PROXY is what a client wrote into the header "Proxy".
TEST(ProxyVariables, LeaveHttpProxyInUpperCaseAlone) {
  EXPECT_EQ(proxy_of("http://model.example/", {{"HTTP_PROXY", "http://stranger:1"}}), "");
}

TEST(ProxyVariables, MayLackSchemeAndPort) {
  EXPECT_EQ(proxy_of("http://model.example/", {{"http_proxy", "proxy:3128"}}), "proxy 3128");
  EXPECT_EQ(proxy_of("http://model.example/", {{"http_proxy", "http://proxy/"}}), "proxy 80");
  EXPECT_EQ(proxy_of("http://model.example/", {{"http_proxy", "http://[::1]:8080"}}), "::1 8080");
}

TEST(ProxyVariables, AreNeverForThisMachine) {
  const Variables set{{"http_proxy", "http://proxy:1"}, {"https_proxy", "http://proxy:1"}};
  for (const auto* url :
       {"http://localhost:11434/v1", "http://LocalHost./", "https://127.0.0.1:8443/", "http://127.9.9.9/",
        "http://[::1]:1/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0:80/", "http://a.localhost/"})
    EXPECT_EQ(proxy_of(url, set), "") << url;
  EXPECT_EQ(proxy_of("http://localhost.example/", set), "proxy 1");
}

TEST(ProxyVariables, HoldUserAndPassword) {
  const auto [proxy, fault] =
      choice("http://model.example/", {{"http_proxy", "http://ann:p%40ss@proxy:3128"}});
  ASSERT_TRUE(proxy) << fault;
  EXPECT_EQ(proxy->authorization, "Basic YW5uOnBAc3M=");
  EXPECT_EQ(proxy->name, "http://proxy:3128");
}

TEST(ProxyVariables, OfAnotherKindAreRefusedWithoutThePassword) {
  for (const auto* value : {"https://ann:secret@proxy:1", "socks5://ann:secret@proxy:1", "http://ann:secret@",
                            "http://ann:secret@a b"}) {
    const auto [proxy, fault] = choice("http://model.example/", {{"http_proxy", value}});
    EXPECT_FALSE(proxy) << value;
    EXPECT_THAT(fault, AllOf(HasSubstr("http_proxy"), Not(HasSubstr("secret")))) << value;
  }
}

TEST(NoProxy, NamesHostsAndAllBelowThem) {
  for (const auto* list :
       {"model.example", ".model.example", "*.model.example", "other,Model.Example.", "a b,, model.example"})
    for (const auto* url : {"http://model.example/", "http://a.MODEL.example:8080/"})
      EXPECT_TRUE(is_excepted(url, list)) << list << " " << url;
  EXPECT_FALSE(is_excepted("http://mymodel.example/", "model.example"));
  EXPECT_FALSE(is_excepted("http://example/", "model.example"));
  EXPECT_FALSE(is_excepted("http://model.example/", ""));
  EXPECT_FALSE(is_excepted("http://model.example/", ", ."));
}

TEST(NoProxy, NamesAddressesAndNetworks) {
  EXPECT_TRUE(is_excepted("http://10.1.2.3/", "10.0.0.0/8"));
  EXPECT_TRUE(is_excepted("http://10.1.2.3/", "10.1.2.3"));
  EXPECT_TRUE(is_excepted("http://[fd00::7]/", "fd00::/8"));
  EXPECT_TRUE(is_excepted("http://[fd00::7]/", "[fd00::7]"));
  EXPECT_FALSE(is_excepted("http://11.1.2.3/", "10.0.0.0/8"));
  EXPECT_FALSE(is_excepted("http://10.1.2.3/", "2.3"));
  EXPECT_FALSE(is_excepted("http://10.1.2.3/", "fd00::/8"));
}

TEST(NoProxy, MayNameAPortOrEverything) {
  EXPECT_TRUE(is_excepted("http://model.example:8080/", "model.example:8080"));
  EXPECT_FALSE(is_excepted("http://model.example/", "model.example:8080"));
  EXPECT_TRUE(is_excepted("http://model.example/", "*"));
}

// Sets variables of the environment for one test.
class ProxiedClient : public testing::Test {
 protected:
  void set(const char* name, const std::string& value) {
    if (const char* before = std::getenv(name)) before_.emplace(name, before);
    ::setenv(name, value.c_str(), 1);
    set_.emplace_back(name);
  }
  void TearDown() override {
    for (const auto& name : set_) ::unsetenv(name.c_str());
    for (const auto& [name, value] : before_) ::setenv(name.c_str(), value.c_str(), 1);
  }
  template <typename Poster>
  static Reply ask(Poster& poster, const std::string& url) {
    std::promise<Reply> promise;
    poster.post({.url = url, .headers = {{"Authorization", "Bearer key"}}, .body = "{}"}, {},
                [&](Reply reply) { promise.set_value(std::move(reply)); });
    return promise.get_future().get();
  }
  static Reply ask(const std::string& url) {
    Client client;
    return ask(client, url);
  }

 private:
  std::vector<std::string> set_;
  Variables before_;
};

// The proxy finds the server: no machine is called model.example.
TEST_F(ProxiedClient, SendsTheWholeUrlToAProxyForHttp) {
  ScriptedServer proxy({replying(200, "{\"ok\":true}")});
  set("http_proxy", "http://ann:secret@" + proxy.address());
  const auto reply = ask("http://model.example/v1/chat?x=1");
  EXPECT_TRUE(reply.is_success()) << reply.why;
  ASSERT_EQ(proxy.seen().size(), 1u);
  EXPECT_EQ(proxy.seen()[0].target, "http://model.example/v1/chat?x=1");
  EXPECT_EQ(proxy.seen()[0].body, "{}");
  EXPECT_THAT(proxy.seen()[0].headers, AllOf(HasSubstr("Host: model.example\r\n"),
                                             HasSubstr("Proxy-Authorization: Basic YW5uOnNlY3JldA==\r\n")));
}

TEST_F(ProxiedClient, GoesThroughATunnelForHttpsAndTellsTheProxyNothingMore) {
  const auto certificate = made_certificate("DNS:model.example");
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_proxied.pem";
  std::ofstream(file) << certificate.certificate;
  set("SSL_CERT_FILE", file.string());
  ScriptedServer proxy({replying(200, "{\"ok\":true}")}, certificate, ScriptedServer::Opening::connect);
  set("https_proxy", "http://ann:secret@" + proxy.address());
  const auto reply = ask("https://model.example/v1/chat");
  EXPECT_TRUE(reply.is_success()) << reply.why;
  EXPECT_EQ(reply.body, "{\"ok\":true}");
  ASSERT_EQ(proxy.seen().size(), 2u);
  EXPECT_EQ(proxy.seen()[0].target, "model.example:443");
  EXPECT_THAT(proxy.seen()[0].headers,
              AllOf(HasSubstr("CONNECT model.example:443 HTTP/1.1\r\n"),
                    HasSubstr("Proxy-Authorization: Basic YW5uOnNlY3JldA==\r\n"), Not(HasSubstr("Bearer"))));
  EXPECT_EQ(proxy.seen()[1].target, "/v1/chat");
  EXPECT_THAT(proxy.seen()[1].headers, AllOf(HasSubstr("Bearer key"), Not(HasSubstr("Proxy-Authorization"))));
  std::filesystem::remove(file);
}

TEST_F(ProxiedClient, SaysInOneLineThatTheProxyRefuses) {
  ScriptedServer proxy({replying(403, "<html>a long page</html>")});
  set("https_proxy", "http://ann:secret@" + proxy.address());
  const auto reply = ask("https://model.example/v1/chat");
  EXPECT_EQ(reply.ending, Ending::unreachable);
  EXPECT_EQ(reply.why,
            "the proxy http://" + proxy.address() + " refuses CONNECT model.example:443 with status 403");
  EXPECT_EQ(reply.attempts, 1);
}

TEST_F(ProxiedClient, SaysThatTheProxyAsksForAPassword) {
  ScriptedServer proxy({replying(407, "")});
  set("http_proxy", "http://" + proxy.address());
  set("https_proxy", "http://ann:wrong@" + proxy.address());
  EXPECT_THAT(ask("http://model.example/").why,
              HasSubstr("refuses to ask model.example with status 407: it asks for a user and a password"));
  EXPECT_THAT(
      ask("https://model.example/").why,
      AllOf(HasSubstr("status 407: it does not accept the user and the password"), Not(HasSubstr("wrong"))));
}

TEST_F(ProxiedClient, NamesAProxyThatIsNotThere) {
  std::string address;
  {
    ScriptedServer gone({replying(200, "{}")});
    address = gone.address();
  }
  set("http_proxy", "http://ann:secret@" + address);
  Client once({.attempts = 1});
  EXPECT_THAT(ask(once, "http://model.example/").why,
              AllOf(HasSubstr("cannot connect to the proxy http://" + address), Not(HasSubstr("secret"))));
}

TEST_F(ProxiedClient, AsksAServerOfThisMachineDirectly) {
  ScriptedServer proxy({replying(200, "proxy")}), server({replying(200, "server")});
  set("http_proxy", "http://" + proxy.address());
  EXPECT_EQ(ask(server.url()).body, "server");
  EXPECT_EQ(proxy.connections(), 0);
}

TEST_F(ProxiedClient, IsToldOfTheVariablesInItsOwnProcess) {
  ScriptedServer proxy({replying(200, "through the proxy")});
  set("http_proxy", "http://" + proxy.address());
  set("no_proxy", "other.example");
  Courier courier({.attempts = 1});
  EXPECT_EQ(ask(courier, "http://model.example/").body, "through the proxy");
}

}  // namespace
}  // namespace assay::http
