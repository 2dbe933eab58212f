/// A response as it came over the wire.
package struct RawResponse: Sendable {
  package let status: Int
  /// As sent; see ``header(_:)``.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]
  /// False when the connection ended before the body did.
  package let isWhole: Bool

  package func header(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Reads one response after the other, as a client of a kept-alive connection does.
package struct RawResponseReader {
  private let connection: RawConnection
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  package init(_ connection: RawConnection) { self.connection = connection }

  /// The next response; nil when the connection ends before its header does.
  ///
  /// - Parameter isHead: True for the answer to a HEAD request, which has no body.
  package mutating func next(isHead: Bool = false) async throws -> RawResponse? {
    guard let head = try await take(through: "\r\n\r\n") else { return nil }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (
        name: String(parts[0]), value: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      )
    }
    let bare = RawResponse(status: status ?? 0, fields: fields, body: [], isWhole: true)
    if isHead || status == 204 || status == 304 { return bare }
    let (body, isWhole) = try await readBody(bare)
    return RawResponse(status: status ?? 0, fields: fields, body: body, isWhole: isWhole)
  }

  private mutating func readBody(_ head: RawResponse) async throws -> ([UInt8], isWhole: Bool) {
    if let length = head.header("Content-Length").flatMap({ Int($0) }) {
      let body = try await take(length)
      return (body ?? buffer, body != nil)
    }
    guard head.header("Transfer-Encoding") == "chunked" else {
      while try await fill() {}
      return (buffer, true)
    }
    var body: [UInt8] = []
    while let line = try await take(through: "\r\n") {
      guard let count = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16),
        let part = try await take(count + 2)
      else { break }
      if count == 0 { return (body, true) }
      body += part.dropLast(2)
    }
    return (body, false)
  }

  private mutating func take(_ count: Int) async throws -> [UInt8]? {
    while buffer.count < count {
      guard try await fill() else { return nil }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private mutating func take(through mark: String) async throws -> [UInt8]? {
    let mark = Array(mark.utf8)
    while true {
      if let range = buffer.firstRange(of: mark) { return try await take(range.upperBound) }
      guard try await fill() else { return nil }
    }
  }

  private mutating func fill() async throws -> Bool {
    let bytes = try await connection.read()
    buffer += bytes
    return !bytes.isEmpty
  }
}
