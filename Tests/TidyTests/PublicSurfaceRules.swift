import Testing

/// What an app that uses the libraries sees of them.
@Suite struct PublicSurfaceRules {
  private static let libraries: Set = [
    "SyncCore", "RemoteAzure", "RemoteParse", "RemoteCloudKit", "TableService",
  ]

  /// With the members that the compiler makes, the symbol graph has about 280.
  private static let limit = 245

  @Test func theSyncCoreShowsFewSymbols() {
    let symbols = Self.symbols(of: ["SyncCore"])
    #expect(symbols.count > 100)
    #expect(symbols.count <= Self.limit)
  }

  @Test func everyPublicSymbolIsDocumented() {
    let found = Self.symbols(of: Self.libraries).filter { !$0.isDocumented }.map(\.place)
    #expect(found == [])
  }

  private struct Symbol {
    var place: String
    var isDocumented: Bool
  }

  private static func symbols(of libraries: Set<String>) -> [Symbol] {
    SourceTree.sources.filter { libraries.contains($0.target) }.flatMap(symbols)
  }

  /// Public declarations, and the cases and requirements of public enumerations and protocols; by
  /// indentation, which the formatter keeps.
  private static func symbols(in file: SourceTree.File) -> [Symbol] {
    var symbols: [Symbol] = []
    /// The indentation of the public enumeration or protocol that the line is in.
    var open: Int?
    for (index, line) in file.lines.enumerated() {
      let text = line.drop { $0 == " " }
      let indentation = line.count - text.count
      if let outer = open, !text.isEmpty, indentation <= outer { open = nil }
      let words = text.split(separator: " ").filter { !$0.hasPrefix("@") }
      let isPublic = words.first == "public" && !words.contains("import")
      let isMember =
        open == indentation - 2
        && ["case", "func", "var", "associatedtype"].contains(words.first ?? "")
      guard isPublic || isMember else { continue }
      if isPublic, words.contains("enum") || words.contains("protocol"), !text.hasSuffix("}") {
        open = indentation
      }
      if isPublic, words.contains("extension") { continue }
      let above = file.lines[..<index].last { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
      symbols.append(
        Symbol(
          place: "\(file.path):\(index + 1): \(text.prefix(80))",
          isDocumented: above.drop { $0 == " " }.hasPrefix("///")))
    }
    return symbols
  }
}
