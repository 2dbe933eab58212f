public import Support

/// A form with files (`multipart/form-data`) whose body is on the disk.
///
/// The parts are found while the body comes, so nobody has to read it again to find them.
public final class UploadedForm: Sendable {
  /// Where a field's bytes stand in the file.
  public typealias Part = MultipartPart

  public let file: ScratchFile
  private let scanner: Locked<MultipartScanner>

  /// A field that is read whole may be this long.
  private static let textBytesMax = 64 << 10

  /// Nil when the type names no boundary.
  public init?(_ file: ScratchFile, contentType: String) {
    guard let boundary = MultipartScanner.boundary(contentType) else { return nil }
    self.file = file
    scanner = Locked(MultipartScanner(boundary: boundary))
  }

  /// Takes the next bytes of the body in.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    unsafe try file.append(bytes)
    scanner.withLock { unsafe $0.feed(bytes) }
  }

  /// Nil while the form is not whole, or when it is broken.
  public var parts: [Part]? { scanner.withLock { $0.isWhole ? $0.parts : nil } }

  /// The text of a short field; nil when it is missing, a file, too long, or not UTF-8.
  public subscript(name: String) -> String? {
    guard let part = parts?.first(where: { $0.name === name && $0.fileName == nil }),
      part.range.count <= Self.textBytesMax,
      let bytes = try? file.read(at: part.range.lowerBound, limit: part.range.count)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The file chosen for a field; nil when none was.
  public func file(_ name: String) -> Part? {
    parts?.first { $0.name === name && $0.fileName.map { !$0.isEmpty } == true }
  }
}
