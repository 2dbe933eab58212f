#ifndef CZONE_H
#define CZONE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The rules of a time zone. They are loaded once and live as long as the program; any thread may
/// read them.
typedef struct czone_rules czone_rules;

/// Reads the compiled rules in the file at `path`, which begins with a slash. NULL when it holds none.
const czone_rules *czone_load(const char *path);

/// Seconds to add to UTC at `seconds` since 1970.
int32_t czone_offset(const czone_rules *rules, int64_t seconds);

/// The moment at which clocks show `local`, given as the seconds since 1970 that a clock of UTC
/// shows it at.
///
/// Both for a time that clocks show twice and for one that they skip, the offset from before the
/// change counts: the first of the two, and as much behind the change as it was typed behind it.
int64_t czone_moment(const czone_rules *rules, int64_t local);

/// Whether clocks show `local` twice.
int czone_is_repeated(const czone_rules *rules, int64_t local);

#ifdef __cplusplus
}
#endif

#endif
