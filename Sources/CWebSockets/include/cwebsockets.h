#ifndef CWEBSOCKETS_H
#define CWEBSOCKETS_H

#include <stddef.h>
#include <stdint.h>

/// One WebSocket connection to a server, served by one thread.
typedef struct cws_connection cws_connection;

/// Where to connect to.
struct cws_target {
  const char *host;
  int port;
  int is_encrypted;
  /// With a slash in front.
  const char *path;
  int connect_timeout_seconds;
  /// Without a byte from the server for this long it is pinged; at twice the time it is taken for gone.
  int quiet_seconds;
};

/// All are called on the thread of `cws_connection_run`.
struct cws_callbacks {
  /// A part of a text message; 0 ends the connection.
  int (*on_part)(void *owner, const uint8_t *bytes, size_t count, int is_last);
  /// The next text to send, which stays valid until the next call; null for none.
  const uint8_t *(*next_text)(void *owner, size_t *count);
};

/// Null when there is no memory.
cws_connection *cws_connection_new(void);
void cws_connection_free(cws_connection *connection);

/// Connects and serves the connection until it ends. Returns 1 when `cws_connection_stop` ended it, else
/// 0, with why in `reason`, a text that ends with a zero.
int cws_connection_run(
  cws_connection *connection, struct cws_target target, struct cws_callbacks callbacks, void *owner,
  char *reason, size_t reason_size);

/// Ends the connection, or one that is not run yet. From any thread.
void cws_connection_stop(cws_connection *connection);

#endif
