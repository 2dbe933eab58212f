import Foundation

/// The repository's own files, as the tests of this target read them.
enum SourceTree {
  struct File: Sendable, CustomStringConvertible {
    /// Relative to the repository, such as `Sources/Support/Locked.swift`.
    var path: String
    var lines: [String]

    var description: String { path }

    /// The target or test target that the file belongs to.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Nil where there is no such file.
  static func file(_ path: String) -> File? {
    let url = root.appendingPathComponent(path)
    return (try? String(contentsOf: url, encoding: .utf8)).map {
      File(path: path, lines: $0.components(separatedBy: "\n"))
    }
  }

  static func files(below folder: String, suffix: String) -> [File] {
    let base = root.appendingPathComponent(folder)
    let paths =
      FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(suffix) }.sorted().compactMap { path in
      let url = base.appendingPathComponent(path)
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      return File(path: "\(folder)/\(path)", lines: text.components(separatedBy: "\n"))
    }
  }

  static let sources = files(below: "Sources", suffix: ".swift")
  static let all = sources + files(below: "Tests", suffix: ".swift")
}

extension String {
  /// The same as `contains`, by bytes: what looks at each line of the tree has to be quick.
  func has(_ text: String) -> Bool {
    var (line, text) = (self, text)
    return line.withUTF8 { line in
      text.withUTF8 { sought in
        guard let first = sought.first, let wanted = sought.baseAddress else { return true }
        var rest = UnsafeRawBufferPointer(line)
        while rest.count >= sought.count, let start = rest.baseAddress,
          let found = memchr(start, Int32(first), rest.count - sought.count + 1)
        {
          if memcmp(found, wanted, sought.count) == 0 { return true }
          rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start + 1)...])
        }
        return false
      }
    }
  }
}
