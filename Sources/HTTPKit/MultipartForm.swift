import Support

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

  /// Nil when the body is not such a form.
  public init?(_ request: HTTPRequest) {
    guard request.contentType == "multipart/form-data",
      let boundary = MultipartScanner.boundary(request.headers["Content-Type"] ?? "")
    else { return nil }
    self.init(request.body, boundary: boundary)
  }

  init?(_ body: [UInt8], boundary: String) {
    var scanner = MultipartScanner(boundary: boundary)
    unsafe body.withUnsafeBytes { unsafe scanner.feed($0) }
    guard scanner.isWhole else { return nil }
    parts = scanner.parts.map {
      Part(name: $0.name, fileName: $0.fileName, bytes: Array(body[$0.range]))
    }
  }

  /// The text of a field; nil when it is missing, a file, or not UTF-8.
  public subscript(name: String) -> String? {
    parts.first { $0.name === name && $0.fileName == nil }
      .flatMap { String(validating: $0.bytes, as: UTF8.self) }
  }

  /// The file chosen for a field; nil when none was.
  public func file(_ name: String) -> Part? {
    parts.first { $0.name === name && $0.fileName.map { !$0.isEmpty } == true }
  }
}
