import CCurl

extension HTTPClientError {
  /// Puts libcurl's result in terms of what the other side may have done.
  init(_ code: CURLcode, _ transfer: Transfer, _ configuration: HTTPClient.Configuration) {
    let endpoint = transfer.endpoint
    let mayHaveSent = transfer.mayHaveBeenSent
    let limit = configuration.responseBytesMax
    if let address = transfer.forbiddenAddress, !mayHaveSent {
      self = .forbidden(
        "A server's answer named \(endpoint), which leads to \(address) and not to a public address."
      )
    } else if transfer.isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
      self = .tooLarge(limit: limit)
    } else if transfer.isHeaderTooLarge {
      self = .malformed("The header of the answer from \(endpoint) is too large.")
    } else if Self.isMalformed(code) && mayHaveSent {
      self = .malformed("What \(endpoint) answered is not HTTP (\(Self.text(code))).")
    } else if code == CURLE_OPERATION_TIMEDOUT {
      // Before anything was sent it is the connection that took too long, afterwards the answer.
      self.init(
        timeoutOf: transfer,
        after: mayHaveSent
          ? Double(configuration.lowSpeedSeconds) : configuration.connectTimeoutSeconds)
    } else if code == CURLE_OK {
      self = .lost("The connection to \(endpoint) ended within the header of the answer.")
    } else if transfer.isResendingRefused || (mayHaveSent && code == CURLE_GOT_NOTHING) {
      self = .lost("The connection to \(endpoint) was lost before the server answered.")
    } else if mayHaveSent {
      self = .lost("The connection to \(endpoint) was lost (\(Self.text(code))).")
    } else {
      self = .unreachable("There was no connection to \(endpoint) (\(Self.text(code))).")
    }
  }

  /// The time that the request had is over.
  init(timeoutOf transfer: Transfer) {
    self.init(timeoutOf: transfer, after: transfer.request.timeoutSeconds)
  }

  private init(timeoutOf transfer: Transfer, after seconds: Double) {
    let endpoint = transfer.endpoint
    let limit = "within \(Int(exactly: seconds).map(String.init) ?? String(seconds)) s"
    self =
      transfer.mayHaveBeenSent
      ? .lost("\(endpoint) did not answer \(limit).")
      : .unreachable("There was no connection to \(endpoint) \(limit).")
  }

  private static func isMalformed(_ code: CURLcode) -> Bool {
    switch code {
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING,
      CURLE_HTTP2, CURLE_HTTP2_STREAM:
      true
    default: false
    }
  }

  /// The library's own words without an upper case letter in front, which an acronym keeps.
  private static func text(_ code: CURLcode) -> String {
    let text = String(cString: curl_easy_strerror(code))
    let second = text.dropFirst().first
    return second?.isLowercase == true ? text.prefix(1).lowercased() + text.dropFirst() : text
  }
}
