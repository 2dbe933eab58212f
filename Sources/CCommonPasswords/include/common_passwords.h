#ifndef COMMON_PASSWORDS_H
#define COMMON_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>

/// True when the password, in lower case, is a line of common-passwords.txt.
bool common_passwords_contain(const char *lowercased, size_t count);

#endif
