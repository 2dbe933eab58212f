import CJSON
import Support

/// The tokens of one parsed document, with the parser that holds their texts.
///
/// `@unchecked`: nothing writes to the parser between `init` and `deinit`.
final class ParsedDocument: @unchecked Sendable {
  private let parser: OpaquePointer
  let tokens: UnsafeBufferPointer<cjson_token>

  init(of bytes: [UInt8]) throws(JSONError) {
    guard let parser = ParserPool.shared.take() else {
      throw JSONError(description: "out of memory", place: nil)
    }
    var tokens: UnsafePointer<cjson_token>?
    var (count, errorAt) = (0, 0)
    // simdjson passes over a byte order mark; RFC 8259, section 8.1 lets a parser do so.
    let code = cjson_parse(
      parser, bytes, bytes.count, JSONValue.depthMax + 1, &tokens, &count, &errorAt)
    guard code == 0, let tokens else {
      ParserPool.shared.give(back: parser)
      let isKnown = (0...bytes.count).contains(errorAt)
      let place = isKnown ? JSONPlace(of: errorAt, in: bytes) : nil
      throw JSONError(
        description: String(cString: cjson_error_message(code)),
        place: place ?? JSONPlace(ofBrokenTextIn: bytes))
    }
    self.parser = parser
    self.tokens = UnsafeBufferPointer(start: tokens, count: count)
  }

  deinit { ParserPool.shared.give(back: parser) }
}

/// Parsers whose memory is used again: page after page the same size is needed.
private final class ParserPool: Sendable {
  static let shared = ParserPool()

  private static let keptMax = 6
  /// A parser that grew beyond this goes, so that one large document does not hold memory for ever.
  private static let keptBytesMax = 4 << 20

  /// `@unchecked`: a parser in the pool is used by nobody.
  private struct Idle: @unchecked Sendable {
    let parser: OpaquePointer
  }

  private let idle = Locked<[Idle]>([])

  func take() -> OpaquePointer? {
    idle.withLock { $0.popLast() }?.parser ?? cjson_parser_new()
  }

  func give(back parser: OpaquePointer) {
    let idle = Idle(parser: parser)
    let isKept = self.idle.withLock { kept in
      guard kept.count < Self.keptMax, cjson_parser_size(idle.parser) <= Self.keptBytesMax else {
        return false
      }
      kept.append(idle)
      return true
    }
    if !isKept { cjson_parser_free(parser) }
  }
}
