#include "allocator.h"

// jemalloc takes the place of the system's allocator, since a page is thousands of short strings. It
// reads this when the program starts. The few threads that work at a time need no more than two
// arenas, and each further one would keep some megabytes for itself; what is free goes back to the
// system after a second.
//
// Source: jemalloc(3), section "Tuning".
const char *malloc_conf = "narenas:2,dirty_decay_ms:1000,muzzy_decay_ms:0";
