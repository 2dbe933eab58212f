import JSONKit
import Support

/// Whether a server shows a value that was sent to it.
///
/// A server may print it differently: null or no column, 1 or 1.0, a moment in another offset.
func agree(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
  switch (left ?? .null, right ?? .null) {
  case (.string(let left), .string(let right)):
    left == right || isSameMoment(left, right)
  case (.array(let left), .array(let right)):
    left.count == right.count && zip(left, right).allSatisfy { agree($0, $1) }
  case (.object(let left), .object(let right)):
    Set(left.names).union(right.names).allSatisfy { agree(left[$0], right[$0]) }
  case (.number(let left), .number(let right)): left == right
  case (.real(let left), .integer(let right)), (.integer(let right), .real(let left)):
    Int64(exactly: left) == right
  case (let left, let right): left == right
  }
}

/// Plain dates are left out: "2017-05-08" and midnight of that day are two texts a person wrote.
private func isSameMoment(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count >= 16, right.utf8.count >= 16, left.utf8.first == right.utf8.first,
    let left = Timestamp(left), let right = Timestamp(right)
  else { return false }
  return left == right
}

extension Record {
  /// True when every one of `wanted`'s columns has its value here.
  func holds(_ wanted: JSONObject) -> Bool {
    wanted.allSatisfy { agree($0.value, values[$0.name]) }
  }

  /// True when both are the same state of a server's row, by version where both have one.
  func isSameServerState(as other: Record) -> Bool {
    if let version, let otherVersion = other.version { return version == otherVersion }
    return deleted == other.deleted && updatedAt == other.updatedAt && holds(other.values)
      && other.holds(values)
  }
}
