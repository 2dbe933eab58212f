internal import JSONKit
internal import Support

extension ConflictRule {
  /// What the rule makes of a column that both sides changed.
  func outcome(
    _ difference: Conflict.Difference, _ conflict: Conflict
  ) -> ConflictVerdict.Outcome {
    let (local, server) = (difference.local, difference.server)
    switch choice {
    case .keepLocal: return .value(local)
    case .takeServer: return .value(server)
    case .ask: return .open(.ruleAsks)
    case .newest:
      switch conflict.isNewerHere {
      case .success(let isNewer): return .value(isNewer ? local : server)
      case .failure(let reason): return .open(reason)
      }
    case .larger, .sum, .union: break
    }
    if local.isNull || server.isNull {
      return ifNull == .takeOther ? .value(local.isNull ? server : local) : .open(.oneSideIsNull)
    }
    do {
      return switch choice {
      case .larger: .value(try Self.larger(local, server))
      case .sum: .value(try Self.sum(difference))
      default: .value(try Self.union(difference))
      }
    } catch {
      return .open(error)
    }
  }

  private typealias Reason = ConflictVerdict.OpenReason

  private static func larger(
    _ local: JSONValue, _ server: JSONValue
  ) throws(Reason) -> JSONValue {
    if let here = DecimalNumber(local), let there = DecimalNumber(server) {
      return here > there ? local : server
    }
    guard let here = local.string.flatMap({ Timestamp($0) }),
      let there = server.string.flatMap({ Timestamp($0) })
    else { throw .valueDoesNotFit }
    return here > there ? local : server
  }

  /// What the last sync left, with what both sides added to it.
  private static func sum(
    _ difference: Conflict.Difference
  ) throws(Reason) -> JSONValue {
    guard let here = DecimalNumber(difference.local), let there = DecimalNumber(difference.server)
    else { throw .valueDoesNotFit }
    guard let base = difference.base, !base.isNull else { throw .noBase }
    guard let before = DecimalNumber(base) else { throw .valueDoesNotFit }
    guard let sum = here.adding(there)?.adding(before.negated) else { throw .tooManyDigits }
    return sum.json
  }

  /// The server's list, changed as the list here was changed.
  private static func union(
    _ difference: Conflict.Difference
  ) throws(Reason) -> JSONValue {
    guard let here = difference.local.array, let there = difference.server.array else {
      throw .valueDoesNotFit
    }
    let before = difference.base?.array ?? []
    let has = { (list: [JSONValue], item: JSONValue) in list.contains { $0.means(item) } }
    let kept = there.filter { has(here, $0) || !has(before, $0) }
    var union = kept
    for item in here where !has(before, item) && !has(union, item) { union.append(item) }
    return .array(union)
  }
}

extension Conflict {
  /// Whether the row was changed here after the server's copy of it was.
  var isNewerHere: Result<Bool, ConflictVerdict.OpenReason> {
    guard let changedAt, let there = server?.updatedAt.flatMap({ Timestamp($0) }) else {
      return .failure(.noTime)
    }
    guard changedAt.milliseconds != there.milliseconds else { return .failure(.sameTime) }
    return .success(changedAt > there)
  }
}
