#ifndef CJSON_H
#define CJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a token is. Containers are closed by an end token.
enum cjson_kind {
  CJSON_NULL = 0,
  CJSON_FALSE = 1,
  CJSON_TRUE = 2,
  CJSON_INTEGER = 3,  ///< fits Int64: the value stands in `integer`
  CJSON_NUMBER = 4,   ///< any other number: its digits stand at `text`
  CJSON_STRING = 5,   ///< unescaped UTF-8 at `text`
  CJSON_KEY = 6,      ///< a member's name, unescaped, at `text`
  CJSON_ARRAY = 7,
  CJSON_OBJECT = 8,
  CJSON_END = 9
};

struct cjson_token {
  int32_t kind;
  uint32_t length;  ///< bytes at `text`
  const char *text; ///< valid until the next parse with the same parser, or its end
  int64_t integer;
};

typedef struct cjson_parser cjson_parser;

cjson_parser *cjson_parser_new(void);
void cjson_parser_free(cjson_parser *parser);

/// Parses one document; RFC 8259, UTF-8, at most `depth_max` containers deep.
/// Returns 0 and the tokens in document order, or an error code for cjson_error_message();
/// `error_at` is then the byte at which reading ended, or SIZE_MAX where nothing was read.
/// The tokens and their texts belong to the parser.
int cjson_parse(
    cjson_parser *parser, const uint8_t *bytes, size_t count, size_t depth_max,
    const struct cjson_token **tokens, size_t *token_count, size_t *error_at);

/// Bytes that the parser keeps for its next document.
size_t cjson_parser_size(const cjson_parser *parser);

const char *cjson_error_message(int code);

#ifdef __cplusplus
}
#endif
#endif
