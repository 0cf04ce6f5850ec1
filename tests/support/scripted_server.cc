// SPDX-License-Identifier: Apache-2.0
#include "scripted_server.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace assay {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

template <class Write>
std::string pem(Write write) {
  const std::unique_ptr<BIO, int (*)(BIO*)> memory(BIO_new(BIO_s_mem()), BIO_free);
  if (write(memory.get()) != 1) throw std::runtime_error("cannot write PEM");
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &bytes);
  return std::string(bytes, static_cast<std::size_t>(size));
}

void add_extension(X509* certificate, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)> extension(
      X509V3_EXT_conf_nid(nullptr, &context, kind, value), X509_EXTENSION_free);
  if (!extension || X509_add_ext(certificate, extension.get(), -1) != 1)
    throw std::runtime_error("no extension");
}

}  // namespace

ScriptedReply replying(int status, std::string body, std::string headers) {
  return {.bytes = "HTTP/1.1 " + std::to_string(status) + " Scripted\r\n" + headers +
                   "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body};
}

Certificate made_certificate(const char* subject) {
  const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::unique_ptr<X509, void (*)(X509*)> made(X509_new(), X509_free);
  X509_set_version(made.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
  X509_set_pubkey(made.get(), key.get());
  X509_NAME* name = X509_get_subject_name(made.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test"), -1, -1,
                             0);
  X509_set_issuer_name(made.get(), name);
  add_extension(made.get(), NID_basic_constraints, "critical,CA:TRUE");
  add_extension(made.get(), NID_subject_alt_name, subject);
  if (X509_sign(made.get(), key.get(), EVP_sha256()) == 0) throw std::runtime_error("cannot sign");
  return {.certificate = pem([&](BIO* out) { return PEM_write_bio_X509(out, made.get()); }),
          .key = pem([&](BIO* out) {
            return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

struct ScriptedServer::Listener {
  asio::io_context context;
  tcp::acceptor acceptor{context, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::optional<asio::ssl::context> tls;
  Opening opening = Opening::tls;
  std::atomic<bool> is_ending = false;

  // False if the client disconnects before its request is complete.
  template <class Stream>
  static bool take_request(Stream& stream, ScriptedServer& server) {
    boost::beast::flat_buffer buffer;
    http::request<http::string_body> request;
    error_code error;
    http::read(stream, buffer, request, error);
    if (error) return false;
    std::ostringstream headers;
    headers << request.base();
    const std::lock_guard lock(server.mutex_);
    server.seen_.push_back({std::string(request.target()), headers.str(), request.body()});
    return true;
  }

  template <class Stream>
  void converse(Stream& stream, ScriptedServer& server, const ScriptedReply& reply) {
    error_code error;
    if (!take_request(stream, server)) return;
    if (reply.manner == ScriptedReply::Manner::withheld) {
      char byte = 0;
      stream.read_some(asio::buffer(&byte, 1), error);  // returns when the client disconnects
    } else {
      asio::write(stream, asio::buffer(reply.bytes), error);
    }
  }

  void serve(tcp::socket socket, ScriptedServer& server, const ScriptedReply& reply) {
    error_code error;
    if (reply.manner == ScriptedReply::Manner::closed) return;
    if (!tls) return converse(socket, server, reply);
    if (opening == Opening::connect) {
      if (!take_request(socket, server)) return;
      asio::write(socket, asio::buffer(std::string("HTTP/1.1 200 Connection established\r\n\r\n")), error);
    }
    asio::ssl::stream<tcp::socket&> secure(socket, *tls);
    secure.handshake(asio::ssl::stream_base::server, error);
    if (error) return;
    converse(secure, server, reply);
    secure.shutdown(error);
  }
};

ScriptedServer::ScriptedServer(std::vector<ScriptedReply> replies)
    : listener_(std::make_unique<Listener>()), replies_(std::move(replies)), thread_([this] { serve(); }) {}

ScriptedServer::ScriptedServer(std::vector<ScriptedReply> replies, const Certificate& certificate,
                               Opening opening)
    : listener_(std::make_unique<Listener>()), replies_(std::move(replies)) {
  listener_->opening = opening;
  listener_->tls.emplace(asio::ssl::context::tls_server);
  listener_->tls->use_certificate(asio::buffer(certificate.certificate), asio::ssl::context::pem);
  listener_->tls->use_private_key(asio::buffer(certificate.key), asio::ssl::context::pem);
  thread_ = std::thread([this] { serve(); });
}

ScriptedServer::~ScriptedServer() {
  listener_->is_ending = true;
  asio::io_context context;
  tcp::socket last(context);
  error_code ignored;
  last.connect(listener_->acceptor.local_endpoint(), ignored);  // ends the wait for a connection
  thread_.join();
}

std::string ScriptedServer::url(const std::string& target) const {
  return (listener_->tls ? "https://" : "http://") + address() + target;
}

std::string ScriptedServer::address() const {
  return "127.0.0.1:" + std::to_string(listener_->acceptor.local_endpoint().port());
}

std::vector<ScriptedServer::Seen> ScriptedServer::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void ScriptedServer::serve() {
  while (true) {
    error_code error;
    tcp::socket socket = listener_->acceptor.accept(error);
    if (listener_->is_ending) return;
    if (error) continue;
    const auto at = std::min(static_cast<std::size_t>(connections_++), replies_.size() - 1);
    listener_->serve(std::move(socket), *this, replies_[at]);
  }
}

}  // namespace assay
