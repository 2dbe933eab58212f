#define _GNU_SOURCE
#include "common_passwords.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char list[] = {
#embed "common-passwords.txt"
};

bool common_passwords_contain(const char *lowercased, size_t count) {
  const unsigned char *const end = list + sizeof list;
  const unsigned char *place = list;
  while (count > 0 && (place = memmem(place, end - place, lowercased, count)) != NULL) {
    const bool begins = place == list || place[-1] == '\n';
    if (begins && (place + count == end || place[count] == '\n')) return true;
    place++;
  }
  return false;
}
