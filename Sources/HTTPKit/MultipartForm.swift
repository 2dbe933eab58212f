/// A form with files (`multipart/form-data`), decoded.
///
/// Source: RFC 7578.
public struct MultipartForm: Sendable {
  public struct Part: Sendable, Equatable {
    public var name: String
    /// As the browser named it; nil for a field that is no file.
    public var fileName: String?
    public var bytes: [UInt8]
  }

  public private(set) var parts: [Part] = []

  /// A form with more parts is refused: each takes work, whoever sent it.
  private static let partsMax = 1_000

  /// Nil when the body is not such a form.
  public init?(_ request: HTTPRequest) {
    guard request.contentType == "multipart/form-data",
      let boundary = Self.boundary(request.headers["Content-Type"] ?? "")
    else { return nil }
    self.init(request.body, boundary: boundary)
  }

  init?(_ body: [UInt8], boundary: String) {
    let mark = Array("--\(boundary)".utf8)
    guard body.starts(with: mark) else { return nil }
    var start = mark.count
    while true {
      // Two dashes end the form; a line break begins a part.
      if body[start...].starts(with: [0x2d, 0x2d]) { return }
      guard body[start...].starts(with: [0x0d, 0x0a]), parts.count < Self.partsMax,
        let end = Self.find([0x0d, 0x0a] + mark, in: body, from: start + 2),
        let part = Self.part(body[(start + 2)..<end])
      else { return nil }
      parts.append(part)
      start = end + 2 + mark.count
    }
  }

  /// The text of a field; nil when it is missing, a file, or not UTF-8.
  public subscript(name: String) -> String? {
    parts.first { $0.name == name && $0.fileName == nil }
      .flatMap { String(validating: $0.bytes, as: UTF8.self) }
  }

  /// The file chosen for a field; nil when none was.
  public func file(_ name: String) -> Part? {
    parts.first { $0.name == name && $0.fileName.map { !$0.isEmpty } == true }
  }

  private static func boundary(_ field: String) -> String? {
    for parameter in field.split(separator: ";").dropFirst() {
      let pair = parameter.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased() == "boundary" else { continue }
      let value = pair[1].filter { $0 != "\"" }
      return (1...70).contains(value.utf8.count) ? value : nil
    }
    return nil
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    let whole = Array(bytes)
    // A part without fields begins with its empty line.
    guard let end = find([0x0d, 0x0a, 0x0d, 0x0a], in: whole, from: 0),
      let head = String(validating: whole[..<end], as: UTF8.self)
    else { return nil }
    for line in head.split(whereSeparator: \.isNewline) {
      guard line.lowercased().hasPrefix("content-disposition:") else { continue }
      guard let name = parameter("name", of: line) else { return nil }
      return Part(
        name: name, fileName: parameter("filename", of: line), bytes: Array(whole[(end + 4)...]))
    }
    return nil
  }

  /// Browsers escape a quote and line breaks in names, and nothing else.
  private static func parameter(_ name: String, of line: Substring) -> String? {
    guard let start = find(Array("; \(name)=\"".utf8), in: Array(line.utf8), from: 0) else {
      return nil
    }
    let rest = line.utf8.dropFirst(start + name.utf8.count + 4).prefix { $0 != 0x22 }
    return PercentEncoding.decode(Substring(decoding: rest, as: UTF8.self))
      ?? String(decoding: rest, as: UTF8.self)
  }

  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    var position = start
    let last = bytes.count - pattern.count
    while position <= last {
      if bytes[position] == first, bytes[position...].starts(with: pattern) { return position }
      position += 1
    }
    return nil
  }
}
