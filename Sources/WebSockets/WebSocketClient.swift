import CWebSockets
import Support

/// Speaks to a WebSocket server (RFC 6455) in text messages, through libwebsockets: one thread for each
/// connection.
public enum WebSocketClient {
  /// Limits of every connection.
  public struct Configuration: Sendable {
    /// Of the connection to each address of the host, and of the opening handshake after it.
    public var connectTimeoutSeconds = 10
    /// A server that sends nothing for this long is pinged, and given up after as long again.
    public var quietSeconds = 30
    public var messageBytesMax = 4 << 20

    public init() {}
  }

  /// Why a connection ended, or none was made.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  /// Connects, and returns when `receive` ends the connection.
  ///
  /// - Parameters:
  ///   - greeting: Sent as soon as the connection is there.
  ///   - receive: Gets each text, on the connection's thread, and answers what to send; nil ends the
  ///     connection.
  /// - Throws: When there is no connection, or it is lost; `CancellationError` when the task is
  ///   cancelled.
  public static func run(
    _ address: WebSocketAddress, configuration: Configuration = Configuration(), greeting: String,
    receive: @escaping @Sendable (String) -> [String]?
  ) async throws {
    guard let connection = Connection() else { throw Failure("There is no memory left.") }
    let conversation = Conversation(
      greeting: greeting, bytesMax: configuration.messageBytesMax, receive: receive)
    let result: Result<Void, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = BackgroundThread {
          continuation.resume(
            returning: connection.run(address, configuration, conversation))
        }
        if let thread {
          thread.detach()
        } else {
          continuation.resume(returning: .failure(Failure("The system grants no further thread.")))
        }
      }
    } onCancel: {
      connection.stop()
    }
    try result.get()
  }
}

/// libwebsockets' end of a connection.
///
/// `@unchecked`: stopping is thread-safe, and everything else is used on the connection's thread.
private final class Connection: @unchecked Sendable {
  private let handle: OpaquePointer

  init?() {
    guard let handle = cws_connection_new() else { return nil }
    self.handle = handle
  }

  deinit { cws_connection_free(handle) }

  func stop() { cws_connection_stop(handle) }

  func run(
    _ address: WebSocketAddress, _ configuration: WebSocketClient.Configuration,
    _ conversation: Conversation
  ) -> Result<Void, any Error> {
    var reason = [CChar](repeating: 0, count: 256)
    let size = reason.count
    let isStopped = address.host.withCString { host in
      address.path.withCString { path in
        let target = cws_target(
          host: host, port: Int32(address.port), is_encrypted: address.isEncrypted ? 1 : 0,
          path: path, connect_timeout_seconds: Int32(configuration.connectTimeoutSeconds),
          quiet_seconds: Int32(configuration.quietSeconds))
        return cws_connection_run(
          handle, target,
          cws_callbacks(on_part: onPart, next_text: nextText),
          Unmanaged.passUnretained(conversation).toOpaque(), &reason, size)
      }
    }
    if isStopped == 1 { return .failure(CancellationError()) }
    if let failure = conversation.failure { return .failure(failure) }
    if conversation.isEnded { return .success(()) }
    let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .failure(WebSocketClient.Failure(String(decoding: bytes, as: UTF8.self)))
  }
}

/// What is said on a connection.
///
/// `@unchecked`: used on the connection's thread alone.
private final class Conversation: @unchecked Sendable {
  private var outgoing: [[UInt8]]
  /// What libwebsockets sends now.
  private var sending: UnsafeMutableBufferPointer<UInt8>?
  private var message: [UInt8] = []
  private let bytesMax: Int
  private let receive: @Sendable (String) -> [String]?
  private(set) var isEnded = false
  private(set) var failure: WebSocketClient.Failure?

  init(greeting: String, bytesMax: Int, receive: @escaping @Sendable (String) -> [String]?) {
    outgoing = [Array(greeting.utf8)]
    self.bytesMax = bytesMax
    self.receive = receive
  }

  deinit { sending?.deallocate() }

  /// False ends the connection.
  func take(_ part: UnsafeRawBufferPointer, isLast: Bool) -> Bool {
    guard message.count + part.count <= bytesMax else {
      failure = .init("A message of the server is larger than \(bytesMax) bytes.")
      return false
    }
    message.append(contentsOf: part)
    guard isLast else { return true }
    defer { message = [] }
    guard let answers = receive(String(decoding: message, as: UTF8.self)) else {
      isEnded = true
      return false
    }
    outgoing += answers.map { Array($0.utf8) }
    return true
  }

  /// Valid until the next call.
  func next() -> UnsafeMutableBufferPointer<UInt8>? {
    sending?.deallocate()
    sending = nil
    guard !outgoing.isEmpty else { return nil }
    let text = outgoing.removeFirst()
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, text.count))
    _ = copy.initialize(from: text)
    sending = copy
    return UnsafeMutableBufferPointer(rebasing: copy[..<text.count])
  }
}

// MARK: - Callbacks, on the connection's thread

private func conversation(_ owner: UnsafeMutableRawPointer?) -> Conversation? {
  owner.map { Unmanaged<Conversation>.fromOpaque($0).takeUnretainedValue() }
}

private func onPart(
  _ owner: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ isLast: Int32
) -> Int32 {
  let part = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  return conversation(owner)?.take(part, isLast: isLast == 1) == true ? 1 : 0
}

private func nextText(
  _ owner: UnsafeMutableRawPointer?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<UInt8>? {
  guard let text = conversation(owner)?.next() else { return nil }
  count?.pointee = text.count
  return UnsafePointer(text.baseAddress)
}
