#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

/// Never asks for a password at the terminal, as libcrypto would by itself.
static inline int ccrypto_no_password(char *buffer, int size, int isWriting, void *context) {
  (void)buffer; (void)size; (void)isWriting; (void)context;
  return -1;
}

/// Reads a private key, in either PEM form; NULL when it is none, or is locked with a password.
static inline EVP_PKEY *ccrypto_private_key(const void *pem, int count) {
  BIO *input = BIO_new_mem_buf(pem, count);
  if (input == NULL) return NULL;
  EVP_PKEY *key = PEM_read_bio_PrivateKey(input, NULL, ccrypto_no_password, NULL);
  BIO_free(input);
  return key;
}

/// 1 when the key is one of the curve P-256.
static inline int ccrypto_is_p256(const EVP_PKEY *key) {
  char name[64];
  size_t length = 0;
  if (!EVP_PKEY_is_a(key, "EC")) return 0;
  if (EVP_PKEY_get_group_name(key, name, sizeof name, &length) != 1) return 0;
  return OPENSSL_strcasecmp(name, "prime256v1") == 0;
}

#endif
