#include "cwebsockets.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cws_connection {
  pthread_mutex_t lock;
  // Under the lock.
  struct lws_context *context;
  int is_stopped;
  // Of the thread that runs it.
  struct cws_callbacks callbacks;
  void *owner;
  char *reason;
  size_t reason_size;
  int is_over;
};

cws_connection *cws_connection_new(void) {
  cws_connection *connection = calloc(1, sizeof *connection);
  if (connection) pthread_mutex_init(&connection->lock, NULL);
  return connection;
}

void cws_connection_free(cws_connection *connection) {
  pthread_mutex_destroy(&connection->lock);
  free(connection);
}

static int is_stopped(cws_connection *connection) {
  pthread_mutex_lock(&connection->lock);
  int is_stopped = connection->is_stopped;
  pthread_mutex_unlock(&connection->lock);
  return is_stopped;
}

static void end(cws_connection *connection, const char *reason, size_t length) {
  if (connection->is_over) return;
  if (reason && length)
    snprintf(connection->reason, connection->reason_size, "%.*s", (int)length, reason);
  connection->is_over = 1;
  // After a timeout, the library would wait for the next event before it returns.
  lws_cancel_service(connection->context);
}

/// Sends one text; 0 when there is none, -1 when the connection is lost.
static int send_next(cws_connection *connection, struct lws *wsi) {
  size_t count = 0;
  const uint8_t *text = connection->callbacks.next_text(connection->owner, &count);
  if (!text) return 0;
  // The library writes the head of the frame in front of the text.
  unsigned char *frame = malloc(LWS_PRE + count);
  if (!frame) return -1;
  memcpy(frame + LWS_PRE, text, count);
  int written = lws_write(wsi, frame + LWS_PRE, count, LWS_WRITE_TEXT);
  free(frame);
  return written < (int)count ? -1 : 1;
}

static int on_event(
  struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes, size_t count) {
  (void)user;
  cws_connection *connection = lws_context_user(lws_get_context(wsi));
  if (!connection) return 0;
  switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
      snprintf(connection->reason, connection->reason_size, "the connection was lost");
      lws_callback_on_writable(wsi);
      return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: {
      int is_last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
      if (!connection->callbacks.on_part(connection->owner, bytes, count, is_last)) return -1;
      lws_callback_on_writable(wsi);
      return 0;
    }
    case LWS_CALLBACK_CLIENT_WRITEABLE: {
      int sent = send_next(connection, wsi);
      if (sent > 0) lws_callback_on_writable(wsi);
      return sent < 0 ? -1 : 0;
    }
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      end(connection, bytes, count ? count : bytes ? strlen(bytes) : 0);
      return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
    // The only event when the opening handshake times out.
    case LWS_CALLBACK_WSI_DESTROY:
      end(connection, NULL, 0);
      return 0;
    default: return 0;
  }
}

static const struct lws_protocols protocols[] = {
  {"", on_event, 0, 16 << 10, 0, NULL, 0},
  {NULL, NULL, 0, 0, 0, NULL, 0},
};

static struct lws_context *new_context(
  cws_connection *connection, const lws_retry_bo_t *policy, int connect_timeout_seconds) {
  static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
  struct lws_context_creation_info info;
  memset(&info, 0, sizeof info);
  info.port = CONTEXT_PORT_NO_LISTEN;
  info.protocols = protocols;
  info.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
  info.user = connection;
  info.retry_and_idle_policy = policy;
  info.connect_timeout_secs = (unsigned int)connect_timeout_seconds;
  info.timeout_secs = (unsigned int)connect_timeout_seconds;
  info.fd_limit_per_thread = 16;
  // The library sets up what all contexts share with the first of them.
  pthread_mutex_lock(&making);
  lws_set_log_level(0, NULL);
  struct lws_context *context = lws_create_context(&info);
  pthread_mutex_unlock(&making);
  return context;
}

static int connect_to(struct lws_context *context, const struct cws_target *target) {
  char host_field[300];
  snprintf(host_field, sizeof host_field, "%s:%d", target->host, target->port);
  struct lws_client_connect_info info;
  memset(&info, 0, sizeof info);
  info.context = context;
  info.address = target->host;
  info.port = target->port;
  info.path = target->path;
  // Also the name that the certificate has to be for, which has no port.
  info.host = target->is_encrypted ? target->host : host_field;
  info.ssl_connection = target->is_encrypted ? LCCSCF_USE_SSL : 0;
  info.ietf_version_or_minus_one = -1;
  return lws_client_connect_via_info(&info) != NULL;
}

int cws_connection_run(
  cws_connection *connection, struct cws_target target, struct cws_callbacks callbacks, void *owner,
  char *reason, size_t reason_size) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  connection->callbacks = callbacks;
  connection->owner = owner;
  connection->reason = reason;
  connection->reason_size = reason_size;
  snprintf(reason, reason_size, "the server did not complete the WebSocket handshake");
  const lws_retry_bo_t policy = {
    .secs_since_valid_ping = (uint16_t)target.quiet_seconds,
    .secs_since_valid_hangup = (uint16_t)(2 * target.quiet_seconds),
  };
  struct lws_context *context = new_context(connection, &policy, target.connect_timeout_seconds);
  if (!context) return 0;
  pthread_mutex_lock(&connection->lock);
  connection->context = context;
  pthread_mutex_unlock(&connection->lock);
  if (!connect_to(context, &target)) connection->is_over = 1;
  while (!connection->is_over && !is_stopped(connection)) {
    if (lws_service(context, 0) < 0) break;
  }
  pthread_mutex_lock(&connection->lock);
  connection->context = NULL;
  int is_stopped = connection->is_stopped;
  pthread_mutex_unlock(&connection->lock);
  // Closes what is open, which the owner needs not hear any more.
  connection->is_over = 1;
  lws_context_destroy(context);
  return is_stopped;
}

void cws_connection_stop(cws_connection *connection) {
  pthread_mutex_lock(&connection->lock);
  connection->is_stopped = 1;
  if (connection->context) lws_cancel_service(connection->context);
  pthread_mutex_unlock(&connection->lock);
}
