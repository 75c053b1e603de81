#include "rules/packed_tree.h"

namespace bastide {
namespace {

// Numbers are seven bits a byte, the lowest first; the eighth says that more follow. Texts and lists begin with their
// length.

void put(std::string& to, uint64_t number) {
  for (; number >= 0x80; number >>= 7) to += static_cast<char>(number | 0x80);
  to += static_cast<char>(number);
}

void put(std::string& to, std::string_view text) {
  put(to, text.size());
  to += text;
}

void put(std::string& to, const TomlNode& node) {
  to += static_cast<char>(node.kind);
  put(to, static_cast<uint64_t>(node.line));
  put(to, static_cast<uint64_t>(node.column));
  switch (node.kind) {
    case TomlNode::Kind::text:
      return put(to, node.text);
    case TomlNode::Kind::integer:
      return put(to, static_cast<uint64_t>(node.integer));
    case TomlNode::Kind::boolean:
      return put(to, uint64_t{node.boolean});
    case TomlNode::Kind::other:
      return;
    case TomlNode::Kind::table:
    case TomlNode::Kind::array:
      break;
  }
  put(to, node.items.size());
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (node.kind == TomlNode::Kind::table) {
      const TomlNode::Key& key = node.keys[i];
      put(to, key.name);
      put(to, static_cast<uint64_t>(key.line));
      put(to, static_cast<uint64_t>(key.column));
    }
    put(to, node.items[i]);
  }
}

class Unpacker {
 public:
  explicit Unpacker(std::string_view from) : at_(from.data()) {}

  void read(TomlNode& node) {
    node.kind = static_cast<TomlNode::Kind>(*at_++);
    node.line = static_cast<int>(number());
    node.column = static_cast<int>(number());
    switch (node.kind) {
      case TomlNode::Kind::text:
        node.text = text();
        return;
      case TomlNode::Kind::integer:
        node.integer = static_cast<int64_t>(number());
        return;
      case TomlNode::Kind::boolean:
        node.boolean = number() != 0;
        return;
      case TomlNode::Kind::other:
        return;
      case TomlNode::Kind::table:
      case TomlNode::Kind::array:
        break;
    }
    node.items.resize(number());
    if (node.kind == TomlNode::Kind::table) node.keys.resize(node.items.size());
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      if (node.kind == TomlNode::Kind::table) {
        TomlNode::Key& key = node.keys[i];
        key.name = text();
        key.line = static_cast<int>(number());
        key.column = static_cast<int>(number());
      }
      read(node.items[i]);
    }
  }

 private:
  uint64_t number() {
    uint64_t value = 0;
    for (int bits = 0;; bits += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= uint64_t{byte & 0x7fu} << bits;
      if (byte < 0x80) return value;
    }
  }

  std::string_view text() {
    const auto bytes = static_cast<std::size_t>(number());
    const char* begin = at_;
    at_ += bytes;
    return {begin, bytes};
  }

  const char* at_;
};

}  // namespace

std::string pack(const TomlNode& tree) {
  std::string packed;
  put(packed, tree);
  return packed;
}

TomlNode unpack(std::string_view packed) {
  TomlNode tree;
  Unpacker(packed).read(tree);
  return tree;
}

}  // namespace bastide
