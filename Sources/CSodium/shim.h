#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium.h>

/// crypto_pwhash_* limits are macros with calls, which Swift cannot import.
static inline unsigned long long csodium_ops_interactive(void) { return crypto_pwhash_OPSLIMIT_INTERACTIVE; }
static inline size_t csodium_memory_interactive(void) { return crypto_pwhash_MEMLIMIT_INTERACTIVE; }
static inline size_t csodium_password_hash_bytes(void) { return crypto_pwhash_STRBYTES; }

#endif
