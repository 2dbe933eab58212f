import JSONKit
import Support

/// Whether a server shows a value that was sent to it.
///
/// A server may print it differently: null or no column, 1 or 1.0, a moment in another offset.
func agree(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
  switch (left ?? .null, right ?? .null) {
  case (.string(let left), .string(let right)):
    left === right || isSameMoment(left, right)
  case (.array(let left), .array(let right)):
    left.count == right.count && zip(left, right).allSatisfy { agree($0, $1) }
  case (.object(let left), .object(let right)):
    UTF8Set(left.names).union(right.names).allSatisfy { agree(left[$0], right[$0]) }
  case (let left, let right): left == right || left.isSameNumber(as: right)
  }
}

/// Plain dates are left out: "2017-05-08" and midnight of that day are two texts a person wrote.
private func isSameMoment(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count >= 16, right.utf8.count >= 16, left.utf8.first == right.utf8.first,
    let left = Timestamp(left), let right = Timestamp(right)
  else { return false }
  return left == right
}

/// Whether two stamps of a server's row are the same; what a side does not say is no difference.
///
/// Moments are compared as whole milliseconds: a server may print fewer digits in a listing.
package func isSameStamp(_ left: String?, _ right: String?) -> Bool {
  guard let left, let right, left != right else { return true }
  guard let left = Timestamp(left), let right = Timestamp(right) else { return false }
  return left.milliseconds == right.milliseconds
}

extension Record {
  /// True when every one of `wanted`'s columns has its value here.
  func holds(_ wanted: JSONObject) -> Bool {
    wanted.allSatisfy { agree($0.value, values[$0.name]) }
  }

  /// True when both show the same row to a person: the same values, and both live or both deleted.
  func isSameContent(as other: Record) -> Bool {
    deleted == other.deleted && holds(other.values) && other.holds(values)
  }

  /// Whether both have the same version of a server's row; nil when one of them has none.
  ///
  /// A server that counts versions per row starts over with one that was removed and inserted
  /// again: then only the stamps tell the two rows apart.
  func isSameVersion(as other: Record) -> Bool? {
    guard let version, let otherVersion = other.version else { return nil }
    return version === otherVersion && isSameStamp(createdAt, other.createdAt)
      && isSameStamp(updatedAt, other.updatedAt)
  }

  /// True when both are the same state of a server's row, by version where both have one.
  func isSameServerState(as other: Record) -> Bool {
    if let isSameVersion = isSameVersion(as: other) { return isSameVersion }
    return updatedAt == other.updatedAt && isSameContent(as: other)
  }
}
