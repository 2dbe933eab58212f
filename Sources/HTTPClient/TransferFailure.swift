import CCurl
import Glibc
import Localization

extension HTTPClientError {
  /// Puts libcurl's result in terms of what the other side may have done.
  ///
  /// - Parameter systemError: Of a connection that failed; 0 where it is not known.
  init(
    _ code: CURLcode, _ transfer: Transfer, _ configuration: HTTPClient.Configuration,
    systemError: Int32
  ) {
    let endpoint = transfer.endpoint
    let mayHaveSent = transfer.mayHaveBeenSent
    let limit = configuration.responseBytesMax
    if let address = transfer.forbiddenAddress, !mayHaveSent {
      self = .forbidden(
        localized(
          "The server’s response names \(endpoint), which resolves to \(address), not to a public "
            + "address.")
      )
    } else if transfer.isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
      self = .tooLarge(limit: limit)
    } else if transfer.isHeaderTooLarge {
      self = .malformed(localized("The header of the response from \(endpoint) is too large."))
    } else if Self.isMalformed(code) && mayHaveSent {
      self = .malformed(
        localized("The response from \(endpoint) is not HTTP (\(Self.text(code)))."))
    } else if code == CURLE_OPERATION_TIMEDOUT {
      // Before anything was sent it is the connection that took too long, afterwards the answer.
      self.init(
        timeoutOf: transfer,
        after: mayHaveSent
          ? Double(configuration.lowSpeedSeconds) : configuration.connectTimeoutSeconds)
    } else if code == CURLE_OK {
      self = .lost(
        localized("The connection to \(endpoint) was lost within the header of the response."))
    } else if transfer.isResendingRefused || (mayHaveSent && code == CURLE_GOT_NOTHING) {
      self = .lost(localized("The connection to \(endpoint) was lost before the server answered."))
    } else if mayHaveSent {
      self = .lost(localized("The connection to \(endpoint) was lost (\(Self.text(code)))."))
    } else {
      self = .unreachable(Self.unreachableText(endpoint, code, systemError))
    }
  }

  /// The time that the request had is over.
  init(timeoutOf transfer: Transfer) {
    self.init(timeoutOf: transfer, after: transfer.request.timeoutSeconds)
  }

  private init(timeoutOf transfer: Transfer, after seconds: Double) {
    let endpoint = transfer.endpoint
    let limit = Int(exactly: seconds).map(String.init) ?? String(seconds)
    self =
      transfer.mayHaveBeenSent
      ? .lost(localized("\(endpoint) did not answer within \(limit) s."))
      : .unreachable(
        localized("The server \(endpoint) can’t be reached: no connection within \(limit) s."))
  }

  /// One sentence with the host and the cause.
  private static func unreachableText(
    _ endpoint: Endpoint, _ code: CURLcode, _ systemError: Int32
  ) -> String {
    switch code {
    case CURLE_COULDNT_CONNECT where systemError == ECONNREFUSED:
      localized("The server \(endpoint) can’t be reached: it refused the connection.")
    case CURLE_COULDNT_CONNECT where [ENETUNREACH, EHOSTUNREACH].contains(systemError):
      localized("The server \(endpoint) can’t be reached: there is no route to it.")
    case CURLE_COULDNT_CONNECT:
      localized("The server \(endpoint) can’t be reached: the connection failed.")
    case CURLE_COULDNT_RESOLVE_HOST:
      localized("The server \(endpoint) can’t be reached: the host name is unknown.")
    case CURLE_PEER_FAILED_VERIFICATION:
      localized("The server \(endpoint) can’t be reached: its certificate is not trusted.")
    case CURLE_SSL_CONNECT_ERROR:
      localized("The server \(endpoint) can’t be reached: the TLS handshake failed.")
    default: localized("The server \(endpoint) can’t be reached: \(text(code)).")
    }
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
