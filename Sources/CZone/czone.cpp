#include "czone.h"

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>

#include <chrono>
#include <new>

struct czone_rules {
  cctz::time_zone zone;
};

namespace {

const cctz::civil_second beginning(1970, 1, 1, 0, 0, 0);

cctz::time_zone::civil_lookup find(const czone_rules *rules, int64_t local) {
  return rules->zone.lookup(beginning + local);
}

}  // namespace

extern "C" {

const czone_rules *czone_load(const char *path) {
  try {
    cctz::time_zone zone;
    if (path[0] != '/' || !cctz::load_time_zone(path, &zone)) return nullptr;
    return new czone_rules{zone};
  } catch (...) {
    return nullptr;
  }
}

int32_t czone_offset(const czone_rules *rules, int64_t seconds) {
  const cctz::time_point<cctz::seconds> moment{cctz::seconds(seconds)};
  return rules->zone.lookup(moment).offset;
}

int64_t czone_moment(const czone_rules *rules, int64_t local) {
  return find(rules, local).pre.time_since_epoch().count();
}

int czone_is_repeated(const czone_rules *rules, int64_t local) {
  return find(rules, local).kind == cctz::time_zone::civil_lookup::REPEATED;
}

}
