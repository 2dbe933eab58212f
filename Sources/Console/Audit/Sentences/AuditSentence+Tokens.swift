import ConsoleData
import Localization

/// The sentences about delta tokens.
extension AuditSentence {
  static func ofDeltaToken(_ record: AuditRecord) -> String {
    guard let token = deltaToken(in: record.target) else {
      return localized("\(who) changed a delta token: \(target)")
    }
    let (query, table) = (token.query, token.table)
    guard let time = token.rewoundTo else {
      return localized("\(who) reset the delta token \(query) of \(table)")
    }
    return localized("\(who) moved the delta token \(query) of \(table) back to \(time)")
  }

  static func ofUndoneDeltaToken(_ undone: AuditRecord) -> String {
    guard let token = deltaToken(in: undone.target) else {
      let what = undone.target
      return localized("\(who) undid an action: \(what)")
    }
    let (query, table) = (token.query, token.table)
    return token.rewoundTo == nil
      ? localized("\(who) undid the reset of the delta token \(query) of \(table)")
      : localized("\(who) undid the move of the delta token \(query) of \(table)")
  }

  /// Reads a target such as `rewind to 2026-11-21T08:00:00Z, delta token all of Movie`; nil for others.
  private static func deltaToken(
    in target: String
  ) -> (rewoundTo: String?, query: String, table: String)? {
    guard let start = target.ranges(of: ", delta token ").first,
      let between = target[start.upperBound...].ranges(of: " of ").last
    else { return nil }
    let (what, rewind) = (target[..<start.lowerBound], "rewind to ")
    return (
      what.hasPrefix(rewind) ? String(what.dropFirst(rewind.count)) : nil,
      String(target[start.upperBound..<between.lowerBound]), String(target[between.upperBound...])
    )
  }
}
