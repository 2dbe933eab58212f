import Glibc

/// A folder for a while: open to its owner only, and gone with the last reference to it.
public final class ScratchFolder: Sendable {
  public let path: String

  /// Creates an empty folder below `$TMPDIR`, or else `/tmp`.
  public init() throws(FileError) {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let template = "\(place.isEmpty ? "/tmp" : place)/syncline-XXXXXX"
    var name = Array(template.utf8CString)
    guard mkdtemp(&name) != nil else {
      throw FileError(path: template, verb: .created, errorNumber: errno)
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for file in (try? Files.list(below: path)) ?? [] { unlink("\(path)/\(file)") }
    rmdir(path)
  }
}
