import Support

/// A JSON value that loses nothing: members keep their order, numbers their digits.
///
/// Source: RFC 8259.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Finite, and exactly the number that was written.
  case real(Double)
  /// A number that neither `Int64` nor `Double` holds, as its digits were written; equal to one that
  /// is written in another way.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// Texts are equal by their UTF-8 bytes; see `UTF8Key`.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.number(let left), .number(let right)):
      left == right || DecimalNumber(.number(left)) == DecimalNumber(.number(right))
    case (.string(let left), .string(let right)): left === right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .integer(let integer): hasher.combine(integer)
    case .real(let real): hasher.combine(real)
    case .number: hasher.combine(DecimalNumber(self))
    case .string(let text): hasher.combine(text.utf8Key)
    case .array(let items): hasher.combine(items)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue {
  /// The text of a string, else nil.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  public var bool: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  public var integer: Int64? {
    guard case .integer(let integer) = self else { return nil }
    return integer
  }

  /// Any number as a `Double`, rounded when it has to be.
  public var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .number(let digits): Double(digits)
    default: nil
    }
  }

  public var array: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  public var object: JSONObject? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  public var isNull: Bool { self == .null }

  /// A member of an object; nil when this is none or has no such member.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// "a number", "an object", …, for messages.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .real, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object, in order; of two equal names the last wins.
///
/// Two objects are equal when they have the same members, in any order.
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
  public private(set) var members: [(name: String, value: JSONValue)]
  /// Kept only for wide objects, where a linear search would cost.
  private var index = UTF8Dictionary<Int>()
  private static let linearMax = 12

  public init() { members = [] }

  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (name, value) in members { self[name] = value }
  }

  /// Takes members whose names are known to differ, without looking for equal ones.
  public init(distinct members: [(name: String, value: JSONValue)]) {
    self.members = members
    reindex()
  }

  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  public var names: [String] { members.map(\.name) }

  /// Setting nil removes the member; a new member goes to the end.
  public subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        reindex()
      case (nil, let value?):
        members.append((name, value))
        if members.count > Self.linearMax {
          if index.isEmpty { reindex() } else { index[name] = members.count - 1 }
        }
      case (nil, nil): break
      }
    }
  }

  private func position(of name: String) -> Int? {
    index.isEmpty ? members.firstIndex { $0.name === name } : index[name]
  }

  private mutating func reindex() {
    if !index.isEmpty { index.removeAll() }
    guard members.count > Self.linearMax else { return }
    for (position, member) in members.enumerated() { index[member.name] = position }
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // Order must not matter, so each member is hashed by itself.
    var sum = 0
    for member in members {
      var single = Hasher()
      single.combine(member.name.utf8Key)
      single.combine(member.value)
      sum = sum &+ single.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: Sequence {
  public func makeIterator() -> IndexingIterator<[(name: String, value: JSONValue)]> {
    members.makeIterator()
  }
}
