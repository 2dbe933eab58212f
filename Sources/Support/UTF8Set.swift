/// A set of names or ids that differ when their UTF-8 bytes do; see ``UTF8Key``.
@frozen
public struct UTF8Set: Sendable, Hashable {
  @usableFromInline
  var keys: Set<UTF8Key>

  @inlinable
  init(keys: Set<UTF8Key>) { self.keys = keys }

  @inlinable
  public init() { keys = [] }

  @inlinable
  public init(_ texts: some Sequence<String>) { keys = Set(texts.lazy.map { UTF8Key($0) }) }

  public var count: Int { keys.count }
  public var isEmpty: Bool { keys.isEmpty }

  /// In the order of SQLite's BINARY collation.
  public func sorted() -> [String] { keys.sorted().map(\.text) }

  public mutating func reserveCapacity(_ count: Int) { keys.reserveCapacity(count) }

  public mutating func removeAll(keepingCapacity: Bool = false) {
    keys.removeAll(keepingCapacity: keepingCapacity)
  }

  public func filter(_ isIncluded: (String) throws -> Bool) rethrows -> UTF8Set {
    UTF8Set(keys: try keys.filter { try isIncluded($0.text) })
  }
}

extension UTF8Set: SetAlgebra {
  @inlinable
  public func contains(_ text: String) -> Bool { keys.contains(UTF8Key(text)) }

  @inlinable
  @discardableResult
  public mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: String) {
    let (isNew, key) = keys.insert(UTF8Key(text))
    return (isNew, key.text)
  }

  @discardableResult
  public mutating func remove(_ text: String) -> String? { keys.remove(UTF8Key(text))?.text }

  @discardableResult
  public mutating func update(with text: String) -> String? {
    keys.update(with: UTF8Key(text))?.text
  }

  public func union(_ other: UTF8Set) -> UTF8Set { UTF8Set(keys: keys.union(other.keys)) }

  public func intersection(_ other: UTF8Set) -> UTF8Set {
    UTF8Set(keys: keys.intersection(other.keys))
  }

  public func symmetricDifference(_ other: UTF8Set) -> UTF8Set {
    UTF8Set(keys: keys.symmetricDifference(other.keys))
  }

  public func subtracting(_ other: UTF8Set) -> UTF8Set {
    UTF8Set(keys: keys.subtracting(other.keys))
  }

  public mutating func formUnion(_ other: UTF8Set) { keys.formUnion(other.keys) }

  public mutating func formIntersection(_ other: UTF8Set) { keys.formIntersection(other.keys) }

  public mutating func formSymmetricDifference(_ other: UTF8Set) {
    keys.formSymmetricDifference(other.keys)
  }
}

extension UTF8Set {
  public func union(_ texts: some Sequence<String>) -> UTF8Set { union(UTF8Set(texts)) }

  public func intersection(_ texts: some Sequence<String>) -> UTF8Set {
    intersection(UTF8Set(texts))
  }

  public func subtracting(_ texts: some Sequence<String>) -> UTF8Set {
    UTF8Set(keys: keys.subtracting(texts.lazy.map { UTF8Key($0) }))
  }

  public func isDisjoint(with texts: some Sequence<String>) -> Bool {
    !texts.contains { contains($0) }
  }

  public mutating func formUnion(_ texts: some Sequence<String>) {
    for text in texts { insert(text) }
  }

  public mutating func subtract(_ texts: some Sequence<String>) {
    for text in texts { remove(text) }
  }
}

extension UTF8Set: Sequence {
  public struct Iterator: IteratorProtocol {
    var keys: Set<UTF8Key>.Iterator

    public mutating func next() -> String? { keys.next()?.text }
  }

  public func makeIterator() -> Iterator { Iterator(keys: keys.makeIterator()) }

  public var underestimatedCount: Int { keys.count }
}
