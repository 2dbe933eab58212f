import CMicroHTTPD

extension Refusal {
  /// The whole answer as it goes over the wire.
  func encoded(requestID: String, withBody: Bool) -> [UInt8] {
    let phrase = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
    let body = reason + "\n"
    let head = [
      "HTTP/1.1 \(status) \(phrase)", "Content-Type: text/plain; charset=utf-8",
      "Content-Length: \(body.utf8.count)", "Cache-Control: no-store", "Connection: close",
      "X-Content-Type-Options: nosniff", "X-Request-Id: \(requestID)", "", "",
    ].joined(separator: "\r\n")
    return Array((withBody ? head + body : head).utf8)
  }
}
