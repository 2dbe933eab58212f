/// Reads a `text/event-stream` as its bytes come.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>
public struct EventStreamParser: Sendable {
  /// Larger events are refused.
  private static let eventBytesMax = 1 << 20

  private var line: [UInt8] = []
  private var endsWithReturn = false
  private var isFirstLine = true
  private var event = PartialEvent()

  private struct PartialEvent {
    var name: String?
    var data: [String] = []
    var id: String?
    var retry: Int?
    var bytes = 0
  }

  public init() {}

  /// The events that `bytes` complete.
  ///
  /// - Returns: Nil when an event is too large; the stream cannot be read on.
  public mutating func read(_ bytes: [UInt8]) -> [ServerSentEvent]? {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let followsReturn = endsWithReturn
      endsWithReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where followsReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine().map { events.append($0) }
      default: line.append(byte)
      }
      guard event.bytes + line.count <= Self.eventBytesMax else { return nil }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer { line = [] }
    if isFirstLine, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    isFirstLine = false
    guard !line.isEmpty else { return dispatch() }
    event.bytes += line.count
    let parts = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : []
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    take(String(decoding: parts[0], as: UTF8.self), String(decoding: value, as: UTF8.self))
    return nil
  }

  private mutating func take(_ field: String, _ value: String) {
    switch field {
    case "event": event.name = value
    case "data": event.data.append(value)
    case "id": event.id = value
    case "retry" where !value.isEmpty && value.utf8.allSatisfy({ (48...57).contains($0) }):
      event.retry = Int(value)
    default: break  // A comment has an empty name.
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer { event = PartialEvent() }
    guard !event.data.isEmpty else { return nil }
    return ServerSentEvent(
      name: event.name, data: event.data.joined(separator: "\n"), id: event.id,
      retryMilliseconds: event.retry)
  }
}
