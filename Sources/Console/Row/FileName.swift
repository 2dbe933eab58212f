import JSONKit

enum FileName {
  /// The last part of a path, without control characters.
  static func plain(_ name: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let kept = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 }))
    return kept.isEmpty ? "file" : String(kept.prefix(200))
  }

  /// For people: without the random digits that a server puts in front of a name.
  static func shown(_ name: String) -> String {
    let digits = name.prefix(32)
    let rest = name.dropFirst(33)
    guard name.dropFirst(32).first == "_", !rest.isEmpty,
      digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return name }
    return String(rest)
  }

  /// True when the file may be a picture; what it is its bytes tell.
  static func mayBePicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return true }
    return ["png", "jpg", "jpeg", "gif", "webp"].contains(
      name[name.index(after: dot)...].lowercased())
  }

  /// What a column's value calls its file; nil for a value that names none.
  static func of(_ value: JSONValue) -> String? {
    guard let object = value.object else { return nil }
    return object["name"]?.string ?? object["fileName"]?.string ?? "file"
  }
}

/// A picture that a browser may show, told by its first bytes.
enum RasterImage: String {
  case png, jpeg, gif, webp

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  var contentType: String { "image/\(rawValue)" }
}
