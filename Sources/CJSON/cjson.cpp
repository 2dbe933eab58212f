#include "cjson.h"

#include <simdjson.h>

#include <cstring>
#include <new>
#include <string_view>
#include <vector>

using namespace simdjson;

struct cjson_parser {
  ondemand::parser parser;
  std::vector<char> input;
  std::vector<cjson_token> tokens;
};

namespace {

void append(std::vector<cjson_token> &tokens, int kind, std::string_view text = {}, int64_t integer = 0) {
  tokens.push_back({kind, static_cast<uint32_t>(text.size()), text.data(), integer});
}

/// The token's own bytes: simdjson hands it over with the white space that follows.
std::string_view trimmed(std::string_view text) {
  size_t end = text.size();
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\n' || text[end - 1] == '\r' || text[end - 1] == '\t')) end--;
  return text.substr(0, end);
}

/// RFC 8259, section 6. simdjson checks only the numbers that are asked for by type.
bool is_number(std::string_view text) {
  size_t at = 0;
  auto digits = [&] {
    size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') at++;
    return at > start;
  };
  if (at < text.size() && text[at] == '-') at++;
  size_t first = at;
  if (!digits() || (text[first] == '0' && at > first + 1)) return false;
  if (at < text.size() && text[at] == '.') {
    at++;
    if (!digits()) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) at++;
    if (!digits()) return false;
  }
  return at == text.size();
}

template <typename Value>
error_code number(std::vector<cjson_token> &tokens, Value &value, std::string_view raw) {
  std::string_view text = trimmed(raw);
  if (!is_number(text)) return NUMBER_ERROR;
  int64_t integer;
  bool is_plain = text.find_first_of(".eE") == std::string_view::npos;
  if (is_plain && text.size() < 19 && text != "-0") {
    if (auto error = value.get_int64().get(integer)) return error;
    append(tokens, CJSON_INTEGER, text, integer);
    return SUCCESS;
  }
  append(tokens, CJSON_NUMBER, text);
  return SUCCESS;
}

template <typename Value>
error_code walk(std::vector<cjson_token> &tokens, Value &&value, size_t depth) {
  if (depth == 0) return DEPTH_ERROR;
  ondemand::json_type type;
  if (auto error = value.type().get(type)) return error;
  switch (type) {
    case ondemand::json_type::array: {
      ondemand::array array;
      if (auto error = value.get_array().get(array)) return error;
      append(tokens, CJSON_ARRAY);
      for (auto item : array) {
        ondemand::value element;
        if (auto error = item.get(element)) return error;
        if (auto error = walk(tokens, element, depth - 1)) return error;
      }
      append(tokens, CJSON_END);
      return SUCCESS;
    }
    case ondemand::json_type::object: {
      ondemand::object object;
      if (auto error = value.get_object().get(object)) return error;
      append(tokens, CJSON_OBJECT);
      for (auto item : object) {
        ondemand::field field;
        if (auto error = std::move(item).get(field)) return error;
        std::string_view key;
        if (auto error = field.unescaped_key().get(key)) return error;
        append(tokens, CJSON_KEY, key);
        ondemand::value element = field.value();
        if (auto error = walk(tokens, element, depth - 1)) return error;
      }
      append(tokens, CJSON_END);
      return SUCCESS;
    }
    case ondemand::json_type::string: {
      std::string_view text;
      if (auto error = value.get_string().get(text)) return error;
      append(tokens, CJSON_STRING, text);
      return SUCCESS;
    }
    case ondemand::json_type::boolean: {
      bool flag;
      if (auto error = value.get_bool().get(flag)) return error;
      append(tokens, flag ? CJSON_TRUE : CJSON_FALSE);
      return SUCCESS;
    }
    case ondemand::json_type::null: {
      bool is_null;
      if (auto error = value.is_null().get(is_null)) return error;
      if (!is_null) return N_ATOM_ERROR;
      append(tokens, CJSON_NULL);
      return SUCCESS;
    }
    case ondemand::json_type::number: {
      std::string_view raw;
      if (auto error = simdjson_result<std::string_view>(value.raw_json_token()).get(raw)) return error;
      return number(tokens, value, raw);
    }
  }
  return TAPE_ERROR;
}

}  // namespace

extern "C" cjson_parser *cjson_parser_new(void) { return new (std::nothrow) cjson_parser; }

extern "C" void cjson_parser_free(cjson_parser *parser) { delete parser; }

namespace {

/// Parses `[` + document + `]`: a scalar at the root then needs no code of its own.
error_code parse_wrapped(cjson_parser &parser, ondemand::document &document, size_t depth_max) {
  ondemand::array wrapper;
  if (auto error = document.get_array().get(wrapper)) return error;
  size_t documents = 0;
  for (auto item : wrapper) {
    ondemand::value value;
    if (auto error = item.get(value)) return error;
    if (++documents > 1) return TAPE_ERROR;
    if (auto error = walk(parser.tokens, value, depth_max)) return error;
  }
  if (documents == 0) return EMPTY;
  const char *rest;
  return document.current_location().get(rest) == OUT_OF_BOUNDS ? SUCCESS : TAPE_ERROR;
}

/// - Parameter at: Where in the document reading ended, when it failed there.
error_code parse(cjson_parser &parser, size_t depth_max, size_t *at) {
  ondemand::document document;
  padded_string_view input(parser.input.data(), parser.input.size() - SIMDJSON_PADDING, parser.input.size());
  if (auto error = parser.parser.iterate(input).get(document)) return error;
  auto error = parse_wrapped(parser, document, depth_max);
  const char *location;
  if (error && document.current_location().get(location) == SUCCESS && location > input.data()) {
    *at = static_cast<size_t>(location - input.data()) - 1;
  }
  return error;
}

}  // namespace

extern "C" int cjson_parse(
    cjson_parser *parser, const uint8_t *bytes, size_t count, size_t depth_max,
    const struct cjson_token **tokens, size_t *token_count, size_t *error_at) {
  parser->tokens.clear();
  *error_at = SIZE_MAX;
  try {
    parser->input.resize(count + 2 + SIMDJSON_PADDING);
    char *input = parser->input.data();
    input[0] = '[';
    memcpy(input + 1, bytes, count);
    input[count + 1] = ']';
    memset(input + count + 2, ' ', SIMDJSON_PADDING);
    parser->tokens.reserve(count / 10);  // About what lists of rows have.
    if (auto error = parse(*parser, depth_max, error_at)) return error;
  } catch (const std::bad_alloc &) {
    return MEMALLOC;
  }
  *tokens = parser->tokens.data();
  *token_count = parser->tokens.size();
  return 0;
}

extern "C" size_t cjson_parser_size(const cjson_parser *parser) {
  return parser->input.capacity() + parser->tokens.capacity() * sizeof(cjson_token);
}

extern "C" const char *cjson_error_message(int code) {
  return error_message(static_cast<error_code>(code));
}
