/// A dictionary whose keys differ when their UTF-8 bytes do; see ``UTF8Key``.
@frozen
public struct UTF8Dictionary<Value> {
  @usableFromInline
  var entries: [UTF8Key: Value]

  @inlinable
  init(entries: [UTF8Key: Value]) { self.entries = entries }

  @inlinable
  public init() { entries = [:] }

  @inlinable
  public init(_ dictionary: [String: Value]) {
    entries = Dictionary(
      uniqueKeysWithValues: dictionary.lazy.map { (UTF8Key($0.key), $0.value) })
  }

  /// - Parameter pairs: Of pairs with one key `combine` makes one value.
  @inlinable
  public init(
    _ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) -> Value
  ) {
    entries = Dictionary(
      pairs.lazy.map { (UTF8Key($0.0), $0.1) }, uniquingKeysWith: combine)
  }

  /// - Parameter pairs: Of pairs with one key the last counts.
  @inlinable
  public init(_ pairs: some Sequence<(String, Value)>) {
    self.init(pairs, uniquingKeysWith: { _, last in last })
  }

  @inlinable
  public init<Item>(
    grouping items: some Sequence<Item>, by key: (Item) throws -> String
  ) rethrows where Value == [Item] {
    entries = try Dictionary(grouping: items) { UTF8Key(try key($0)) }
  }

  @inlinable
  public subscript(key: String) -> Value? {
    get { entries[UTF8Key(key)] }
    _modify { yield &entries[UTF8Key(key)] }
  }

  @inlinable
  public subscript(key: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[UTF8Key(key)] ?? value() }
    _modify { yield &entries[UTF8Key(key), default: value()] }
  }

  @inlinable
  public var count: Int { entries.count }
  @inlinable
  public var isEmpty: Bool { entries.isEmpty }
  public var keys: UTF8Set { UTF8Set(keys: Set(entries.keys)) }
  public var values: Dictionary<UTF8Key, Value>.Values { entries.values }

  @discardableResult @inlinable
  public mutating func removeValue(forKey key: String) -> Value? {
    entries.removeValue(forKey: UTF8Key(key))
  }

  @discardableResult @inlinable
  public mutating func updateValue(_ value: Value, forKey key: String) -> Value? {
    entries.updateValue(value, forKey: UTF8Key(key))
  }

  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    entries.removeAll(keepingCapacity: keepingCapacity)
  }

  @inlinable
  public func mapValues<Output>(
    _ transform: (Value) throws -> Output
  ) rethrows -> UTF8Dictionary<Output> {
    UTF8Dictionary<Output>(entries: try entries.mapValues(transform))
  }

  @inlinable
  public func compactMapValues<Output>(
    _ transform: (Value) throws -> Output?
  ) rethrows -> UTF8Dictionary<Output> {
    UTF8Dictionary<Output>(entries: try entries.compactMapValues(transform))
  }

  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> UTF8Dictionary {
    UTF8Dictionary(entries: try entries.filter { try isIncluded(($0.key.text, $0.value)) })
  }

  @inlinable
  public func merging(
    _ other: UTF8Dictionary, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> UTF8Dictionary {
    UTF8Dictionary(entries: try entries.merging(other.entries, uniquingKeysWith: combine))
  }

  @inlinable
  public mutating func merge(
    _ other: UTF8Dictionary, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    try entries.merge(other.entries, uniquingKeysWith: combine)
  }
}

extension UTF8Dictionary: Sendable where Value: Sendable {}
extension UTF8Dictionary: Equatable where Value: Equatable {}
extension UTF8Dictionary: Hashable where Value: Hashable {}

extension UTF8Dictionary: ExpressibleByDictionaryLiteral {
  /// Of pairs with one key the last counts.
  @inlinable
  public init(dictionaryLiteral elements: (String, Value)...) {
    if elements.isEmpty { self.init() } else { self.init(elements) }
  }
}

extension UTF8Dictionary: Sequence {
  public typealias Element = (key: String, value: Value)

  public struct Iterator: IteratorProtocol {
    var entries: Dictionary<UTF8Key, Value>.Iterator

    public mutating func next() -> Element? {
      entries.next().map { (key: $0.key.text, value: $0.value) }
    }
  }

  public func makeIterator() -> Iterator { Iterator(entries: entries.makeIterator()) }

  public var underestimatedCount: Int { entries.count }
}
