/// Header fields in order, with case-insensitive names; a name may stand more than once.
///
/// Source: RFC 9110, section 5.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  private var fields: [(name: String, value: String)] = []

  public init() {}

  public init(_ fields: [(name: String, value: String)]) { self.fields = fields }

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The first value; setting replaces all, nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  public func values(_ name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field beside those of the same name, as `Set-Cookie` needs.
  public mutating func add(_ name: String, _ value: String) {
    fields.append((name: name, value: value))
  }

  /// In the order they were set.
  public var all: [(name: String, value: String)] { fields }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
