import CCurl
import Support

/// A mail and the server that takes it.
public struct MailRequest: Sendable {
  /// How the connection is protected.
  public enum Encryption: Sendable {
    /// TLS, from the start with `smtps://`, else by `STARTTLS`; nothing is sent without it.
    case required
    /// TLS where the server offers it.
    case offered
    /// None with `smtp://`, for servers on this machine.
    case none
  }

  /// `smtp://` or `smtps://`, with a host and perhaps a port.
  public var url: String
  public var encryption: Encryption
  public var user: String?
  public var password: String?
  /// The sender of the envelope, which gets what cannot be delivered.
  public var sender: String
  public var recipients: [String]
  /// The mail with its header, lines ended by CR and LF.
  public var message: [UInt8]
  public var timeoutSeconds: Double

  public init(
    url: String, encryption: Encryption = .required, user: String? = nil, password: String? = nil,
    sender: String, recipients: [String], message: [UInt8], timeoutSeconds: Double = 60
  ) {
    self.url = url
    self.encryption = encryption
    self.user = user
    self.password = password
    self.sender = sender
    self.recipients = recipients
    self.message = message
    self.timeoutSeconds = timeoutSeconds
  }
}

/// Why a mail was not taken; has no credentials.
public struct MailError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
  /// True where the server refused it for good.
  public let isPermanent: Bool
}

/// Sends mail by SMTP through libcurl.
///
/// Source: RFC 5321; RFC 3207 for `STARTTLS`.
public struct MailClient: Sendable {
  private static let connectTimeoutMilliseconds = 10_000
  /// How soon a cancelled task ends the transfer.
  private static let stepMilliseconds: Int32 = 200

  public init() {}

  /// Returns once the server has taken the mail for all recipients.
  public func send(_ request: MailRequest) async throws {
    try await BlockingWork().run { try Self.transfer(request) }
  }

  private static func transfer(_ request: MailRequest) throws {
    guard Engine.isLibraryReady, let multi = curl_multi_init() else { throw MailError.noMemory }
    defer { curl_multi_cleanup(multi) }
    guard let handle = MailHandle(request, connectMilliseconds: connectTimeoutMilliseconds),
      curl_multi_add_handle(multi, handle.pointer) == CURLM_OK
    else { throw MailError.noMemory }
    defer { curl_multi_remove_handle(multi, handle.pointer) }
    var running: Int32 = 0
    repeat {
      try Task.checkCancellation()
      guard curl_multi_perform(multi, &running) == CURLM_OK else { throw MailError.noMemory }
      if running > 0 { curl_multi_poll(multi, nil, 0, stepMilliseconds, nil) }
    } while running > 0
    var left: Int32 = 0
    guard let message = curl_multi_info_read(multi, &left) else { throw MailError.noMemory }
    let code = ccurl_message_result(message)
    guard code != CURLE_OK else { return }
    throw MailError(code, handle)
  }
}

extension MailError {
  fileprivate static let noMemory = MailError(
    description: "The mail was not sent: the system has nothing left to give.", isPermanent: false)

  fileprivate init(_ code: CURLcode, _ handle: MailHandle) {
    let status = handle.status
    let reply = handle.reply
    let words = reply.isEmpty ? String(cString: curl_easy_strerror(code)) : reply
    isPermanent = (500..<600).contains(status) && code != CURLE_USE_SSL_FAILED
    description =
      switch code {
      case CURLE_USE_SSL_FAILED: "The server offers no TLS. Nothing was sent."
      case CURLE_OPERATION_TIMEDOUT: "The server did not answer in time."
      case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST:
        "There was no connection to the server. Nothing was sent."
      case _ where status >= 400: "The server refused the mail: \(words)"
      default: "The mail was not sent: \(String(cString: curl_easy_strerror(code)))."
      }
  }
}

/// A libcurl handle with what one mail takes.
private final class MailHandle {
  let pointer: UnsafeMutableRawPointer
  private var recipients: UnsafeMutablePointer<curl_slist>?
  private let message: [UInt8]
  private var sent = 0
  /// The server's last refusal; what it answers to the farewell is none.
  private(set) var reply = ""

  init?(_ request: MailRequest, connectMilliseconds: Int) {
    guard let pointer = curl_easy_init() else { return nil }
    self.pointer = pointer
    message = request.message
    setConnection(request, connectMilliseconds)
    set(CURLOPT_MAIL_FROM, "<\(request.sender)>")
    for recipient in request.recipients {
      recipients = curl_slist_append(recipients, "<\(recipient)>") ?? recipients
    }
    ccurl_set_pointer(pointer, CURLOPT_MAIL_RCPT, recipients)
    set(CURLOPT_UPLOAD, 1)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_callback(pointer, CURLOPT_READFUNCTION, onReading)
    ccurl_set_pointer(pointer, CURLOPT_READDATA, context)
    ccurl_set_callback(pointer, CURLOPT_HEADERFUNCTION, onReply)
    ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    // Without it libcurl would write the server's answers to standard output.
    ccurl_set_callback(pointer, CURLOPT_WRITEFUNCTION, onReply)
    ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(recipients)
  }

  private func setConnection(_ request: MailRequest, _ connectMilliseconds: Int) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    set(CURLOPT_PROXY, "")
    set(CURLOPT_NOPROXY, "*")
    set(CURLOPT_URL, request.url)
    let protection =
      switch request.encryption {
      case .required: CURLUSESSL_ALL
      case .offered: CURLUSESSL_TRY
      case .none: CURLUSESSL_NONE
      }
    set(CURLOPT_USE_SSL, Int(protection.rawValue))
    if let user = request.user { set(CURLOPT_USERNAME, user) }
    if let password = request.password { set(CURLOPT_PASSWORD, password) }
    set(CURLOPT_CONNECTTIMEOUT_MS, connectMilliseconds)
    set(CURLOPT_TIMEOUT_MS, Int(request.timeoutSeconds * 1_000))
  }

  private func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(pointer, option, value) }

  private func set(_ option: CURLoption, _ value: String) { ccurl_set_text(pointer, option, value) }

  /// The status of the server's last answer; 0 for none.
  var status: Int {
    var status = 0
    ccurl_get_long(pointer, CURLINFO_RESPONSE_CODE, &status)
    return status
  }

  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, message.count - sent)
    buffer.copyBytes(from: message[sent..<sent + count])
    sent += count
    return count
  }

  fileprivate func receive(_ bytes: UnsafeRawBufferPointer) {
    let text = String(
      decoding: bytes.prefix(200).filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
    if text.hasPrefix("4") || text.hasPrefix("5") { reply = text }
  }
}

private func onReading(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context, let data else { return 0 }
  let handle = Unmanaged<MailHandle>.fromOpaque(context).takeUnretainedValue()
  return handle.read(into: UnsafeMutableRawBufferPointer(start: data, count: size * count))
}

private func onReply(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let handle = Unmanaged<MailHandle>.fromOpaque(context).takeUnretainedValue()
  handle.receive(UnsafeRawBufferPointer(start: data, count: size * count))
  return size * count
}
