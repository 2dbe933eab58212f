#ifndef CTEMPLATE_SHIM_H
#define CTEMPLATE_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Parsed templates by name. Adding is for one thread; once frozen, any thread may render.
typedef struct ctpl_library ctpl_library;

/// Bytes that belong to the receiver, given back with ctpl_bytes_free().
struct ctpl_bytes {
  uint8_t *start;
  size_t count;
};

/// Bytes that stay the library's, until the thread renders something else.
struct ctpl_text {
  const uint8_t *start;
  size_t count;
};

ctpl_library *ctpl_library_new(void);
void ctpl_library_free(ctpl_library *library);

/// Parses `text` under `name`. Returns 1, or 0 with ctemplate's complaint in `complaint`.
int ctpl_library_add(
    ctpl_library *library, const char *name, size_t name_count, const char *text,
    size_t text_count, struct ctpl_bytes *complaint);

/// Ends the loading: from here on the library is read-only.
void ctpl_library_freeze(ctpl_library *library);

/// Expands the template `name` with the encoded `values` (see encoding in ctemplate_shim.cpp).
/// Returns 1 with the page in `output`, or 0 when there is no such template or the values are not
/// well-formed. `missing` gets the names, a line each, that the template uses and no value has.
int ctpl_library_render(
    const ctpl_library *library, const char *name, size_t name_count, const uint8_t *values,
    size_t value_count, struct ctpl_text *output, struct ctpl_bytes *missing);

void ctpl_bytes_free(struct ctpl_bytes *bytes);

#ifdef __cplusplus
}
#endif
#endif
