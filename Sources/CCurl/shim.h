#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

/// curl_easy_setopt() is variadic, which Swift cannot call: one wrapper per kind of argument.
static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
typedef size_t (*ccurl_transfer_callback)(char *data, size_t size, size_t count, void *context);
static inline CURLcode ccurl_set_callback(
    CURL *handle, CURLoption option, ccurl_transfer_callback callback) {
  return curl_easy_setopt(handle, option, callback);
}

static inline CURLcode ccurl_set_prereq(CURL *handle, curl_prereq_callback callback) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode ccurl_set_opensocket(CURL *handle, curl_opensocket_callback callback) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}

/// curl_easy_getinfo() is variadic, which Swift cannot call.
static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}

/// curl_multi_setopt() is variadic, which Swift cannot call.
static inline CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

/// The result of a finished transfer: CURLMsg keeps it in a union, which Swift imports badly.
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }

#endif
