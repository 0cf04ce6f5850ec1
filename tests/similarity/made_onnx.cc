// SPDX-License-Identifier: Apache-2.0
#include "made_onnx.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace assay::tests {
namespace {

constexpr int kFloat = 1, kInt64 = 7;  // TensorProto.DataType
constexpr const char* kWords = "embeddings.word_embeddings.weight";

// A protocol buffer message, built field by field.
class Message {
 public:
  Message& number(int field, std::int64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  Message& real(int field, float value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 5);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Message& text(int field, const std::string& value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  Message& message(int field, const Message& value) { return text(field, value.bytes_); }
  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  std::string bytes_;
};

using Shape = std::vector<std::int64_t>;

Message tensor(const std::string& name, int type, const Shape& shape, const std::string& bytes) {
  Message tensor;
  for (const auto length : shape) tensor.number(1, length);
  return tensor.number(2, type).text(8, name).text(9, bytes);
}

// A graph under construction: each operator yields one value, whose name is returned.
class Graph {
 public:
  explicit Graph(const ModelText& model) : model_(model) {}

  struct Attribute {
    std::string name;
    Shape values;  // one: a number; several: a list
  };
  std::string call(const std::string& operation, const std::vector<std::string>& inputs,
                   const std::vector<Attribute>& attributes = {}) {
    Message node;
    const auto name = "value" + std::to_string(values_++);
    for (const auto& input : inputs) node.text(1, input);
    node.text(2, name).text(4, operation);
    for (const auto& attribute : attributes) {
      Message made;
      made.text(1, attribute.name);
      const bool is_list = attribute.name == "perm";
      for (const auto value : attribute.values) made.number(is_list ? 8 : 3, value);
      node.message(5, made.number(20, is_list ? 7 : 2));
    }
    graph_.message(1, node);
    return name;
  }

  std::string constant(const Shape& shape, int type, const std::string& bytes) {
    const auto name = "constant" + std::to_string(values_++);
    graph_.message(5, tensor(name, type, shape, bytes));
    return name;
  }
  std::string numbers(const Shape& values) {
    return constant({static_cast<std::int64_t>(values.size())}, kInt64,
                    {reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]});
  }
  std::string number(double value) {
    const auto narrow = static_cast<float>(value);
    return constant({}, kFloat, {reinterpret_cast<const char*>(&narrow), sizeof narrow});
  }
  std::string weight(const std::string& name, const std::string& file = {}) {
    const auto& held = model_.tensors.at(name);
    const Shape shape(held.shape.begin(), held.shape.end());
    if (file.empty()) {
      graph_.message(5, tensor(name, kFloat, shape, held.bytes));
      return name;
    }
    Message made;
    for (const auto length : shape) made.number(1, length);
    made.number(2, kFloat).text(8, name).message(13, Message().text(1, "location").text(2, file));
    graph_.message(5, made.number(14, 1));  // data_location: EXTERNAL
    return name;
  }

  // `in` is 1 × tokens × inputs.
  std::string dense(const std::string& in, const std::string& name) {
    const auto turned = call("Transpose", {weight(name + ".weight")}, {{"perm", {1, 0}}});
    return call("Add", {call("MatMul", {in, turned}), weight(name + ".bias")});
  }
  std::string norm(const std::string& in, const std::string& name, double epsilon) {
    Message node;
    const auto value = "value" + std::to_string(values_++);
    node.text(1, in).text(1, weight(name + ".weight")).text(1, weight(name + ".bias")).text(2, value);
    node.text(4, "LayerNormalization");
    const auto narrow = static_cast<float>(epsilon);
    node.message(5, Message().text(1, "epsilon").real(2, narrow).number(20, 1));
    graph_.message(1, node);
    return value;
  }

  void value(int field, const std::string& name, int type, const std::vector<std::string>& dimensions) {
    Message shape;
    for (const auto& dimension : dimensions) shape.message(1, Message().text(2, dimension));
    graph_.message(field, Message().text(1, name).message(
                              2, Message().message(1, Message().number(1, type).message(2, shape))));
  }
  void give(const std::string& value, const std::string& name) {
    graph_.message(1, Message().text(1, value).text(2, name).text(4, "Identity"));
  }
  const Message& message() { return graph_.text(2, "made"); }

 private:
  const ModelText& model_;
  Message graph_;
  int values_ = 0;
};

std::string attention(Graph& graph, const MadeModel& shape, const std::string& in, const std::string& mask,
                      const std::string& at) {
  const std::int64_t width = shape.hidden / shape.heads;
  const auto heads = [&](const std::string& part, const Shape& order) {
    const auto whole = graph.dense(in, at + "attention.self." + part);
    const auto split = graph.call("Reshape", {whole, graph.numbers({1, -1, shape.heads, width})});
    return graph.call("Transpose", {split}, {{"perm", order}});
  };
  const auto query = heads("query", {0, 2, 1, 3}), key = heads("key", {0, 2, 3, 1});
  auto scores = graph.call("MatMul", {query, key});
  scores = graph.call("Div", {scores, graph.number(std::sqrt(static_cast<double>(width)))});
  scores = graph.call("Softmax", {graph.call("Add", {scores, mask})}, {{"axis", {-1}}});
  const auto context = graph.call("Transpose", {graph.call("MatMul", {scores, heads("value", {0, 2, 1, 3})})},
                                  {{"perm", {0, 2, 1, 3}}});
  return graph.call("Reshape", {context, graph.numbers({1, -1, shape.hidden})});
}

std::string gelu(Graph& graph, const std::string& in) {
  const auto error = graph.call("Erf", {graph.call("Div", {in, graph.number(std::sqrt(2.0))})});
  const auto whole = graph.call("Mul", {in, graph.call("Add", {error, graph.number(1)})});
  return graph.call("Mul", {whole, graph.number(0.5)});
}

std::string embeddings(Graph& graph, const MadeOnnx& wanted, bool roberta, double epsilon) {
  const auto words = graph.call("Gather", {graph.weight(kWords, wanted.weight_file), wanted.ids});
  const auto count = graph.call("Gather", {graph.call("Shape", {wanted.ids}), graph.numbers({1})});
  const auto first = graph.numbers({roberta ? 2 : 0});
  const auto positions = graph.call("Slice", {graph.weight("embeddings.position_embeddings.weight"), first,
                                              graph.call("Add", {count, first}), graph.numbers({0})});
  const auto types = graph.weight("embeddings.token_type_embeddings.weight");
  const auto type = graph.call("Gather", {types, roberta ? graph.numbers({0}) : "token_type_ids"});
  return graph.norm(graph.call("Add", {graph.call("Add", {words, positions}), type}), "embeddings.LayerNorm",
                    epsilon);
}

}  // namespace

std::string onnx_text(const MadeModel& shape, const ModelText& model, const MadeOnnx& wanted) {
  const bool roberta = shape.family == MadeModel::Family::roberta;
  const double epsilon = roberta ? 1e-5 : 1e-12;
  Graph graph(model);
  graph.value(11, wanted.ids, kInt64, {"batch", "tokens"});
  graph.value(11, "attention_mask", kInt64, {"batch", "tokens"});
  if (!roberta) graph.value(11, "token_type_ids", kInt64, {"batch", "tokens"});
  auto states = embeddings(graph, wanted, roberta, epsilon);
  // Added to the scores: 0 for a token that counts, -10,000 for any other.
  const auto counts = graph.call("Cast", {"attention_mask"}, {{"to", {kFloat}}});
  const auto mask = graph.call("Mul", {graph.call("Sub", {counts, graph.number(1)}), graph.number(10000)});
  for (int i = 0; i < shape.layers; ++i) {
    const std::string at = "encoder.layer." + std::to_string(i) + ".";
    const auto context = attention(graph, shape, states, mask, at);
    states = graph.norm(graph.call("Add", {states, graph.dense(context, at + "attention.output.dense")}),
                        at + "attention.output.LayerNorm", epsilon);
    const auto wide = gelu(graph, graph.dense(states, at + "intermediate.dense"));
    states = graph.norm(graph.call("Add", {states, graph.dense(wide, at + "output.dense")}),
                        at + "output.LayerNorm", epsilon);
  }
  const bool whole = wanted.gives == MadeOnnx::Gives::states;
  if (!whole)
    states =
        graph.call("Gather", {states, graph.constant({}, kInt64, std::string(8, '\0'))}, {{"axis", {1}}});
  graph.give(states, wanted.output);
  graph.value(12, wanted.output, kFloat,
              whole ? std::vector<std::string>{"batch", "tokens", "hidden"}
                    : std::vector<std::string>{"batch", "hidden"});
  return Message()
      .number(1, 8)  // ir_version
      .message(7, graph.message())
      .message(8, Message().text(1, "").number(2, 17))  // operators of version 17
      .bytes();
}

std::string onnx_weight_text(const ModelText& model) { return model.tensors.at(kWords).bytes; }

}  // namespace assay::tests
